import { addDays, calendarDay, dateOf, dayMs, dayOf, monthOf, weekdayOf, yearOf } from '../../../days.ts'
import type { Row } from '../../../query/formats/page.ts'
import { limits } from '../../../query/parameters.ts'
import { dataHeaders, readRowObjects } from '../../rows/rowObjects.ts'
import type { Services } from '../../services.ts'
import type { Source } from './symbols.ts'

export const resolutions = ['1D', '1W', '1M'] as const
export type Resolution = 'D' | 'W' | 'M'

/** Trading days of the longest period, and rows that an answer may be made of: all days of any symbol. */
const mostDays: Readonly<Record<Resolution, number>> = { D: 1, W: 7, M: 23 }
const mostRows = 50_000

/** A bar of a day, a week or a month; its time is the first trading day, 00:00 UTC, in seconds. */
export type Bar = {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
}

/** Bars before `to`, from `from` on or the last `count` of them; times are seconds of Unix. */
type Wanted = {
  readonly resolution: Resolution
  readonly from: number
  readonly to: number
  readonly count: number | null
}

const daySeconds = dayMs / 1_000

/** The first day of a period, and that of the next one. */
function periodOf(day: number, resolution: Resolution): readonly [first: number, next: number] {
  if (resolution === 'D') return [day, day + 1]
  const monday = day - weekdayOf(day) + 1
  if (resolution === 'W') return [monday, monday + 7]
  return [calendarDay(yearOf(day), monthOf(day), 1), calendarDay(yearOf(day), monthOf(day) + 1, 1)]
}

export const periodStart = (date: string, resolution: Resolution): number => periodOf(dayOf(date), resolution)[0]

const known = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** The bar of a day; null on a day without a trade. */
function barOf({ dataset, value }: Source, row: Row): Bar | null {
  const close = known(row[value ?? 'close'])
  if (close === null) return null
  const [open, high, low] = ['open', 'high', 'low'].map((column) => (value ? null : known(row[column])) ?? close)
  return {
    time: dayOf(String(row[dataset.date])) * daySeconds,
    open: open!,
    high: high!,
    low: low!,
    close,
    volume: known(row.volume),
  }
}

/** Bars of longer periods, in the order of the days, oldest first. */
function merged(bars: readonly Bar[], resolution: Resolution): Bar[] {
  const periods = Map.groupBy(bars, ({ time }) => periodOf(time / daySeconds, resolution)[0])
  return [...periods.values()].map((days) => ({
    ...{ time: days[0]!.time, open: days[0]!.open, close: days.at(-1)!.close },
    high: Math.max(...days.map(({ high }) => high)),
    low: Math.min(...days.map(({ low }) => low)),
    volume: days[0]!.volume === null ? null : days.reduce((sum, { volume }) => sum + (volume ?? 0), 0),
  }))
}

/** A day that requests can name: charts ask for times long before and after. */
const within = (day: number): string => dateOf(Math.min(Math.max(day, dayOf('1900-01-01')), dayOf('2999-12-31')))

/** The bars of a symbol, oldest first, and the headers of their rows. */
export async function readBars(services: Services, source: Source, wanted: Wanted) {
  const { resolution, from, to, count } = wanted
  const last = Math.ceil(to / daySeconds) - 1
  const first = count === null ? periodOf(Math.ceil(from / daySeconds), resolution)[0] : null
  // A first period may be cut by the limit: one more is read.
  const limit = count === null ? Number.POSITIVE_INFINITY : (count + 1) * mostDays[resolution]
  const { id, dataset, fixed } = source
  const raw = {
    ...{ ...fixed, stock_id: id, end_date: within(periodOf(last, resolution)[1] - 1) },
    ...(first === null || within(first) > within(last) ? {} : { start_date: within(first) }),
    ...(limit > limits.rows ? {} : { limit: String(limit) }),
    ...(dataset.filters.include_inactive ? { include_inactive: 'true' } : {}),
  }
  const found = await readRowObjects(services, dataset, raw, mostRows)
  const days = [...found.rows!].reverse().flatMap((row) => barOf(source, row) ?? [])
  const bars = merged(days, resolution).filter(({ time }) => time < to && (count !== null || time >= from))
  return { bars: count === null ? bars : bars.slice(-count), headers: dataHeaders(found), warnings: found.warnings }
}

/** The time of the last bar before a time; null where there is none. */
export async function barBefore(services: Services, source: Source, resolution: Resolution, time: number) {
  const { bars } = await readBars(services, source, { resolution, from: 0, to: time, count: 1 })
  return bars[0]?.time ?? null
}

/** The two last bars of days. */
export const lastBars = async (services: Services, source: Source): Promise<readonly Bar[]> => {
  const to = dayOf(addDays(services.now().toISOString().slice(0, 10), 2)) * daySeconds
  return (await readBars(services, source, { resolution: 'D', from: 0, to, count: 2 })).bars
}
