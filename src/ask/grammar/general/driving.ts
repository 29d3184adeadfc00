import { find } from '../../../catalogue/index.ts'
import { type Frequency, frequencyOf } from '../../calendar.ts'
import type { Column } from '../../representation.ts'
import { fail, type State } from './state.ts'

const speed: readonly Frequency[] = ['day', 'week', 'month', 'quarter', 'event']

/** The dataset whose dates the answer goes by: prices where there are any, else what has rows most often. */
export function drivingOf(state: State, columns: readonly Column[]): string {
  const names = [...new Set(columns.filter(({ entity }) => entity === undefined).map(({ dataset }) => dataset))]
  if (names.length === 0) return columns[0]?.dataset ?? fail('which_measure', [])
  if (state.series) return state.series.dataset
  if (names.includes('TaiwanStockPrice')) return 'TaiwanStockPrice'
  return names.reduce((best, name) => (place(name) < place(best) ? name : best))
}

const place = (name: string): number => speed.indexOf(frequencyOf(find(name)!))
