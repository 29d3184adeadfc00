import type { Dataset } from '../catalogue/dataset.ts'
import { dateOf, dayOf } from '../days.ts'
import type { Kind } from '../fields.ts'
import { literal } from '../lake/schema.ts'
import type { FileReader } from '../pages/file.ts'
import type { Condition } from '../pages/match.ts'
import { measure, type Page, type Position, type Range } from '../pages/select.ts'
import type { FoundStreams } from './coverage.ts'
import type { Query } from './parameters.ts'
import { createPrinter, datesAtOnce, mostCells, nothing, severalRows, type WideFrame } from './wide.ts'

/*
 * A long frame is read by SQL from the files of the lake, three columns of them: the pages of rows would be inflated and
 * looked at whole. The SQL gives a row for each date, with the cells of the date as one text.
 */

/** Fewer rows than these are looked at in their pages. */
const leastRows = 50_000

/** The kinds whose values SQL prints as pages do, and whether they stand in quotes there. */
const quoted: Partial<Record<Kind, boolean>> = { decimal: true, date: true, integer: false }

/** What stands between an id and its value, `|`, and between two cells, `;`. */
const [inCell, between] = [124, 59]

/** SQL for the cells of the next dates: how many, and those behind them that are bounded by bytes. */
export type CellsQuery = { readonly sql: string; readonly maxRows: number; readonly maxBytes: number }

/** A cell takes about so many bytes. */
const cellBytes = 32

function conditionSql({ columns }: Dataset, condition: Condition): string[] {
  const { column } = condition
  const value = (text: string): string =>
    columns[column]!.kind === 'integer' || columns[column]!.kind === 'decimal' ? text : literal(text)
  if ('values' in condition) return [`${column} = ${value(condition.values[0]!)}`]
  const { min, max } = condition
  return [
    ...(min === null ? [] : [`${column} >= ${value(min)}`]),
    ...(max === null ? [] : [`${column} <= ${value(max)}`]),
  ]
}

/** The first days of a range, in its order, that have as many rows as a page has cells: no date has more than one of an id. */
function firstDays(reader: FileReader, { streams, parts }: FoundStreams, range: Range): Range {
  const oldest = range.from ?? parts.reduce((least, part) => Math.min(least, part.oldest), Number.POSITIVE_INFINITY)
  const newest = range.to ?? parts.reduce((most, part) => Math.max(most, part.newest), Number.NEGATIVE_INFINITY)
  const cut = (days: number): Range =>
    range.ascending ? { ...range, to: oldest + days } : { ...range, from: newest - days }
  let [few, enough] = [-1, Math.max(0, newest - oldest)]
  while (enough - few > 1) {
    const days = (few + enough) >> 1
    if (measure(reader, streams, cut(days)).rows > mostCells) enough = days
    else few = days
  }
  return cut(enough)
}

/** The SQL of a page of a frame of some ids; null where its rows are looked at in their pages. */
export function cellsQuery(
  reader: FileReader,
  dataset: Dataset,
  query: Query,
  found: FoundStreams,
  after: Position | null,
  shown: readonly string[],
): CellsQuery | null {
  const { streams, range, view } = found
  const { name, columns, date, id } = dataset
  const { wide, ids, filters, dateColumn, asOf, period, limit, ascending } = query
  if (wide === null || id === null || view !== null || asOf !== null || dateColumn !== null || period !== null)
    return null
  if (columns[date]!.kind !== 'date' || !(columns[wide]!.kind in quoted)) return null
  // Which of several values no row had is not known of cells.
  if (filters?.some((one) => 'values' in one && one.values.length > 1)) return null
  const isOther = after !== null && !('day' in after)
  if (isOther || (after === null && measure(reader, streams, range).rows < leastRows)) return null
  const { from, to } = firstDays(reader, found, after === null ? range : rangeAfter(range, after))
  const most = datesAtOnce(limit, shown.length) + 1
  const where = [
    ...(from === null ? [] : [`${date} >= DATE ${literal(dateOf(from))}`]),
    ...(to === null ? [] : [`${date} <= DATE ${literal(dateOf(to))}`]),
    ...(ids === null ? [] : [`${id} IN (${ids.map(literal).join(', ')})`]),
    ...(filters ?? []).flatMap((one) => conditionSql(dataset, one)),
  ]
  return {
    sql: `SELECT ${date} AS day, string_agg(concat(${id}, '|', ${wide}), ';') AS cells
      FROM ${name}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}
      GROUP BY ${date} ORDER BY ${date} ${ascending ? 'ASC' : 'DESC'} LIMIT ${most}`,
    maxRows: most,
    maxBytes: mostCells * cellBytes,
  }
}

/** The days of a range from one of them on. */
export const rangeAfter = (range: Range, { day }: Extract<Position, { day: number }>): Range =>
  range.ascending ? { ...range, from: day } : { ...range, to: day }

/** Dates that are printed before other requests have a turn. */
const someDates = 20

/** The dates of a frame that SQL gave the cells of, as rows of JSON. */
export function* printCells(
  frame: WideFrame,
  { text, isTruncated }: Cells,
  { maxRows }: CellsQuery,
): Generator<void, Page> {
  const { dataset, value, ids } = frame
  const found = JSON.parse(`[${text}]`) as { readonly day: string; readonly cells: string }[]
  const isMore = isTruncated || found.length === maxRows
  // The last date is the first of the next page.
  const next: Position | null = isMore ? { day: dayOf(found.pop()!.day) } : null
  const isQuoted = quoted[dataset.columns[value]!.kind]!
  const printer = createPrinter(frame)
  let count = 0
  for (const { day, cells } of found) {
    const bytes = Buffer.from(cells)
    let isSome = false
    for (let at = 0, to = 0; at < bytes.length; at = to + 1) {
      let bar = at
      while (bytes[bar] !== inCell) bar++
      to = bar + 1
      while (to < bytes.length && bytes[to] !== between) to++
      const column = printer.columnOf(bytes, at, bar)
      if (column === -1) continue
      isSome = true
      const isNull = bar + 1 === to
      const isFirst = isNull
        ? printer.add(column, nothing, 0, nothing.length)
        : printer.add(column, bytes, bar + 1, to, isQuoted)
      if (!isFirst) throw severalRows(frame, ids[column]!, day)
    }
    // Otherwise all ids of the date are hidden.
    if (isSome) {
      printer.print(Buffer.from(`"${day}"`))
      if (++count % someDates === 0) yield
    }
  }
  const rows = printer.rows()
  return {
    ...{ count, length: rows.length, runs: null, next },
    *copy(target, at) {
      target.set(rows, at)
      yield
    },
  }
}

/** The answer to `CellsQuery`. */
export type Cells = { readonly text: string; readonly isTruncated: boolean }
