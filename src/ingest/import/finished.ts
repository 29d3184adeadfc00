import type { Dataset } from '../../catalogue/dataset.ts'
import { weekdayOf } from '../../sources/dates.ts'
import type { Cell } from '../../sources/outcome.ts'
import { levelName } from '../../sources/tdcc/holdingLevels.ts'
import { isStatement, statementColumns, statementType } from './statements.ts'

/** Columns that follow from others of the same row, made where the file has them not. */
type Values = Readonly<Record<string, Cell>>
type Made = Readonly<Record<string, (row: Values) => Cell>>

const difference =
  (a: string, b: string) =>
  (row: Values): Cell =>
    (row[a] as number) - (row[b] as number)

const nets: Made = {
  net_deal_volume: difference('long_deal_volume', 'short_deal_volume'),
  net_deal_amount: difference('long_deal_amount', 'short_deal_amount'),
  net_open_interest_volume: difference('long_open_interest_volume', 'short_open_interest_volume'),
  net_open_interest_amount: difference('long_open_interest_amount', 'short_open_interest_amount'),
}

/** Flows of institutions: dealers are the two kinds of their trades, net is bought less sold, and three make the total. */
function flowsOf(unit: '' | '_amount'): Made {
  const column = (who: string, what: string) => `${who}_${what}${unit}`
  const sum =
    (name: string, ...parts: readonly string[]) =>
    (row: Values): Cell =>
      row[name] ??
      (parts.some((part) => row[part] == null) ? null : parts.reduce((all, part) => all + (row[part] as number), 0))
  const less =
    (name: string, a: string, b: string) =>
    (row: Values): Cell =>
      row[name] ?? (row[a] == null || row[b] == null ? null : (row[a] as number) - (row[b] as number))
  const who = ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer']
  const all = ['foreign_investor', 'investment_trust', 'dealer']
  return Object.fromEntries([
    ...['buy', 'sell'].map((what) => [
      column('dealer', what),
      sum(column('dealer', what), column('dealer_self', what), column('dealer_hedging', what)),
    ]),
    ...who.map((one) => [column(one, 'net'), less(column(one, 'net'), column(one, 'buy'), column(one, 'sell'))]),
    unit === ''
      ? [column('total', 'net'), sum(column('total', 'net'), ...all.map((one) => column(one, 'net')))]
      : [column('total', 'net'), less(column('total', 'net'), column('total', 'buy'), column('total', 'sell'))],
  ])
}

/** Printed with two places, cut off and not rounded, and kept with four. */
const foreignRatio = ({ foreign_shares, issued_shares }: Values): Cell =>
  foreign_shares == null || !issued_shares
    ? null
    : Number((BigInt(foreign_shares as number) * 10_000n) / BigInt(issued_shares as number)) * 100

const made: Readonly<Record<string, Made>> = {
  TaiwanStockInstitutionalInvestorsBuySell: flowsOf(''),
  TaiwanStockTotalInstitutionalInvestors: flowsOf('_amount'),
  TaiwanStockShareholding: { foreign_shareholding_ratio: foreignRatio },
  TaiwanStockTradingDate: {
    weekday: ({ trade_date }) => weekdayOf(trade_date as number),
    // A list of days that were traded on; one of days to come has the column.
    is_scheduled: () => false,
  },
  TaiwanStockHoldingSharesPer: { level_name: ({ level }) => levelName(String(level)) ?? null },
  TaiwanFuturesInstitutionalInvestors: nets,
  TaiwanOptionInstitutionalInvestors: nets,
  TaiwanStockOverviewIncludeWarrant: {
    issue_key: ({ listing_date }) =>
      listing_date === null
        ? '-'
        : new Date((listing_date as number) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
  },
}

/** Columns that a file may have in another sense: the adjustment among the brackets of holders counts nobody. */
const mended: Readonly<Record<string, Made>> = {
  // Some lines may have what others lack: dealers were one before there were two kinds of them.
  TaiwanStockInstitutionalInvestorsBuySell: flowsOf(''),
  TaiwanStockTotalInstitutionalInvestors: flowsOf('_amount'),
  TaiwanStockHoldingSharesPer: { people: ({ level, people }) => (level === 16 ? null : people!) },
}

/** A statement that says neither year nor quarter has codes of somebody else's. */
export const mendedOf = (dataset: Dataset, lacking: readonly string[]): Made =>
  isStatement(dataset) && lacking.includes('fiscal_year')
    ? { type: statementType(dataset) }
    : (mended[dataset.name] ?? {})

/** The market a security left is not the one it is in now. */
export const takesMarket = ({ name, columns }: Dataset): boolean =>
  'market' in columns && name !== 'TaiwanStockDelisting'

export const madeOf = (dataset: Dataset): Made =>
  isStatement(dataset) ? statementColumns(dataset) : (made[dataset.name] ?? {})

/** Rows that a file has and the dataset has not: the column of the file that tells, and why they are left out. */
type Refusal = { readonly title: string; readonly is: (text: string) => boolean; readonly why: string }

/** Shares of a total, which some list among the amounts. */
const parts: Refusal = {
  title: 'type',
  is: (text) => /_per$/.test(text.trim()),
  why: 'is a share of the total, and no amount',
}

const refusals: Readonly<Record<string, Refusal>> = {
  TaiwanStockBalanceSheet: parts,
  TaiwanStockFinancialStatement: parts,
  TaiwanStockTradingDate: {
    title: 'is_trading_day',
    is: (text) => /^(false|0|n|no)$/i.test(text.trim()),
    why: 'says that the market was closed',
  },
}

export const refusalOf = ({ name }: Dataset): Refusal | null => refusals[name] ?? null
