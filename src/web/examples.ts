import type { Language } from '../errors.ts'

/** Questions that the embedded engine answers on any market, by theme. Pages answer them without a key. */
export const examples: Readonly<Record<Language, Readonly<Record<Theme, readonly string[]>>>> = {
  zh: {
    prices: ['台積電近一個月收盤價', '今天漲幅前十名', '今天成交量前十名', '站上20日均線的半導體股'],
    flows: ['外資連續三天買超的股票', '今天外資買超前十名', '台積電近20日每日外資買賣超', '融資餘額前十名'],
    fundamentals: [
      '本益比小於15而且殖利率大於5%的股票',
      '台積電近一年月營收',
      '最新月營收年增率前十名',
      '台積電近八季每股盈餘',
    ],
    markets: ['加權指數近十日收盤', '台指期近十日收盤價', '美元匯率近一個月', '金價近一個月'],
  },
  en: {
    prices: ['TSMC daily close, past 20 trading days', 'Top 10 gainers today', 'Top 10 stocks by volume today'],
    flows: [
      'Stocks foreign investors bought three days in a row',
      'Top 10 stocks by foreign net buying today',
      'TSMC margin balance over the last 10 days',
    ],
    fundamentals: [
      'Stocks with dividend yield above 6% and P/E under 12',
      'TSMC revenue for each of the last 12 months',
      'Top 10 revenue growth last month',
      'TSMC EPS for the last 8 quarters',
    ],
    markets: [
      'TAIEX close on each of the last 20 trading days',
      'USD spot rate each day of the past month',
      'gold price each day of the past month',
    ],
  },
}

/** A question for what no dataset has, to show how it is declined. */
export const declinedExample: Readonly<Record<Language, string>> = {
  zh: '外資連買三天而且主力加碼的半導體股',
  en: 'Semiconductor stocks with cosmic energy today',
}

export type Theme = 'prices' | 'flows' | 'fundamentals' | 'markets'

export const allExamples: readonly string[] = [examples.zh, examples.en].flatMap((themes) =>
  Object.values(themes).flat(),
)
