import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Column } from '../../representation.ts'
import { isKind } from '../items/items.ts'
import { fail, type State } from './state.ts'

/** A list of everything there is was hardly asked for: some word of the question must have said which. */
export function refuseOpen({ gathered, named, alone, conditions, outputs, about }: State, ordered: boolean): void {
  if (named || alone || ordered || conditions.length > 0 || about.subject !== 'stock') return
  const ofPart = Object.keys(gathered.universe).length > 0 && !gathered.has('flow') && outputs.length === 1
  if (!ofPart) fail('needs_number', [])
}

/** Datasets named beside measures that are of others, and steps of time that no row has. */
export function refuseUnused({ gathered, series }: State, columns: readonly Column[], driving: string): void {
  const used = new Set(columns.map(({ dataset }) => dataset))
  const left = gathered.items.filter(
    (item) =>
      isKind(item, 'dataset') && !item.token.senses.some((sense) => sense.t === 'dataset' && used.has(sense.dataset)),
  )
  if (left.length > 0)
    fail(
      'unused_words',
      left.map(({ token }) => token.text),
    )
  const ofYears = columns.some(({ where = [] }) => where.some((filter) => 'is' in filter && filter.is[0] === 'annual'))
  const steps = gathered.items.filter(
    (item) =>
      isKind(item, 'daily') &&
      item.sense.unit !== frequencyOf(find(driving)!) &&
      !(gathered.has('every') && [...used].some((name) => frequencyOf(find(name)!) === item.sense.unit)) &&
      !(item.sense.unit === 'year' && ofYears),
  )
  if (steps.length > 0 && (!series || steps.some((item) => isKind(item, 'daily') && item.sense.unit !== 'day')))
    fail(
      'unused_words',
      steps.map(({ token }) => token.text),
    )
}
