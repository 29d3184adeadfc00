import type { Dataset } from '../../catalogue/dataset.ts'
import { weekdayOf } from '../../sources/dates.ts'
import type { Cell } from '../../sources/outcome.ts'
import { levelName } from '../../sources/tdcc/holdingLevels.ts'

/** Columns that follow from others of the same row, made where the file has them not. */
type Made = Readonly<Record<string, (row: Readonly<Record<string, Cell>>) => Cell>>

const difference =
  (a: string, b: string) =>
  (row: Readonly<Record<string, Cell>>): Cell =>
    (row[a] as number) - (row[b] as number)

const nets: Made = {
  net_deal_volume: difference('long_deal_volume', 'short_deal_volume'),
  net_deal_amount: difference('long_deal_amount', 'short_deal_amount'),
  net_open_interest_volume: difference('long_open_interest_volume', 'short_open_interest_volume'),
  net_open_interest_amount: difference('long_open_interest_amount', 'short_open_interest_amount'),
}

const made: Readonly<Record<string, Made>> = {
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
  TaiwanStockHoldingSharesPer: { people: ({ level, people }) => (level === 16 ? null : people!) },
}

export const mendedOf = ({ name }: Dataset): Made => mended[name] ?? {}

/** The market a security left is not the one it is in now. */
export const takesMarket = ({ name, columns }: Dataset): boolean =>
  'market' in columns && name !== 'TaiwanStockDelisting'

export const madeOf = ({ name }: Dataset): Made => made[name] ?? {}

/** Rows that a file has and the dataset has not: the column of the file that tells, and why they are left out. */
type Refusal = { readonly title: string; readonly is: (text: string) => boolean; readonly why: string }

const refusals: Readonly<Record<string, Refusal>> = {
  TaiwanStockTradingDate: {
    title: 'is_trading_day',
    is: (text) => /^(false|0|n|no)$/i.test(text.trim()),
    why: 'says that the market was closed',
  },
}

export const refusalOf = ({ name }: Dataset): Refusal | null => refusals[name] ?? null
