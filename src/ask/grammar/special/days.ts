import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Column, Condition, Representation } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { meaningOf } from '../measures/meaning.ts'
import { plainContext } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { segmentsOf } from '../segments.ts'
import { subjectFor } from '../subject.ts'

const aside = ['entity', 'ask', 'noun', 'versus', 'both', 'each', 'annual']

/** The values of two or more named dates, months or quarters, side by side. */
export function answerDays(gathered: Gathered): Representation | null {
  const { items, entities, all } = gathered
  const times = all('time').map(({ time }) => time)
  if (entities.length === 0 || times.length < 2) return null
  if (items.some(({ sense }) => ![...aside, 'columns', 'time', 'join'].includes(sense.t))) return null
  const clauses = segmentsOf(items.filter(({ sense }) => !aside.includes(sense.t))).map(readClause)
  const phrases = clauses.flatMap((clause) => clause.phrases)
  if (phrases.length === 0 || phrases.some(({ readings, fold }) => !readings || fold)) return null
  const { subject, ids, market } = subjectFor(gathered, clauses)
  if (ids.length === 0) return null
  const context = plainContext(subject, market)
  const found = phrases.flatMap((phrase) => meaningOf(phrase, context) ?? [])
  const [first] = found
  if (!first || found.length !== phrases.length || found.some(({ dataset }) => dataset !== first.dataset)) return null
  const columns = found.flatMap(({ measure }) => (measure.kind === 'column' ? [measure] : []))
  const filters = JSON.stringify(columns[0]?.where ?? [])
  const frequency = frequencyOf(find(first.dataset)!)
  const points = times.every(({ window, edge }) => {
    if (edge) return false
    if (frequency === 'day') return window.kind === 'on' || window.kind === 'latest' || window.kind === 'back'
    return (
      (window.kind === 'calendar' || window.kind === 'newest') &&
      (frequency === 'quarter' ? window.quarter !== undefined : frequency === 'month' && window.month !== undefined)
    )
  })
  if (
    !points ||
    columns.length !== found.length ||
    columns.some(({ where, fold }) => fold || JSON.stringify(where ?? []) !== filters)
  )
    return null
  const dataset = first.dataset
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  const date = find(dataset)!.date
  const on: Condition[] = times.map((time) => ({ kind: 'within', of: of(date), window: windowFor(time, dataset) }))
  const rows = columns[0]!.where ?? []
  return {
    shape: 'rows',
    dataset,
    universe: { ids, ...(rows.length > 0 ? { rows } : {}) },
    when: { kind: 'all' },
    select: [{ as: date, of: of(date) }, ...columns.map(({ column }, i) => ({ as: found[i]!.name, of: of(column) }))],
    where: [{ kind: 'or', of: on }],
    by: [],
    order: [{ by: 'date', descending: false }],
    limit: null,
    notes: [],
  }
}
