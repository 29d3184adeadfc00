import type { Column, Measure, Window } from '../../representation.ts'
import type { Reading } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { ratios } from './accounts.ts'
import { columnOf, isFlow, nameOf, readingOf } from './columns.ts'
import { compositeOf } from './composites.ts'
import { flowOf } from './flows.ts'
import { type Context, type Meant, meant, type Phrase, percent } from './phrase.ts'
import { price } from './price.ts'
import { windowFor } from './window.ts'

const quarterWindow: Window = { kind: 'last', n: 1, unit: 'quarter' }

const growths: Readonly<Record<'year' | 'quarter' | 'month', Window>> = {
  year: { kind: 'last', n: 1, unit: 'year' },
  quarter: quarterWindow,
  month: { kind: 'last', n: 1, unit: 'month' },
}

/** The number a phrase stands for, at one date or over the window that belongs to it. */
export function meaningOf(phrase: Phrase, context: Context, time?: Time): Meant | null {
  const own = phrase.time ?? time
  const base = baseOf(phrase, context, own)
  if (!base) return null
  if (phrase.of) {
    // Both are of the same period where they can be.
    const whole = meaningOf(phrase.of, { ...context, hints: [base.dataset, ...context.hints] }, time)
    if (whole && whole.frequency !== base.frequency) return null
    // Of itself anything is all there is.
    if (whole && JSON.stringify(whole.measure) === JSON.stringify(base.measure)) return null
    if (whole?.flow && base.flow && own && !['latest', 'back', 'on'].includes(own.window.kind)) {
      const sum = (of: Measure, dataset: string): Measure => ({
        kind: 'over',
        fn: 'sum',
        of,
        window: windowFor(own, dataset),
      })
      return {
        ...base,
        measure: percent(sum(base.measure, base.dataset), sum(whole.measure, whole.dataset)),
        name: `${base.name}_percent`,
        flow: false,
        summed: true,
      }
    }
    // What was bought over a time, of all shares there are.
    if (whole && base.flow && own && !['latest', 'back', 'on'].includes(own.window.kind))
      return {
        ...base,
        measure: percent(
          { kind: 'over', fn: 'sum', of: base.measure, window: windowFor(own, base.dataset) },
          whole.measure,
        ),
        name: `${base.name}_percent`,
        flow: false,
        summed: true,
      }
    return (
      whole && { ...base, measure: percent(base.measure, whole.measure), name: `${base.name}_percent`, flow: false }
    )
  }
  if (phrase.growth && !base.name.endsWith('percent')) {
    const since = growths[phrase.growth]
    return {
      ...base,
      measure: { kind: 'change', of: base.measure, since, as: 'percent' },
      name: `${base.name}_growth`,
      flow: false,
    }
  }
  return base
}

function baseOf(phrase: Phrase, context: Context, time: Time | undefined): Meant | null {
  const close = price(context)
  if (phrase.line !== undefined)
    return close && meant({ kind: 'average', of: close, n: phrase.line }, close.dataset, `ma${phrase.line}`)
  if (phrase.who) return flowOf(phrase, context)
  if (phrase.readings) {
    const both = bothMarkets(phrase.readings, context)
    if (both) return both
    const reading = readingOf(phrase.readings, context)
    const column = reading && columnOf(reading, context)
    return column && meant(column, column.dataset, nameOf(reading), isFlow(reading))
  }
  const ratio = phrase.composite && ratios[phrase.composite]
  if (ratio) {
    if (context.subject !== 'stock') return null
    const [measure, dataset] = ratio(context)
    return meant(measure, dataset, phrase.composite!)
  }
  return compositeOf(phrase, context, time)
}

/** What both markets traded together, from the bars of their indices. */
function bothMarkets(readings: readonly Reading[], context: Context): Meant | null {
  if (context.subject !== 'market' || readings.some(({ subject }) => subject === 'market')) return null
  const found = readings.find(
    ({ dataset, column }) =>
      dataset === 'TaiwanWeightedIndex' && ['volume', 'turnover', 'trade_count'].includes(column),
  )
  if (!found) return null
  const of = (entity: string): Column => ({ kind: 'column', dataset: found.dataset, column: found.column, entity })
  const measure: Measure = context.market
    ? of(context.market === 'TPEX' ? 'TPEX' : 'TAIEX')
    : { kind: 'arithmetic', op: 'add', left: of('TAIEX'), right: of('TPEX') }
  return meant(measure, found.dataset, found.column, true)
}
