import { statement } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockBalanceSheet = dataset({
  name: 'TaiwanStockBalanceSheet',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Balance sheet', zh: '資產負債表' },
  about: {
    en: 'Balance sheet of each company at every quarter end, one row per company, date and account.',
    zh: '各公司每季底資產負債表，一列為一公司、一期間、一會計項目。',
  },
  notes: {
    en: 'Balances on report_date; nothing is accumulated. A row whose type ends in _per is the same account as a percentage of total assets, so filter on unit before adding up. Accounts without a common code have a type starting with X_, and origin_name has their name. Amounts are in TWD; consolidated statements where a company files them, else individual ones.',
    zh: '數值為 report_date 當日餘額，不累計。type 以 _per 結尾者為該項目占總資產百分比，加總前請先以 unit 篩選。無共通代碼的項目 type 以 X_ 開頭，名稱見 origin_name。金額單位為新台幣元；有合併報表者採合併，否則採個別。',
  },
  also: {
    en: 'balance sheet, assets and liabilities, total assets, equity, book value',
    zh: '資產負債表、總資產、負債、股東權益、淨值、存貨',
  },
  columns: statement,
  key: ['stock_id', 'report_date', 'period', 'type'],
  date: 'report_date',
  filters: { period: 'period', include_inactive: true },
  unit: 'TWD; percent of total assets in _per rows',
  accumulation: 'point in time: balances at the period end',
  update: '22:00',
  complete: { every: 'quarter', each: 'stock' },
  periodRule:
    'period=annual gives the fiscal-year-end balance sheet with fiscal_quarter null; values equal those of the fourth-quarter rows.',
  filed: 'announce_date',
  sources: ['mops', 'twseOpenApi', 'tpexOpenApi'],
})
