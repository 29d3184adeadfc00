import type { Filter, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { windowFor } from '../../measures/window.ts'

const instantKinds = ['latest', 'back', 'on']

export const timeOf = ({ all }: Gathered, dataset: string): Window => {
  const time = all('time')[0]?.time
  return time ? windowFor(time, dataset) : { kind: 'latest' }
}

export const shapeOf = (window: Window): 'entities' | 'series' =>
  instantKinds.includes(window.kind) ? 'entities' : 'series'

export const empty = { where: [], by: [], order: [], limit: null, notes: [] } as const

export const idsOf = ({ entities }: Gathered, subject: 'futures' | 'option', fallback: string): string[] => {
  const ids = entities.filter((entity) => entity.subject === subject).map(({ id }) => id)
  return ids.length > 0 ? ids : [fallback]
}

export const session = ({ has }: Gathered): Filter => ({
  column: 'trading_session',
  is: [has('night') ? 'after_hours' : 'regular'],
})
