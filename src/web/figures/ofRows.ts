import type { Kind } from '../../fields.ts'
import { numeric, type Row, text } from '../fetched.ts'
import { barOf } from './bars.ts'
import type { Figure, Series } from './spec.ts'

/** The chart of any rows, by the kinds of their columns. */

export type Column = {
  readonly name: string
  readonly label: string
  readonly unit: string | null
  readonly kind: Kind
}

type Ranked = { readonly label: string; readonly value: number }

type RowsChart =
  | { readonly kind: 'figure'; readonly spec: Figure; readonly column: Column }
  /** Named things in order; `total` of them before the list was cut. */
  | { readonly kind: 'ranked'; readonly column: Column; readonly bars: readonly Ranked[]; readonly total: number }
  /** Too many securities over time. */
  | { readonly kind: 'many' }
  | { readonly kind: 'none' }

/** Texts of a chart of prices, and the names of units. */
type ChartWords = {
  readonly candles: readonly [string, string, string, string, string, string]
  readonly units: Readonly<Record<'shares' | 'twd' | 'percent', string>>
}

const mostBars = 20

const isNumber = ({ kind }: Column): boolean => kind === 'integer' || kind === 'decimal'

/** Whole numbers that name a thing instead of measuring it. */
const isName = ({ name }: Column): boolean => /(^|_)(year|quarter|month|day|rank|version|id|level)$/.test(name)

/** Columns whose values a chart can show. */
export const measuresOf = (columns: readonly Column[], rows: readonly Row[]): readonly Column[] =>
  columns.filter(
    (column) => isNumber(column) && !isName(column) && rows.some((row) => numeric(row[column.name]) !== null),
  )

const distinct = (rows: readonly Row[], name: string): number => new Set(rows.map((row) => row[name])).size

/** The column that orders rows in time: of several moments of one day, their time. */
function timeColumn(columns: readonly Column[], rows: readonly Row[]): Column | undefined {
  const dates = columns.filter(({ kind }) => kind === 'date' || kind === 'datetime')
  const others = columns.filter(
    (column) => (column.kind === 'text' && column.name.endsWith('_time')) || /(^|_)year$/.test(column.name),
  )
  const moving = [...dates, ...others].filter(({ name }) => distinct(rows, name) > 1)
  return moving.find(({ name }) => distinct(rows, name) === rows.length) ?? moving[0]
}

const textColumns = (columns: readonly Column[], time: Column | undefined): readonly Column[] =>
  columns.filter((column) => column.kind === 'text' && column !== time)

/** The column that names what a row is about. */
const idColumn = (columns: readonly Column[], time: Column | undefined): Column | undefined => {
  const texts = textColumns(columns, time)
  return texts.find(({ name }) => /(^|_)id$/.test(name)) ?? texts[0]
}

/** `2330 台積電`: the id and, where it stands beside it, the name. */
const labelOf = (row: Row, id: Column, columns: readonly Column[]): string => {
  const name = columns.find((column) => /(^|_)name$/.test(column.name) && column.kind === 'text' && column !== id)
  return name ? `${text(row[id.name])} ${text(row[name.name])}` : text(row[id.name])
}

/** `−1` before `1`, `2026-11-12` before `2026-11-13`. */
const inTime =
  (time: Column) =>
  (a: Row, b: Row): number =>
    text(a[time.name]) < text(b[time.name]) ? -1 : 1

const unitOf = ({ unit }: Column, { units }: ChartWords): string => {
  if (unit === null) return ''
  const known: Readonly<Record<string, string>> = { TWD: units.twd, shares: units.shares, percent: units.percent }
  return known[unit] ?? unit
}

function formOf({ name }: Column, values: readonly (number | null)[]): Series['form'] {
  if (values.some((value) => value !== null && value < 0))
    return /(net|spread|change|growth|flow)/.test(name) ? 'signed' : 'line'
  return /(volume|turnover|revenue|amount|count|dividend|shares|eps|_sum)/.test(name) ? 'bars' : 'line'
}

