import { inBoth } from './inBoth.ts'

/** Texts of the list of securities. */
export const stocks = inBoth({
  title: ['Stocks', '個股'],
  description: [
    'Securities of the Taiwan market by code, name, market and industry, with the newest close.',
    '依代號、名稱、市場與產業查找台灣證券，附最新收盤價。',
  ],
  lead: ['Find a security by its code, its Chinese name or its English name.', '以代號、中文名稱或英文名稱查找證券。'],
  search: ['Code or name', '代號或名稱'],
  searchHint: ['2330, 台積電, TSMC…', '2330、台積電、TSMC…'],
  market: ['Market', '市場'],
  type: ['Kind', '類別'],
  industry: ['Industry', '產業'],
  all: ['All', '全部'],
  apply: ['Show', '顯示'],
  list: ['Securities', '證券'],
  priced: (day: string, weekday: string) => [
    `prices of ${day} (${weekday}), volume in lots of 1,000 shares`,
    `${day}（${weekday}）行情，成交量單位為張`,
  ],
  warrants: ['Warrants are not in this list; their dataset is', '權證不在此表，請見資料集'],
  noPrices: ['Stocks of the emerging market have no daily prices here.', '興櫃股票沒有每日行情。'],
  table: {
    found: ['Securities:', '證券檔數：'],
    code: ['Code', '代號'],
    name: ['Name', '名稱'],
    market: ['Market', '市場'],
    industry: ['Industry', '產業'],
    close: ['Close', '收盤'],
    change: ['Change', '漲跌'],
    volume: ['Volume', '成交量'],
    none: [
      'No security fits. Try fewer letters, or another market, kind or industry.',
      '沒有符合的證券。請減少字數，或改選市場、類別、產業。',
    ],
    pages: ['Pages', '頁次'],
  },
  delisted: (day: string) => [`delisted ${day}`, `${day} 下市櫃`],
})
