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

export const madeOf = ({ name }: Dataset): Made => made[name] ?? {}
