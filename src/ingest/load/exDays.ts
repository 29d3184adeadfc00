import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { dayNumber } from '../../sources/dates.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Row } from '../../sources/outcome.ts'
import type { JournalReader } from '../asking/records.ts'
import { feedOf } from '../asking/replay.ts'
import { shifted } from '../plan/moments.ts'
import type { Reading } from './dataset.ts'

/** The securities of the stock exchange that go ex on a day; null where no list of ex-days covers it. */
export type ExDays = (day: string) => Promise<ReadonlySet<string> | null>

type Terms = {
  readonly journal: Pick<JournalReader, 'answers'>
  readonly feeds: readonly Feed[]
  readonly read: Reading
}

/** Days after which a list of what is to come still names a day. */
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

/** Looks for a day in the lists that the journal has: what went ex, or what was forecast and reaches back to the day. */
export const createExDays =
  ({ journal, feeds, read }: Terms): ExDays =>
  async (day) => {
    const wanted = dayNumber(day)
    for (const { dataset, endpoint, columns, isForecast } of lists) {
      const days = { from: day, to: isForecast ? shifted(day, stillNamed) : day }
      for (const answer of journal.answers({ dataset: dataset.name, kinds: ['rows'], newest: true, ...days })) {
        const isWhole = isForecast || (answer.from <= day && answer.to >= day)
        const feed = answer.endpoint === endpoint && answer.prunedAt === null && isWhole ? feedOf(answer, feeds) : null
        const outcome = feed && (await read(answer, feed))
        if (outcome?.kind !== 'rows') continue
        if (isForecast && !outcome.rows.some((row) => datesIn(row, columns).some((date) => date <= wanted))) continue
        const going = outcome.rows.filter((row) => datesIn(row, columns).includes(wanted))
        return new Set(going.map((row) => String(row.stock_id)))
      }
    }
    return null
  }
