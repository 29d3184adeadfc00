import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { addDays, dayOf } from '../../days.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Row } from '../../sources/outcome.ts'
import type { JournalReader } from '../fetching/journalReader.ts'
import { feedOf } from '../fetching/storedResponses.ts'
import type { ReadResponse } from './staging.ts'

/** Finds the TWSE securities that go ex on a day; null if no stored list covers the day. */
export type FindExSecurities = (day: string) => Promise<ReadonlySet<string> | null>

type ExDayInputs = {
  readonly journal: Pick<JournalReader, 'responses'>
  readonly feeds: readonly Feed[]
  readonly read: ReadResponse
}

/** Days that a forecast list keeps naming a past day. */
const stillNamed = 2

const lists = [
  { dataset: TaiwanStockDividendResult, endpoint: 'TWT49U', columns: ['ex_date'], isForecast: false },
  {
    dataset: TaiwanStockDividend,
    endpoint: 'TWT48U_ALL',
    columns: ['cash_ex_date', 'stock_ex_date'],
    isForecast: true,
  },
] as const

const datesIn = (row: Row, columns: readonly string[]): number[] =>
  columns.map((name) => row[name]).filter((cell) => typeof cell === 'number')

/** Searches the stored lists: of results, or of forecasts that reach back to the day. */
export const exSecuritiesFinder =
  ({ journal, feeds, read }: ExDayInputs): FindExSecurities =>
  async (day) => {
    const exDay = dayOf(day)
    for (const { dataset, endpoint, columns, isForecast } of lists) {
      const days = { from: day, to: isForecast ? addDays(day, stillNamed) : day }
      const filter = { dataset: dataset.name, endpoint, kinds: ['rows'], newest: true, ...days } as const
      for (const response of journal.responses(filter)) {
        const isWhole = isForecast || (response.from <= day && response.to >= day)
        const feed = response.prunedAt === null && isWhole ? feedOf(response, feeds) : null
        const outcome = feed && (await read(response, feed))
        if (outcome?.kind !== 'rows') continue
        if (isForecast && !outcome.rows.some((row) => datesIn(row, columns).some((date) => date <= exDay))) continue
        const going = outcome.rows.filter((row) => datesIn(row, columns).includes(exDay))
        return new Set(going.map((row) => String(row.stock_id)))
      }
    }
    return null
  }
