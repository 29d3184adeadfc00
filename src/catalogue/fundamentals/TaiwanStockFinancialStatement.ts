import { incomeStatement } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockFinancialStatement = dataset({
  name: 'TaiwanStockFinancialStatement',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Comprehensive income statement', zh: '綜合損益表' },
  about: {
    en: 'Comprehensive income statement of each company, one row per company, period and account.',
    zh: '各公司綜合損益表，一列為一公司、一期間、一會計項目。',
  },
  notes: {
    en: 'Quarterly rows are single quarters. Only the full year is filed for the fourth quarter, so those rows are computed: annual minus the first three quarters, EPS included, is_derived true. Lists of filings have sums from 1 January. period=cumulative returns these sums as filed (live data only), and single second and third quarters are computed from them. If the previous sum is not stored, there is no single quarter, and the gaps say so. Accounts such as Revenue, OperatingIncome and EPS have a common code; others have a type starting with X_, and origin_name has their name. Amounts are in TWD; consolidated statements where a company files them, else individual ones.',
    zh: '季資料為單季數。第四季僅申報全年數，故以全年減前三季計算（含 EPS），is_derived 為 true。申報彙總表為自 1 月 1 日起之累計數，period=cumulative 提供該申報數（僅限實際資料），第二、三季單季數由其計算；應減除之前期未收錄時無單季資料，缺漏原因見 gaps。Revenue、OperatingIncome、EPS 等項目有共通代碼，其餘 type 以 X_ 開頭，名稱見 origin_name。金額單位為新台幣元；有合併報表者採合併，否則採個別。',
  },
  also: {
    en: 'income statement, earnings, EPS, net income, profit and loss, gross margin',
    zh: '損益表、財報、每股盈餘、EPS、營業利益、淨利',
  },
  columns: incomeStatement,
  key: ['stock_id', 'report_date', 'period', 'type'],
  date: 'report_date',
  filters: { period: 'period', include_inactive: true },
  unit: 'TWD; TWD per share; see the unit column',
  accumulation: 'single quarter; annual rows hold the full fiscal year, cumulative rows the year so far',
  update: '22:00',
  complete: { every: 'quarter', each: 'stock' },
  periodRule:
    'period=quarterly (default) gives single quarters ending 03-31, 06-30, 09-30 and 12-31. period=annual gives the full-year amounts printed in the annual filing, never a sum of quarters, with fiscal_quarter null; an account missing there has neither an annual nor a fourth-quarter row. period=cumulative gives the amounts from 1 January to report_date as lists of filings tell them, with fiscal_quarter 1 to 4.',
  filed: 'announce_date',
  sources: ['mops', 'twseOpenApi', 'tpexOpenApi'],
})
