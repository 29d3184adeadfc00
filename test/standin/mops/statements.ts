import { accountsOf } from '../../../src/catalogue/accounts.ts'
import { htmlPage, htmlTable } from '../html.ts'
import type { Market } from '../market.ts'
import { openApiBody } from '../openApi.ts'
import type { Page } from '../page.ts'
import type { Sheet } from '../sheet.ts'
import { divided, grouped, places, rocBare } from '../spell.ts'

/** Condensed statements of every company of a market: a column an account, a table for each kind of business. */

type Business = 'ci' | 'fh'

type Statement = {
  readonly table: string
  readonly accounts: readonly { readonly type: string; readonly names: readonly string[] }[]
  /** Income runs from 1 January on, so its quarters are added up. */
  readonly isSummed: boolean
  /** The line that only a statement with subsidiaries fills. */
  readonly parent: string
  /** The lines that a kind of business files, by their types; a line is titled with a name of its account. */
  readonly lines: Readonly<Record<Business, readonly string[]>>
}

const typesIn = (list: string): readonly string[] => list.trim().split(/\s+/)

const after = `IncomeTaxExpense IncomeFromContinuingOperations IncomeAfterTaxes OtherComprehensiveIncome
  TotalComprehensiveIncome NetIncomeAttributableToOwnersOfParent NetIncomeAttributableToNoncontrollingInterests
  ComprehensiveIncomeAttributableToOwnersOfParent EPS`
export const income: Statement = {
  table: 'TaiwanStockFinancialStatement',
  accounts: accountsOf.TaiwanStockFinancialStatement,
  isSummed: true,
  parent: 'NetIncomeAttributableToOwnersOfParent',
  lines: {
    ci: typesIn(`Revenue CostOfGoodsSold GrossProfit OperatingExpenses OperatingIncome
      TotalNonoperatingIncomeAndExpense PreTaxIncome ${after}`),
    fh: typesIn(`NetInterestIncome NetNonInterestIncome Revenue BadDebtExpense NetChangeInInsuranceLiabilityReserve
      OperatingExpenses PreTaxIncome ${after}`),
  },
}

const equity = `CapitalStock CapitalSurplus RetainedEarnings OtherEquityInterest EquityAttributableToOwnersOfParent
  NoncontrollingInterests Equity BookValuePerShare`
export const balance: Statement = {
  table: 'TaiwanStockBalanceSheet',
  accounts: accountsOf.TaiwanStockBalanceSheet,
  isSummed: false,
  parent: 'EquityAttributableToOwnersOfParent',
  lines: {
    ci: typesIn(
      `CurrentAssets NoncurrentAssets TotalAssets CurrentLiabilities NoncurrentLiabilities Liabilities ${equity}`,
    ),
    fh: typesIn(`CashAndCashEquivalents TotalAssets Liabilities ${equity}`),
  },
}

const cashTypes = typesIn(`CashFlowsFromOperatingActivities CashProvidedByInvestingActivities
  CashFlowsProvidedFromFinancingActivities EffectOfExchangeRateChanges CashBalancesIncrease
  CashBalancesBeginningOfPeriod CashBalancesEndOfPeriod`)
export const cash: Statement = {
  table: 'TaiwanStockCashFlowsStatement',
  accounts: accountsOf.TaiwanStockCashFlowsStatement,
  isSummed: false,
  parent: '',
  lines: { ci: cashTypes, fh: cashTypes },
}

/** Condensed statements leave out the word for a total. */
function titleOf({ accounts, table }: Statement, type: string): string {
  const name = accounts.find((one) => one.type === type)?.names.find((one) => !one.endsWith('合計'))
  if (name === undefined) throw new TypeError(`no account of ${table} is ${type}`)
  return name
}

/** The printed accounts, for comparisons. */
export const typesOf = ({ lines }: Statement, business: Business): readonly string[] => lines[business]

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
      ...lines.map((type) => {
        const line = company.find((row) => row.type === type)
        if (!line || (type === statement.parent && scope === 'individual')) return isGrouped ? '--' : ''
        const amount = line.unit === 'TWD' ? divided(line.amount!, 3) : places(line.amount!, 2)
        return isGrouped ? grouped(amount) : amount
      }),
    ]
  })
  return { title: '', titles: ['公司代號', '公司名稱', ...lines.map((type) => titleOf(statement, type))], rows: cells }
}

const boards = { sii: ['TWSE', '上市'], otc: ['TPEX', '上櫃'], rotc: ['ESB', '興櫃'] } as const
const words = ['一', '二', '三', '四']
const boardOf = (fields: Readonly<Record<string, string>>) => boards[(fields.TYPEK ?? 'sii') as keyof typeof boards]
const ends = ['03-31', '06-30', '09-30', '12-31']

const summary = (code: string, statement: Statement): Page => ({
  publisher: 'mops',
  path: `/mops/web/ajax_${code}`,
  requestedDays: ({ fields }) => {
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
const listed = (publisher: string, path: string, statement: Statement, board: string, business: string): Page => ({
  publisher,
  path,
  requestedDays: () => null,
  async sheets(market) {
    const [row] = await market.rows(
      `SELECT max(report_date) AS day FROM ${statement.table} WHERE announce_date <= :through AND period = 'quarterly'`,
    )
    if (!row?.day || !(business in statement.lines)) return []
    const quarter = { year: Number(row.day.slice(0, 4)), quarter: Number(row.day.slice(5, 7)) / 3 }
    const sheet = await sheetOf(market, statement, board, business as Business, quarter, false)
    const heads = publisher === 'tpexOpenApi' ? ['Date', 'Year', 'Season'] : ['出表日期', '年度', '季別']
    const names = publisher === 'tpexOpenApi' ? ['SecuritiesCompanyCode', 'CompanyName'] : ['公司代號', '公司名稱']
    const period = [rocBare(market.through()), String(quarter.year - 1911), String(quarter.quarter)]
    const titles = [...heads, ...names, ...sheet.titles.slice(2)]
    return [{ title: '', titles, rows: sheet.rows.map((cells) => [...period, ...cells]) }]
  },
  write: (sheets) => openApiBody(sheets),
  nothing: () => openApiBody([]),
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
