import type { Calendar } from './calendar.ts'
import type { Column, Indicator, Measure } from './representation.ts'

/** What an indicator is reckoned with where the question names no other numbers. */
type Parameters = {
  readonly byDefault: readonly number[]
  /** The last one may be a fraction: so many standard deviations. */
  readonly fraction?: boolean
}

const stochastic: Parameters = { byDefault: [9, 3, 3] }
const convergence: Parameters = { byDefault: [12, 26, 9] }
const bands: Parameters = { byDefault: [20, 2], fraction: true }

export const parametersOf: Readonly<Record<Indicator, Parameters>> = {
  k: stochastic,
  d: stochastic,
  rsi: { byDefault: [14] },
  macd_dif: convergence,
  macd_signal: convergence,
  macd_histogram: convergence,
  bollinger_upper: bands,
  bollinger_lower: bands,
  bollinger_percent_b: bands,
  bollinger_width: bands,
  bias: { byDefault: [20] },
  volatility: { byDefault: [20] },
  volatility_yearly: { byDefault: [20] },
  payout_ratio: { byDefault: [] },
  premium: { byDefault: [] },
  premium_percent: { byDefault: [] },
}

export type IndicatorMeasure = Extract<Measure, { kind: 'indicator' }>

export const numbersOf = ({ name, parameters }: IndicatorMeasure): readonly number[] =>
  parameters ?? parametersOf[name].byDefault

/** The trading days of a year, by which a daily volatility becomes a yearly one. */
export const daysOfYear = 252

/** The index that a future is settled by. */
const indices: Readonly<Record<string, string>> = { TX: 'TAIEX', MTX: 'TAIEX', TMF: 'TAIEX' }
export const futuresWithIndex = Object.keys(indices)

const indexOf = ({ entity = '' }: Column): Column => ({
  kind: 'column',
  dataset: 'TaiwanWeightedIndex',
  column: 'close',
  entity: indices[entity] ?? 'TAIEX',
})

const dividendOf = (year?: number): Column => ({
  kind: 'column',
  dataset: 'TaiwanStockDividend',
  column: 'cash_dividend',
  fold: 'sum',
  ...(year === undefined ? {} : { where: [{ column: 'fiscal_year', is: [year] }] }),
})

const earnings: Column = {
  kind: 'column',
  dataset: 'TaiwanStockFinancialStatement',
  column: 'value',
  where: [
    { column: 'type', is: ['EPS'] },
    { column: 'period', is: ['annual'] },
  ],
}

/** The newest year that is told of as a whole. */
const newestYear = (calendar: Calendar): number => {
  const newest = calendar.newest(earnings.dataset)
  return Number(newest.slice(0, 4)) - (newest.slice(5) === '12-31' ? 0 : 1)
}

/** An indicator that is arithmetic of columns, said by them; undefined where it is reckoned along the rows. */
export function spelledOut(measure: IndicatorMeasure, calendar: Calendar): Measure | undefined {
  const { name, of } = measure
  if ((name === 'premium' || name === 'premium_percent') && of) {
    const [premium, index]: [Measure, Measure] = [
      { kind: 'arithmetic', op: 'subtract', left: of, right: indexOf(of) },
      indexOf(of),
    ]
    return name === 'premium' ? premium : { kind: 'arithmetic', op: 'percent', left: premium, right: index }
  }
  if (name !== 'payout_ratio') return undefined
  const [year = newestYear(calendar)] = numbersOf(measure)
  return {
    kind: 'arithmetic',
    op: 'percent',
    left: { kind: 'over', fn: 'sum', of: dividendOf(year), window: { kind: 'all' } },
    right: { kind: 'over', fn: 'last', of: earnings, window: { kind: 'calendar', year } },
  }
}

/** The columns that an indicator reads. */
export function columnsOfIndicator({ name, of }: IndicatorMeasure): readonly Column[] {
  if (name === 'payout_ratio') return [dividendOf(), earnings]
  if (of === undefined) return []
  if (name === 'k' || name === 'd') return [of, { ...of, column: 'high' }, { ...of, column: 'low' }]
  return name === 'premium' || name === 'premium_percent' ? [of, indexOf(of)] : [of]
}
