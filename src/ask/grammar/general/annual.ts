import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Measure, Window } from '../../representation.ts'
import { meaningOf } from '../measures/meaning.ts'
import type { Phrase } from '../measures/phrase.ts'
import type { Time } from '../time/time.ts'
import { mean, type State } from './state.ts'

/** Statements of a whole year stand in rows of their own. */
export function isAnnual(state: State, phrase: Phrase, { window }: Time): boolean {
  const quarterly =
    phrase.readings?.some(({ subject, dataset }) => subject === state.about.subject && dataset.endsWith('Statement')) ??
    phrase.composite !== undefined
  const byQuarter = state.gathered.all('daily').some(({ unit }) => unit === 'quarter')
  if (!quarterly || byQuarter || !ofStatements(phrase, state)) return false
  if (window.kind === 'previous') return window.unit === 'year'
  if (window.kind === 'calendar') return window.quarter === undefined && window.month === undefined
  return window.kind === 'last' && window.unit === 'year' && window.n > 1
}

const ofStatements = (phrase: Phrase, state: State): boolean => {
  const found = meaningOf(phrase, state.context)
  return found !== null && frequencyOf(find(found.dataset)!) === 'quarter'
}

export function datedPeriod(state: State, measure: Measure, window: Window): Measure {
  if (state.when.kind === 'latest' && !state.fixed) {
    state.when = window
    state.fixed = true
  } else if (JSON.stringify(state.when) !== JSON.stringify(window)) return { kind: 'at', of: measure, when: window }
  return measure
}

/** Growth of what is published by month or quarter is growth over the year before. */
export function yearly(state: State, phrase: Phrase): Phrase | null {
  const { frequency, measure } = mean(state, phrase, undefined)
  if (frequency !== 'month' && frequency !== 'quarter') return null
  const isRevenue =
    measure.kind === 'column' && measure.dataset === 'TaiwanStockMonthRevenue' && measure.column === 'revenue'
  return isRevenue
    ? { text: phrase.text, readings: [{ subject: 'stock', dataset: measure.dataset, column: 'yoy_percent' }] }
    : { ...phrase, growth: 'year' }
}
