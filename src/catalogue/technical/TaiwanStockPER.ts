import { integer, nullable, nullableDecimal, text } from '../../fields.ts'
import { securityDay } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockPER = dataset({
  name: 'TaiwanStockPER',
  tier: 'free',
  category: 'technical',
  title: { en: 'P/E, P/B and dividend yield', zh: '個股本益比、股價淨值比與殖利率' },
  about: {
    en: 'Price/earnings, price/book and dividend yield of each company as the exchanges compute them every trading day.',
    zh: '交易所每日公布之個股本益比、股價淨值比與殖利率。',
  },
  notes: {
    en: 'Company shares only, no ETFs. pe_ratio is the close over the earnings per share of the last four quarters; where the shares changed since (a split, a reduction, new shares) it follows the market value over the net income of the owners of the parent. It is null when earnings are not positive; dividend_yield is a percent number (2.36 means 2.36%). dividend_per_share is published for the OTC market only and fiscal_period for recent years only.',
    zh: '僅含公司股票，不含 ETF。pe_ratio 以收盤價除以近四季每股盈餘；其間股數有變動者（分割、減資、增資），為市值除以母公司業主淨利。盈餘非正數時為 null；dividend_yield 為百分比數字（2.36 即 2.36%）。dividend_per_share 僅上櫃公布，fiscal_period 僅近年有值。',
  },
  also: {
    en: 'PE ratio, PB ratio, dividend yield, valuation, P/E, P/B',
    zh: '本益比、股價淨值比、殖利率、估值、個股評價',
  },
  columns: {
    ...securityDay,
    pe_ratio: nullableDecimal(2, 'Price/earnings ratio', '本益比', {
      also: { en: 'PE, PER, P/E, PE ratio, P/E ratio, price to earnings, price to earnings ratio', zh: 'PER' },
    }),
    pb_ratio: nullableDecimal(2, 'Price/book ratio', '股價淨值比', {
      also: {
        en: 'PB, PBR, P/B, PB ratio, P/B ratio, price to book, price to book ratio',
        zh: 'PBR、淨值比、本淨比、股淨比、PB值',
      },
    }),
    dividend_yield: nullableDecimal(2, 'Dividend yield', '殖利率', {
      unit: 'percent',
      also: { en: 'yield, yielding', zh: '現金殖利率、股息殖利率、股利殖利率' },
    }),
    dividend_year: nullable(integer('Year the dividend belongs to', '股利年度（西元）')),
    dividend_per_share: nullableDecimal(4, 'Dividend per share used', '每股股利', {
      unit: 'TWD',
      also: { en: 'DPS', zh: '股利' },
    }),
    fiscal_period: nullable(text('Latest statement used, e.g. 2025Q3', '財報年／季')),
  },
  key: ['stock_id', 'trade_date'],
  unit: 'ratio; percent',
  update: '18:00',
  complete: { every: 'trading_day', each: 'stock' },
  sources: ['twse', 'twseOpenApi', 'tpex', 'tpexOpenApi'],
})
