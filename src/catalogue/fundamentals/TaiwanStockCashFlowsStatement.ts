import { statement } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockCashFlowsStatement = dataset({
  name: 'TaiwanStockCashFlowsStatement',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Cash flow statement', zh: '現金流量表' },
  about: {
    en: 'Cash-flow statement of each company, one row per company, period and account, cumulative within the fiscal year.',
    zh: '各公司現金流量表，一列為一公司、一期間、一會計項目，數值為年初至當季累計。',
  },
  notes: {
    en: 'Quarterly rows are cumulative from 1 January: a single quarter is the difference from the previous quarter of the same fiscal year, except CashBalancesBeginningOfPeriod, which is always the balance on 1 January. Outflows are negative. Accounts without a common code have a type starting with X_, and origin_name has their name. Amounts are in TWD; consolidated statements where a company files them, else individual ones.',
    zh: '季資料為 1 月 1 日起累計，單季數須與同年度前一季相減；CashBalancesBeginningOfPeriod 恆為 1 月 1 日餘額，不可相減。現金流出為負數。無共通代碼的項目 type 以 X_ 開頭，名稱見 origin_name。金額單位為新台幣元；有合併報表者採合併，否則採個別。',
  },
  also: {
    en: 'cash flow, operating cash flow, free cash flow, capex',
    zh: '現金流量、營業現金流、自由現金流、資本支出、現金流',
  },
  columns: statement,
  key: ['stock_id', 'report_date', 'period', 'type'],
  date: 'report_date',
  filters: { period: 'period', include_inactive: true },
  unit: 'TWD',
  accumulation: 'year to date: each quarterly row runs from 1 January to report_date',
  update: '22:00',
  complete: { every: 'quarter', each: 'stock' },
  periodRule:
    'period=annual gives the full-year statement, with report_date at the fiscal year end and fiscal_quarter null; it equals the fourth-quarter row.',
  filed: 'announce_date',
  sources: ['mops'],
})
