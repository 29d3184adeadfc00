import type { Label } from '../fields.ts'
import { frequencyOf } from './calendar.ts'
import { both, circleNames, indicatorNames, measureLabels, periods, scaleNames } from './columnLabels.ts'
import { findComputed } from './computed.ts'
import { type IndicatorMeasure, numbersOf } from './indicators.ts'
import type { Circle, Column, Dimension, Filter, Fn, Indicator, Measure, Output } from './representation.ts'
import { columnsIn, datasetOf } from './typing.ts'

/** The label of a column of an answer, and the unit of its values: null where they have none, or none that is known. */
export type ColumnText = { readonly label: Label; readonly unit: string | null }

/** A column of the registry, or one that is computed from its row. */
export function textOfColumn(dataset: string, column: string): ColumnText {
  const { columns } = datasetOf(dataset)
  const { label, unit } = Object.hasOwn(columns, column) ? columns[column]! : findComputed(dataset, column)!
  // Rows that each have a unit of their own have none together.
  return { label, unit: unit && !unit.startsWith('see ') ? unit : null }
}

/** The values that a column is filtered by, beside its label. */
const filteredBy = (filters: readonly Filter[], entity: string | undefined): string[] => [
  ...(entity === undefined ? [] : [entity]),
  ...filters.flatMap((filter) => ('is' in filter ? filter.is.map(String) : 'pick' in filter ? [filter.pick] : [])),
]

function columnText({ dataset, column, where = [], entity, fold }: Column): ColumnText {
  const { label, unit } = textOfColumn(dataset, column)
  const values = filteredBy(where, entity)
  const told =
    values.length === 0 ? label : both(`${label.en} (${values.join(', ')})`, `${label.zh}（${values.join('、')}）`)
  // How rows of one date become one value is a part of the column; their number is another value.
  return fold === 'count' ? folded(fold, { label: told, unit }) : { label: told, unit }
}

/** The label of a measure with the labels of its parts. */
function labelOf(name: keyof typeof measureLabels, parts: Readonly<Record<string, Label | number>>): Label {
  const fill = (language: 'en' | 'zh'): string =>
    measureLabels[name][language].replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
      const part = parts[slot]!
      return typeof part === 'number' ? String(part) : part[language]
    })
  return both(fill('en'), fill('zh'))
}

const folded = (fn: Fn, { label, unit }: ColumnText): ColumnText => ({
  label: labelOf(fn, { of: label }),
  unit: fn === 'count' || fn === 'distinct' ? null : unit,
})

/** Two percentages differ by percentage points. */
const unitOfDifference = (unit: string | null): string | null => (unit === 'percent' ? 'percentage points' : unit)

const operators = { add: '+', subtract: '-', multiply: '×', divide: '÷', percent: '÷' } as const

/** The unit of two values put together; a bare number takes that of the value beside it. */
function unitOfPair({ op, left, right }: Extract<Measure, { kind: 'arithmetic' }>): string | null {
  if (op === 'percent') return 'percent'
  const [a, b] = [textOfMeasure(left).unit, textOfMeasure(right).unit]
  if (op === 'divide') return right.kind === 'number' && right.unit === undefined ? a : null
  if (op === 'multiply') {
    if (left.kind === 'number' && left.unit === undefined) return b
    return right.kind === 'number' && right.unit === undefined ? a : null
  }
  if (left.kind === 'number') return b
  if (right.kind === 'number') return a
  if (a !== b) return null
  return op === 'subtract' ? unitOfDifference(a) : a
}

/** The dates of a dataset, as a unit: a streak of monthly revenue is of months. */
function unitOfDates(measure: Measure): string | null {
  const frequencies = new Set(columnsIn(measure).map(({ dataset }) => frequencyOf(datasetOf(dataset))))
  const [frequency] = frequencies
  if (frequencies.size !== 1 || frequency === undefined || frequency === 'event') return null
  return { day: 'trading days', week: 'weeks', month: 'months', quarter: 'quarters' }[frequency]
}

/** What is counted in a row: periods where the values were folded by them, else dates. */
const unitOfSteps = (measure: Extract<Measure, { kind: 'streak' | 'count' }>): string | null =>
  measure.period ? `${measure.period.unit}s` : unitOfDates(measure)

const circled = (by: Circle, { label, unit }: ColumnText): ColumnText => ({
  label: labelOf('among', { of: label, circle: circleNames[by] }),
  unit,
})

const pureNumbers: readonly Indicator[] = ['k', 'd', 'rsi', 'bollinger_percent_b']

