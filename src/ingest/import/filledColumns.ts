import {
  accountsOf,
  codeOf,
  isStatement as isOfStatement,
  labelOf,
  type Statement,
  unitOf,
} from '../../catalogue/accounts.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { dateOf, weekdayOf } from '../../days.ts'
import { compact } from '../../sources/dates.ts'
import type { Cell } from '../../sources/outcome.ts'
import { levelName } from '../../sources/tdcc/holdingLevels.ts'

/** Financial statements in the form of other services: date, type, value and the account's name in the filing. */

type Values = Readonly<Record<string, Cell>>

const isStatement = ({ name }: Dataset): boolean => isOfStatement(name)

/** The account by its name in the filing, because type codes differ between services. */
function accountOf({ name }: Dataset, { origin_name }: Values) {
  const label = labelOf(origin_name as string)
  const known = accountsOf[name as Statement].find(({ names }) => names.some((one) => labelOf(one) === label))
  return known ?? { type: codeOf(label), unit: unitOf(label) }
}

const quarterEnds = ['03-31', '06-30', '09-30', '12-31']

/** 1 to 4; null if the day does not end a quarter. */
const quarterOf = ({ report_date }: Values): number | null =>
  quarterEnds.indexOf(dateOf(report_date as number).slice(5)) + 1 || null

/** Columns that follow from the date and the account. */
const statementColumns = (dataset: Dataset): Readonly<Record<string, (row: Values) => Cell>> => ({
  period: () => 'quarterly',
  fiscal_year: (row) => (quarterOf(row) === null ? null : Number(dateOf(row.report_date as number).slice(0, 4))),
  fiscal_quarter: quarterOf,
  unit: (row) => accountOf(dataset, row).unit,
  // Companies file no fourth quarter; it is the year less the other three.
  is_derived: (row) => dataset.name === 'TaiwanStockFinancialStatement' && quarterOf(row) === 4,
})

const statementType = (dataset: Dataset) => (row: Values) => accountOf(dataset, row).type

/** Formulas for columns that follow from others of the same row. */
type RowCells = Readonly<Record<string, Cell>>
type ColumnFormulas = Readonly<Record<string, (row: RowCells) => Cell>>

const difference =
  (a: string, b: string) =>
  (row: RowCells): Cell =>
    (row[a] as number) - (row[b] as number)

const nets: ColumnFormulas = {
  net_deal_volume: difference('long_deal_volume', 'short_deal_volume'),
  net_deal_amount: difference('long_deal_amount', 'short_deal_amount'),
  net_open_interest_volume: difference('long_open_interest_volume', 'short_open_interest_volume'),
  net_open_interest_amount: difference('long_open_interest_amount', 'short_open_interest_amount'),
}

/**
 * Institutional flows: dealers are the sum of their two kinds, net is buy less sell, and three investors make the
 * total.
 */
function flowsOf(unit: '' | '_amount'): ColumnFormulas {
  const column = (who: string, side: string) => `${who}_${side}${unit}`
  const sum =
    (name: string, ...parts: readonly string[]) =>
    (row: RowCells): Cell =>
      row[name] ??
      (parts.some((part) => row[part] == null) ? null : parts.reduce((all, part) => all + (row[part] as number), 0))
  const less =
    (name: string, a: string, b: string) =>
    (row: RowCells): Cell =>
      row[name] ?? (row[a] == null || row[b] == null ? null : (row[a] as number) - (row[b] as number))
  const who = ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer']
  const all = ['foreign_investor', 'investment_trust', 'dealer']
  return Object.fromEntries([
    ...['buy', 'sell'].map((side) => [
      column('dealer', side),
      sum(column('dealer', side), column('dealer_self', side), column('dealer_hedging', side)),
    ]),
    ...who.map((one) => [column(one, 'net'), less(column(one, 'net'), column(one, 'buy'), column(one, 'sell'))]),
    unit === ''
      ? [column('total', 'net'), sum(column('total', 'net'), ...all.map((one) => column(one, 'net')))]
      : [column('total', 'net'), less(column('total', 'net'), column('total', 'buy'), column('total', 'sell'))],
  ])
}

/** Published with two places, truncated, and stored with four. */
const foreignRatio = ({ foreign_shares, issued_shares }: RowCells): Cell =>
  foreign_shares == null || !issued_shares
    ? null
    : Number((BigInt(foreign_shares as number) * 10_000n) / BigInt(issued_shares as number)) * 100

const made: Readonly<Record<string, ColumnFormulas>> = {
  TaiwanStockInstitutionalInvestorsBuySell: flowsOf(''),
  TaiwanStockTotalInstitutionalInvestors: flowsOf('_amount'),
  TaiwanStockShareholding: { foreign_shareholding_ratio: foreignRatio },
  TaiwanStockTradingDate: {
    weekday: ({ trade_date }) => weekdayOf(trade_date as number),
    // Lists of scheduled days have this column.
    is_scheduled: () => false,
  },
  TaiwanStockHoldingSharesPer: { level_name: ({ level }) => levelName(String(level)) ?? null },
  TaiwanFuturesInstitutionalInvestors: nets,
  TaiwanOptionInstitutionalInvestors: nets,
  TaiwanStockOverviewIncludeWarrant: {
    issue_key: ({ listing_date }) => (listing_date === null ? '-' : compact(dateOf(listing_date as number))),
  },
}

/** Formulas that replace values of a file: the adjustment bracket of holders counts no people. */
const mended: Readonly<Record<string, ColumnFormulas>> = {
  // Older lines have dealers as one kind.
  TaiwanStockInstitutionalInvestorsBuySell: flowsOf(''),
  TaiwanStockTotalInstitutionalInvestors: flowsOf('_amount'),
  TaiwanStockHoldingSharesPer: { people: ({ level, people }) => (level === 16 ? null : people!) },
}

/** A statement without year and quarter uses foreign account codes. */
export const correctedColumnFormulas = (dataset: Dataset, lacking: readonly string[]): ColumnFormulas =>
  isStatement(dataset) && lacking.includes('fiscal_year')
    ? { type: statementType(dataset) }
    : (mended[dataset.name] ?? {})

/** A delisting names the market that was left, not the current one. */
export const takesMarket = ({ name, columns }: Dataset): boolean =>
  'market' in columns && name !== 'TaiwanStockDelisting'

export const missingColumnFormulas = (dataset: Dataset): ColumnFormulas =>
  isStatement(dataset) ? statementColumns(dataset) : (made[dataset.name] ?? {})

/** Rows of a file that the dataset does not have: the column that decides, and the reason. */
type RowFilter = { readonly title: string; readonly is: (text: string) => boolean; readonly why: string }

/** Shares of a total, listed among the amounts. */
const parts: RowFilter = {
  title: 'type',
  is: (text) => /_per$/.test(text.trim()),
  why: 'is a share of the total, and no amount',
}

const refusals: Readonly<Record<string, RowFilter>> = {
  TaiwanStockBalanceSheet: parts,
  TaiwanStockFinancialStatement: parts,
  TaiwanStockTradingDate: {
    title: 'is_trading_day',
    is: (text) => /^(false|0|n|no)$/i.test(text.trim()),
    why: 'says that the market was closed',
  },
}

export const rowFilterOf = ({ name }: Dataset): RowFilter | null => refusals[name] ?? null
