import type { RowsQuery } from './query.ts'
import type { Page } from './stream.ts'
import type { Warning } from './warnings.ts'

type Cell = string | number | boolean | null

/** One column of a dataset by dates, oldest first, and ids: `values` has a list for each id, with null where there is no row. */
export type WideFrame = {
  readonly dates: readonly string[]
  readonly ids: readonly string[]
  readonly values: Readonly<Record<string, readonly Cell[]>>
}

export type WideQuery = Omit<
  RowsQuery,
  'stock_id' | 'columns' | 'sort' | 'include' | 'limit' | 'cursor' | 'maxRows'
> & {
  /** These ids alone; all of them when left out. */
  readonly ids?: readonly string[] | undefined
  /** False leaves the dates as they are; when left out, there is a row for every trading day between the first and the last. */
  readonly calendar?: boolean | undefined
}

/** Most ids of a request. */
const mostIds = 500

type Read = (
  query: Readonly<Record<string, unknown>>,
  onWarning: (warning: Warning) => void,
) => AsyncIterable<Page<Readonly<Record<string, Cell>>>>

/** Reads a frame with few requests: a page has up to a million cells. */
export async function readWide(
  read: Read,
  openDays: (start: string, end: string) => Promise<readonly string[]>,
  { ids, calendar = true, ...query }: WideQuery,
  onWarning: (warning: Warning) => void,
): Promise<WideFrame> {
  const isChosen = ids !== undefined && ids.length > mostIds
  const unlessPaged = (warning: Warning): void => {
    if (warning.code !== 'short_page') onWarning(warning)
  }
  const rows: Readonly<Record<string, Cell>>[] = []
  const sent = { ...query, sort: 'asc', ...(ids === undefined || isChosen ? {} : { stock_id: ids }) }
  for await (const page of read(sent, unlessPaged)) rows.push(...page.rows)
  const names = Object.keys(rows[0] ?? {})
  // Ids that are whole numbers come first among the keys of an object, wherever the response had them; no id ends so.
  const date = names.find((name) => /_(date|month)$/.test(name)) ?? ''
  const found = names.filter((name) => name !== date)
  const missing = isChosen ? ids.filter((id) => !found.includes(id)) : []
  if (missing.length > 0) {
    const message = `unknown_id stock_id ${missing.slice(0, 20).join(', ')}: no row on these days; the columns are empty`
    onWarning({ code: 'unknown_id', param: 'stock_id', values: missing, tries: [], facts: {}, more: 0, message })
  }
  const own = rows.map((row) => String(row[date]))
  const dates =
    calendar && own.length > 0 ? await openDays(query.start_date ?? own[0]!, last(own, query.end_date)) : own
  const byDate = new Map(rows.map((row) => [String(row[date]), row]))
  const known = new Set(dates)
  const other = own.find((day) => !known.has(day))
  if (other !== undefined)
    throw new RangeError(`the frame has rows of ${other}, which is not a trading day: use calendar: false`)
  const columns = isChosen ? ids : found.sort((a, b) => (a < b ? -1 : 1))
  return {
    dates,
    ids: columns,
    values: Object.fromEntries(columns.map((id) => [id, dates.map((day) => byDate.get(day)?.[id] ?? null)])),
  }
}

/** The last date of the rows, or an earlier one that is asked for. */
const last = (dates: readonly string[], end: string | undefined): string =>
  end !== undefined && end < dates.at(-1)! ? end : dates.at(-1)!
