import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockOverview = dataset({
  name: 'TaiwanStockOverview',
  tier: 'free',
  category: 'technical',
  title: { en: 'Security master (no warrants)', zh: '台股總覽' },
  about: {
    en: 'Every stock, ETF, ETN, TDR, preferred share and REIT on the listed, OTC and emerging markets, one row each, with industry, ISIN and listing dates.',
    zh: '上市、上櫃、興櫃之股票、ETF、ETN、TDR、特別股與受益證券清單，一檔一列，含產業別、ISIN 與上市日期。',
  },
  notes: {
    en: 'A current list without history: date filters act on as_of_date. Delisted securities stay in it with is_active false and are returned only with include_inactive=true. A company that changed market has one row, with its newest market. Codes are text and leading zeros matter (0050).',
    zh: '本表為最新清單，不含歷史，日期條件作用於 as_of_date。已下市櫃證券仍保留，is_active 為 false，需加 include_inactive=true 才會回傳。轉板公司僅一列，以最新市場別為準。代號為文字，前導零有意義（如 0050）。',
  },
  also: {
    en: 'stock list, security master, ticker list, listed companies, symbols',
    zh: '股票清單、股票代號、上市公司、上櫃公司、個股基本資料',
  },
  columns: {
    stock_id: column.stockId,
    stock_name: column.stockName,
    market: column.market('TWSE', 'TPEX', 'ESB'),
    security_type: column.securityType('stock', 'etf', 'etn', 'tdr', 'preferred', 'reit', 'other'),
    ...column.listing,
  },
  key: ['stock_id'],
  date: 'as_of_date',
  update: '06:00',
  filed: 'listing_date',
  sources: ['isin', 'twseOpenApi', 'tpexOpenApi'],
})