const seriesOf = (column: Column, label: string, rows: readonly (Row | undefined)[], words: ChartWords): Series => {
  const values = rows.map((row) => numeric(row?.[column.name]))
  return {
    label,
    unit: unitOf(column, words),
    digits: column.kind === 'decimal' ? 2 : 0,
    form: formOf(column, values),
    values,
  }
}

const priceNames = ['open', 'high', 'low', 'close'] as const

function candlesOf(columns: readonly Column[], time: Column, rows: readonly Row[], words: ChartWords): Figure | null {
  const names = columns.map(({ name }) => name)
  if (![...priceNames, 'volume'].every((name) => names.includes(name)) || time.kind !== 'date') return null
  const { label } = columns.find(({ name }) => name === 'close')!
  const isShares = columns.find(({ name }) => name === 'volume')!.unit === 'shares'
  const [open, high, low, close, volume, lots] = words.candles
  return {
    kind: 'candles',
    label,
    bars: rows.map((row) => barOf(row, time.name)),
    marks: [],
    words: [open, high, low, close, volume, isShares ? lots : ''],
    volumeUnit: isShares ? 1_000 : 1,
  }
}

/** The chart of rows: candles for prices of a security, one or two lines over time, or bars of named things. */
export function chartOf(
  columns: readonly Column[],
  rows: readonly Row[],
  words: ChartWords,
  chosen: string | null = null,
): RowsChart {
  const measures = measuresOf(columns, rows)
  const column =
    measures.find(({ name }) => name === chosen) ?? measures.find(({ name }) => name === 'close') ?? measures[0]
  if (!column || rows.length < 2) return { kind: 'none' }
  const time = timeColumn(columns, rows)
  const id = idColumn(columns, time)
  if (time && distinct(rows, time.name) === rows.length) {
    const ordered = rows.toSorted(inTime(time))
    const candles = chosen === null ? candlesOf(columns, time, ordered, words) : null
    if (candles) return { kind: 'figure', column, spec: candles }
    const points = ordered.map((row) => text(row[time.name]))
    return {
      kind: 'figure',
      column,
      spec: { kind: 'series', label: column.label, points, series: [seriesOf(column, column.label, ordered, words)] },
    }
  }
  if (!id) return { kind: 'none' }
  const groups = Map.groupBy(rows, (row) => text(row[id.name]))
  if (groups.size === rows.length) {
    const all = rows.flatMap((row): Ranked[] => {
      const value = numeric(row[column.name])
      return value === null ? [] : [{ label: labelOf(row, id, columns), value }]
    })
    const bars = all.length <= mostBars ? all : all.toSorted((a, b) => b.value - a.value).slice(0, mostBars)
    return bars.length === 0 ? { kind: 'none' } : { kind: 'ranked', column, bars, total: all.length }
  }
  if (!time) return { kind: 'none' }
  if (groups.size !== 2) return { kind: 'many' }
  const points = [...new Set(rows.map((row) => text(row[time.name])))].toSorted()
  const [first, second] = [...groups.values()].map((own) => {
    const byTime = new Map(own.map((row) => [text(row[time.name]), row]))
    const series = seriesOf(
      column,
      labelOf(own[0]!, id, columns),
      points.map((point) => byTime.get(point)),
      words,
    )
    return { ...series, form: 'line' as const, isUnique: byTime.size === own.length }
  })
  if (!first!.isUnique || !second!.isUnique) return { kind: 'none' }
  return { kind: 'figure', column, spec: { kind: 'series', label: column.label, points, series: [first!, second!] } }
}

/** The kind of each column of rows that come without a description: decimals are text with a point. */
export function kindsOf(rows: readonly Row[], name: string): Kind {
  const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null)
  const all = (test: (value: string | number | boolean) => boolean): boolean => values.length > 0 && values.every(test)
  if (all((value) => typeof value === 'number')) return 'integer'
  if (all((value) => typeof value === 'boolean')) return 'boolean'
  if (all((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))) return 'date'
  if (all((value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))))
    return 'decimal'
  return 'text'
}
