import { htmlPage, htmlTable } from '../html.ts'
import type { Market } from '../market.ts'
import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import type { Sheet } from '../sheet.ts'
import { divided, grouped, places } from '../spell.ts'

/** Condensed statements of every company of a market: a column an account, a table for each kind of business. */

type Business = 'ci' | 'fh'
type Account = readonly [title: string, type: string]
const accounts = (lines: string): Account[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ') as [string, string])

type Statement = {
  readonly table: string
  /** Income runs from 1 January on, so its quarters are added up. */
  readonly isSummed: boolean
  /** The line that only a statement with subsidiaries fills. */
  readonly parent: string
  readonly lines: Readonly<Record<Business, readonly Account[]>>
}

const shared = `
  所得稅費用（利益） IncomeTaxExpense
  繼續營業單位本期淨利（淨損） IncomeFromContinuingOperations`
const below = `
  本期綜合損益總額 TotalComprehensiveIncome
  淨利（淨損）歸屬於母公司業主 NetIncomeAttributableToOwnersOfParent
  淨利（淨損）歸屬於非控制權益 NetIncomeAttributableToNoncontrollingInterests
  綜合損益總額歸屬於母公司業主 ComprehensiveIncomeAttributableToOwnersOfParent
  基本每股盈餘（元） EPS`

export const income: Statement = {
  table: 'TaiwanStockFinancialStatement',
  isSummed: true,
  parent: 'NetIncomeAttributableToOwnersOfParent',
  lines: {
    ci: accounts(`
      營業收入 Revenue
      營業成本 CostOfGoodsSold
      營業毛利（毛損）淨額 GrossProfit
      營業費用 OperatingExpenses
      營業利益（損失） OperatingIncome
      營業外收入及支出 TotalNonoperatingIncomeAndExpense
      稅前淨利（淨損） PreTaxIncome${shared}
      本期淨利（淨損） IncomeAfterTaxes
      其他綜合損益（淨額） OtherComprehensiveIncome${below}`),
    fh: accounts(`
      利息淨收益 NetInterestIncome
      利息以外淨收益 NetNonInterestIncome
      淨收益 Revenue
      呆帳費用、承諾及保證責任準備提存 BadDebtExpense
      保險負債準備淨變動 NetChangeInInsuranceLiabilityReserve
      營業費用 OperatingExpenses
      繼續營業單位稅前損益 PreTaxIncome${shared}
      本期稅後淨利（淨損） IncomeAfterTaxes
      本期其他綜合損益（稅後淨額） OtherComprehensiveIncome${below}`),
  },
}

const equity = `
  股本 CapitalStock
  資本公積 CapitalSurplus
  保留盈餘 RetainedEarnings
  其他權益 OtherEquityInterest
  歸屬於母公司業主之權益合計 EquityAttributableToOwnersOfParent
  非控制權益 NoncontrollingInterests
  權益總額 Equity
  每股參考淨值 BookValuePerShare`
export const balance: Statement = {
  table: 'TaiwanStockBalanceSheet',
  isSummed: false,
  parent: 'EquityAttributableToOwnersOfParent',
  lines: {
    ci: accounts(`
      流動資產 CurrentAssets
      非流動資產 NoncurrentAssets
      資產總額 TotalAssets
      流動負債 CurrentLiabilities
      非流動負債 NoncurrentLiabilities
      負債總額 Liabilities${equity}`),
    fh: accounts(`
      現金及約當現金 CashAndCashEquivalents
      資產總額 TotalAssets
      負債總額 Liabilities${equity}`),
  },
}

const cashLines = accounts(`
  營業活動之淨現金流入（流出） CashFlowsFromOperatingActivities
  投資活動之淨現金流入（流出） CashProvidedByInvestingActivities
  籌資活動之淨現金流入（流出） CashFlowsProvidedFromFinancingActivities
  匯率變動對現金及約當現金之影響 EffectOfExchangeRateChanges
  本期現金及約當現金增加（減少）數 CashBalancesIncrease
  期初現金及約當現金餘額 CashBalancesBeginningOfPeriod
  期末現金及約當現金餘額 CashBalancesEndOfPeriod`)
export const cash: Statement = {
  table: 'TaiwanStockCashFlowsStatement',
  isSummed: false,
  parent: '',
  lines: { ci: cashLines, fh: cashLines },
}

/** The accounts that are told, for whoever compares. */
export const typesOf = ({ lines }: Statement, business: Business): string[] => lines[business].map(([, type]) => type)

type Quarter = { readonly year: number; readonly quarter: number }

/** The amounts of a quarter as they are filed; what is announced after `:through` is not filed yet. */
const amounts = ({ table, isSummed }: Statement, market: string, { year, quarter }: Quarter): string => {
  const filed = `stock_id IN (SELECT stock_id FROM ${table} WHERE fiscal_year = ${year} AND announce_date <= :through
    AND period = 'quarterly' AND fiscal_quarter = ${quarter})
    AND stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE market = '${market}') AND fiscal_year = ${year}`
  const columns = 'stock_id, type, any_value(statement_scope) AS scope, sum(value) AS amount, any_value(unit) AS unit'
  if (!isSummed || quarter === 4)
    return `SELECT ${columns} FROM ${table} WHERE ${filed} AND period = '${isSummed ? 'annual' : 'quarterly'}'
      ${isSummed ? '' : `AND fiscal_quarter = ${quarter}`} GROUP BY stock_id, type`
  return `SELECT ${columns} FROM ${table} WHERE ${filed} AND period = 'quarterly' AND fiscal_quarter <= ${quarter}
    GROUP BY stock_id, type`
}

async function sheetOf(
  market: Market,
  statement: Statement,
  board: string,
  business: Business,
  quarter: Quarter,
  isGrouped: boolean,
): Promise<Sheet> {
  const rows = await market.rows(
    `SELECT a.*, o.stock_name, 'NetInterestIncome' IN (SELECT type FROM TaiwanStockFinancialStatement f
       WHERE f.stock_id = a.stock_id) AS is_bank
     FROM (${amounts(statement, board, quarter)}) a JOIN TaiwanStockOverview o USING (stock_id) ORDER BY stock_id`,
  )
  const isHere = (isBank: string | null) => statement === cash || (isBank === 'true') === (business === 'fh')
  const companies = Map.groupBy(
    rows.filter(({ is_bank }) => isHere(is_bank!)),
    (row) => row.stock_id!,
  )
  const lines = statement.lines[business]
  const cells = [...companies.values()].map((company) => {
    const [{ stock_id, stock_name, scope }] = company as [(typeof rows)[number]]
    return [
      stock_id!,
      stock_name!,
      ...lines.map(([, type]) => {
        const line = company.find((row) => row.type === type)
        if (!line || (type === statement.parent && scope === 'individual')) return isGrouped ? '--' : ''
        const amount = line.unit === 'TWD' ? divided(line.amount!, 3) : places(line.amount!, 2)
        return isGrouped ? grouped(amount) : amount
      }),
    ]
  })
  return { title: '', titles: ['公司代號', '公司名稱', ...lines.map(([title]) => title)], rows: cells }
}

const boards = { sii: ['TWSE', '上市'], otc: ['TPEX', '上櫃'], rotc: ['ESB', '興櫃'] } as const
const words = ['一', '二', '三', '四']
const boardOf = (fields: Readonly<Record<string, string>>) => boards[(fields.TYPEK ?? 'sii') as keyof typeof boards]
const ends = ['03-31', '06-30', '09-30', '12-31']

const summary = (code: string, statement: Statement): Page => ({
  publisher: 'mops',
  path: `/mops/web/ajax_${code}`,
  asked: ({ fields }) => {
    const [year, quarter] = [Number(fields.year) + 1911, Number(fields.season)]
    return { from: `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`, to: `${year}-${ends[quarter - 1]}` }
  },
  async sheets(market, { to }, { fields }) {
    const quarter = { year: Number(to.slice(0, 4)), quarter: Number(to.slice(5, 7)) / 3 }
    const [board] = boardOf(fields)
    const kinds: readonly Business[] = statement === cash ? ['ci'] : ['ci', 'fh']
    const sheets = await Promise.all(kinds.map((one) => sheetOf(market, statement, board, one, quarter, true)))
    return sheets.filter(({ rows }) => rows.length > 0)
  },
  write: (sheets, { to }, { fields }) => {
    const heading = `${boardOf(fields)[1]}公司第${words[Number(to.slice(5, 7)) / 3 - 1]}季資料`
    const head = `<table class='noBorder'><tr><td><h2>${heading}</h2></td></tr><tr><td>單位：新台幣仟元</td></tr></table>`
    return { body: htmlPage(head + sheets.map(htmlTable).join('\n')), type: 'text/html' }
  },
  nothing: () => ({ body: htmlPage('<center><h3>查詢無資料</h3></center>'), type: 'text/html' }),
})

/** The list of the newest quarter that anybody has filed. */
const listed = (publisher: string, path: string, statement: Statement, board: string, business: string): Page =>
  list(publisher, path, {
    async print(market, _days, hand) {
      if (!(business in statement.lines)) return { title: '', titles: [], rows: [] }
      const [row] = await market.rows(
        `SELECT max(report_date) AS day FROM ${statement.table} WHERE announce_date <= :through AND period = 'quarterly'`,
      )
      if (!row?.day) return { title: '', titles: [], rows: [] }
      const quarter = { year: Number(row.day.slice(0, 4)), quarter: Number(row.day.slice(5, 7)) / 3 }
      const sheet = await sheetOf(market, statement, board, business as Business, quarter, false)
      const heads = publisher === 'tpexOpenApi' ? ['Date', 'Year', 'Season'] : ['出表日期', '年度', '季別']
      const names = publisher === 'tpexOpenApi' ? ['SecuritiesCompanyCode', 'CompanyName'] : ['公司代號', '公司名稱']
      const period = [hand.date(market.through()), String(quarter.year - 1911), String(quarter.quarter)]
      return {
        title: '',
        titles: [...heads, ...names, ...sheet.titles.slice(2)],
        rows: sheet.rows.map((cells) => [...period, ...cells]),
      }
    },
  })

const businesses = ['ci', 'basi', 'bd', 'fh', 'ins', 'mim']

export const statementPages: readonly Page[] = [
  summary('t163sb04', income),
  summary('t163sb05', balance),
  summary('t163sb20', cash),
  ...businesses.flatMap((business) => [
    listed('twseOpenApi', `/opendata/t187ap06_L_${business}`, income, 'TWSE', business),
    listed('twseOpenApi', `/opendata/t187ap07_L_${business}`, balance, 'TWSE', business),
    listed('tpexOpenApi', `/mopsfin_t187ap06_O_${business}`, income, 'TPEX', business),
    listed('tpexOpenApi', `/mopsfin_t187ap07_O_${business}`, balance, 'TPEX', business),
    listed('tpexOpenApi', `/mopsfin_t187ap06_U_${business}`, income, 'ESB', business),
    listed('tpexOpenApi', `/mopsfin_t187ap07_U_${business}`, balance, 'ESB', business),
  ]),
]
