import type { Dataset } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import { type Cell, numeric, type Row, text } from '../fetched.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { thinned } from '../today.ts'
import { barOf } from './bars.ts'
import { figure } from './draw.ts'
import type { Chart, Choice } from './ofDataset.ts'
import type { Series } from './spec.ts'
import { rankedBar, rankedRow, ranking } from './strips.ts'

/** Fewer points than this are better read in the table. */
const fewest = 3
const mostPoints = 250
const mostRanked = 20

export type Drawn = {
  readonly picture: Html
  /** What the chart shows of the rows: its columns, and the values chosen. */
  readonly meta: Piece
}

const isChosen =
  (choices: readonly Choice[]) =>
  (row: Row): boolean =>
    choices.every((choice) => choice.kind !== 'is' || text(row[choice.column]) === choice.value)

/** One row for each date, as the chart chooses it, newest first. */
function chosenRows(rows: readonly Row[], date: string, choices: readonly Choice[]): readonly Row[] {
  const most = choices.find((choice) => choice.kind === 'most')
  const byDate = Map.groupBy(rows.filter(isChosen(choices)), (row) => text(row[date]))
  return [...byDate.values()].map((same) =>
    most === undefined
      ? same[0]!
      : same.reduce((best, row) => ((numeric(row[most.column]) ?? 0) > (numeric(best[most.column]) ?? 0) ? row : best)),
  )
}

/** The size of the reader's unit for a column: 億元 and 張 rather than dollars and shares. */
function readerUnit(
  unit: string | undefined,
  values: readonly (number | null)[],
  { words, language }: Context,
): { readonly size: number; readonly label: string; readonly digits: number } {
  const largest = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)))
  const digitsOf = (size: number): number => (largest / size >= 1_000 ? 0 : largest / size >= 10 ? 1 : 2)
  const scaled = (size: number, label: string) => ({ size, label, digits: digitsOf(size) })
  const { charts } = words.dataset
  if (unit === 'TWD' && largest >= 1e8)
    return language === 'zh' ? scaled(1e8, charts.hundredMillion) : scaled(1e9, charts.billion)
  if (unit === 'shares' && largest >= 1_000) return { size: 1_000, label: words.frame.units.lots, digits: 0 }
  if (unit === 'currency units' && largest >= 1e9) return scaled(1e9, charts.billions)
  if (unit === 'percent') return { size: 1, label: '%', digits: 2 }
  const whole = values.every((value) => value === null || Number.isInteger(value))
  const label = unit === undefined ? '' : unitText(unit, words.dataset.units)
  return { size: 1, label, digits: whole ? 0 : largest >= 1 ? 2 : 4 }
}

/** A unit in the reader's language. */
export const unitText = (unit: string, units: Readonly<Record<string, string>>): string => units[unit] ?? unit

const chosenText = (choices: readonly Choice[], words: Context['words']): Piece =>
  choices.map((choice) =>
    choice.kind === 'is'
      ? html` <code>${choice.column}=${choice.value}</code>`
      : choice.kind === 'most'
        ? html` ${words.dataset.charts.mostTraded}`
        : null,
  )

const columnText = (columns: readonly string[]): Piece =>
  columns.map((column, i) => html`${i > 0 ? ', ' : null}<code>${column}</code>`)

function drawCandles(
  context: Context,
  { columns, date, title }: Dataset,
  { choices }: Extract<Chart, { kind: 'candles' }>,
  rows: readonly Row[],
): Drawn | null {
  const { words, language } = context
  const bars = chosenRows(rows, date, choices)
    .slice(0, mostPoints)
    .map((row) => barOf(row, date))
    .toReversed()
  if (bars.filter(([, , , , close]) => close !== null).length < fewest) return null
  const volumes = bars.map(([, , , , , volume]) => volume)
  const { size, label } = readerUnit(columns.volume?.unit, volumes, context)
  const { open, high, low, close, volume } = words.dataset.charts
  return {
    picture: figure({
      kind: 'candles',
      label: title[language],
      bars,
      marks: [],
      words: [open, high, low, close, volume, label],
      volumeUnit: size,
    }),
    meta: [
      columnText(['open', 'high', 'low', 'close', ...(columns.volume ? ['volume'] : [])]),
      chosenText(choices, words),
    ],
  }
}

/** Rows of the same date as one, their values added. */
const summed = (rows: readonly Row[], date: string, column: string): readonly Row[] =>
  [...Map.groupBy(rows, (row) => text(row[date]))].map(([day, same]) => ({
    [date]: day,
    [column]: same.reduce((sum, row) => sum + (numeric(row[column]) ?? 0), 0),
  }))