function indicatorText(measure: IndicatorMeasure): ColumnText {
  const { name, of } = measure
  const { en, zh } = indicatorNames[name]
  const numbers = numbersOf(measure)
  const told = numbers.length > 0 ? ` (${numbers.join(', ')})` : ''
  const isPrice = name.startsWith('macd_') || ['bollinger_upper', 'bollinger_lower', 'premium'].includes(name)
  const unit = pureNumbers.includes(name) ? null : isPrice && of ? textOfMeasure(of).unit : 'percent'
  return { label: both(`${en}${told}`, `${zh}${told}`), unit }
}

/** The label of a side; one that is itself of two sides stands in brackets. */
const sideOf = (measure: Measure): Label => {
  const { label } = textOfMeasure(measure)
  return measure.kind === 'arithmetic' ? both(`(${label.en})`, `（${label.zh}）`) : label
}

function pairText(measure: Extract<Measure, { kind: 'arithmetic' }>): ColumnText {
  const [left, right] = [sideOf(measure.left), sideOf(measure.right)]
  const sign = ` ${operators[measure.op]} `
  return { label: both(left.en + sign + right.en, left.zh + sign + right.zh), unit: unitOfPair(measure) }
}

/** The text of what a measure computes. */
export function textOfMeasure(measure: Measure): ColumnText {
  switch (measure.kind) {
    case 'column':
      return columnText(measure)
    case 'number':
      return { label: both(String(measure.value), String(measure.value)), unit: null }
    case 'arithmetic':
      return pairText(measure)
    case 'indicator':
      return indicatorText(measure)
    case 'streak':
      return { label: measureLabels.streak, unit: unitOfSteps(measure) }
    case 'count':
      return { label: measureLabels.dates, unit: unitOfSteps(measure) }
    case 'since':
      return { label: measureLabels.since, unit: null }
    case 'day':
      return { label: measureLabels[measure.fn === 'first' ? 'firstDate' : 'lastDate'], unit: null }
    case 'correlation':
    case 'beta': {
      const [left, right] = [textOfMeasure(measure.left).label, textOfMeasure(measure.right).label]
      return { label: labelOf(measure.kind, { left, right }), unit: null }
    }
  }
  const of = textOfMeasure(measure.of)
  const text = (name: keyof typeof measureLabels, unit: string | null, n = 0): ColumnText => ({
    label: labelOf(name, { of: of.label, n }),
    unit,
  })
  switch (measure.kind) {
    case 'over':
    case 'across':
      return folded(measure.fn, of)
    case 'group':
      return circled(measure.by, folded(measure.fn, of))
    case 'weighted':
      return {
        label: labelOf('weighted', { of: of.label, weight: textOfMeasure(measure.weight).label }),
        unit: of.unit,
      }
    case 'at':
    case 'cumulative':
      return text(measure.kind, of.unit)
    case 'average':
      return text('average', of.unit, measure.n)
    case 'percentile':
      return text('percentile', of.unit, Math.round(measure.p * 100))
    case 'standing':
    case 'drawdown':
      return text(measure.kind, 'percent')
    case 'change':
      return measure.as === 'percent' ? text('percentChange', 'percent') : text('change', unitOfDifference(of.unit))
    case 'date':
      return text(measure.fn === 'min' ? 'lowestDate' : 'highestDate', null)
    case 'place':
      return text('place', null)
    case 'share':
      return circled(measure.by, text('share', 'percent'))
    case 'days':
      return text(measure.as === 'until' ? 'daysUntil' : 'daysSince', 'days')
  }
}

/** The text of an output, in the scale that it is told in. */
export function textOfOutput({ of, in: scale }: Output): ColumnText {
  const { label, unit } = textOfMeasure(of)
  if (scale === undefined) return { label, unit }
  if (scale === 'lots') return { label, unit: unit === 'shares' ? 'lots of 1,000 shares' : null }
  if (scale === 'basis_points') return { label, unit: 'basis points' }
  return { label, unit: unit === null ? null : `${scaleNames[scale]} ${unit}` }
}

const overviewColumns: Readonly<Record<string, string>> = {
  industry: 'industry_category',
  market: 'market',
  type: 'security_type',
}

/** The text of what groups are made by. */
export function textOfDimension(dimension: Dimension, dataset: string): ColumnText {
  if (typeof dimension === 'object') return textOfColumn(dataset, dimension.column)
  const column = overviewColumns[dimension]
  return column ? textOfColumn('TaiwanStockOverview', column) : { label: periods[dimension]!, unit: null }
}
