import { decimal } from '../../fields.ts'
import { close, issuedShares, securityDay } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMarketValue = dataset({
  name: 'TaiwanStockMarketValue',
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Market value', zh: '個股市值' },
  about: {
    en: 'Market capitalisation of each listed and OTC security per trading day.',
    zh: '個股（含 ETF）每日市值。',
  },
  notes: {
    en: 'Computed as close times issued shares, whole TWD. A security that did not trade keeps its last close, and the share count of that day, for up to 20 trading days and then has no row. ETF classes quoted in a foreign currency (codes that end in C, K, M, S or V) have no row, because their value in TWD is unknown; share counts follow company filings and can lag.',
    zh: '本表為計算資料：收盤價乘以發行股數，取整至元。當日無成交者沿用最近收盤價及該日發行股數，最多 20 個交易日，之後無資料。外幣計價之 ETF（代號末碼為 C、K、M、S、V）無資料，因其新臺幣市值未知；發行股數依公司申報，可能落後。',
  },
  also: { en: 'market cap, market capitalisation, market capitalization, company size', zh: '市值、股票市值、總市值' },
  columns: {
    ...securityDay,
    close: close('TWD'),
    issued_shares: issuedShares,
    market_value: decimal(2, 'Market value', '市值', {
      unit: 'TWD',
      also: { en: 'market cap, capitalisation, market capitalisation, market capitalization', zh: '總市值、公司市值' },
    }),
  },
  key: ['stock_id', 'trade_date'],
  adjustment: 'unadjusted close',
  update: '23:30',
  complete: { every: 'trading_day', each: 'stock' },
  sources: ['twse', 'tpexOpenApi', 'twseOpenApi'],
  derived: {
    from: ['TaiwanStockPrice', 'TaiwanStockShareholding'],
    rule: 'close = last non-null TaiwanStockPrice.close, at most 20 trading days old, otherwise no row; none for codes 00[4-9]## that end in C, K, M, S or V; issued_shares and market = latest TaiwanStockShareholding row on or before the day of that close; market_value = close x issued_shares, rounded to whole TWD.',
  },
})