function drawSeries(
  context: Context,
  dataset: Dataset,
  chart: Extract<Chart, { kind: 'series' }>,
  rows: readonly Row[],
  hasMore: boolean,
): Drawn | null {
  const { words, language } = context
  const { date, columns, title } = dataset
  const { along, series, choices, isSum } = chart
  const isDay = along !== date
  const newest = rows[0]?.[date]
  const ofDay = () =>
    rows.filter((row) => row[date] === newest).toSorted((a, b) => (text(a[along]) < text(b[along]) ? -1 : 1))
  // The oldest date may be cut where more rows follow, and would then be added up wrong.
  const oldest = hasMore ? rows.at(-1)?.[date] : undefined
  const ofDates = () =>
    isSum
      ? summed(
          rows.filter((row) => row[date] !== oldest),
          date,
          series[0]!.column,
        )
      : chosenRows(rows, date, choices)
  const found = isDay ? thinned(ofDay(), 12) : ofDates().slice(0, mostPoints).toReversed()
  if (found.length < fewest) return null
  const drawn = series.map(({ column, form, hasOwnAxis }): Series => {
    const raw = found.map((row) => numeric(row[column] as Cell))
    const { unit: declared, label: name } = columns[column]!
    // The rows of statements say their unit themselves.
    const unit = declared === 'see unit column' ? text(found.at(-1)!.unit) : declared
    const { size, label, digits } = readerUnit(unit, raw, context)
    const values = raw.map((value) => (value === null ? null : Number((value / size).toPrecision(12))))
    return { label: name[language], unit: label, digits, form, hasOwnAxis, values }
  })
  const isBare = drawn.every(({ values }) => values.every((value) => value === null))
  if (isBare) return null
  const [first, second] = drawn
  return {
    picture: figure({
      kind: 'series',
      label: title[language],
      points: found.map((row) => text(row[along]).slice(0, isDay ? 5 : 10)),
      // A second series without a value would be an empty axis.
      series: second === undefined || second.values.every((value) => value === null) ? [first!] : [first!, second],
    }),
    meta: [
      columnText(series.map(({ column }) => column)),
      chosenText(choices, words),
      isSum ? html` ${words.dataset.charts.added}` : null,
      isDay ? html` ${text(newest)}` : null,
    ],
  }
}

function drawRanked(
  context: Context,
  dataset: Dataset,
  chart: Extract<Chart, { kind: 'ranked' }>,
  rows: readonly Row[],
): Drawn | null {
  const { label, value, isSorted, upTo, choices } = chart
  const { words } = context
  const newest = rows[0]?.[dataset.date]
  const found = rows.filter(isChosen(choices)).flatMap((row) => {
    const size = numeric(row[value])
    const isPart = upTo === null || (numeric(row[upTo.column]) ?? 0) <= upTo.value
    return row[dataset.date] === newest && isPart && size !== null ? [{ name: text(row[label]), size }] : []
  })
  if (found.length < 2) return null
  const bars = isSorted ? found.toSorted((a, b) => b.size - a.size).slice(0, mostRanked) : found
  const sizes = bars.map(({ size }) => size)
  const unit = readerUnit(dataset.columns[value]!.unit, sizes, context)
  const largest = Math.max(...sizes)
  const sign = unit.label === '%' ? '%' : ''
  return {
    picture: ranking(
      bars.map(({ name, size }) =>
        rankedRow(name, rankedBar(size, largest), `${number(size / unit.size, unit.digits)}${sign}`),
      ),
    ),
    meta: [
      columnText([value]),
      chosenText(choices, words),
      ` ${text(newest)}`,
      unit.label === '' || unit.label === '%' ? null : ` (${unit.label})`,
      bars.length < found.length ? ` ${words.dataset.charts.firstOf(bars.length, found.length)}` : null,
    ],
  }
}

/** Draws the chart of a dataset; null where its rows are too few. */
export function drawChart(
  context: Context,
  dataset: Dataset,
  chart: Exclude<Chart, { readonly kind: 'heat' }>,
  rows: readonly Row[],
  hasMore: boolean,
): Drawn | null {
  if (chart.kind === 'candles') return drawCandles(context, dataset, chart, rows)
  return chart.kind === 'series'
    ? drawSeries(context, dataset, chart, rows, hasMore)
    : drawRanked(context, dataset, chart, rows)
}
