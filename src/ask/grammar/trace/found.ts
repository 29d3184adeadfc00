import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Representation, Window } from '../../representation.ts'

/** Everything a representation says, without its structure: what each word of the question is looked for in. */
export type Found = {
  readonly representation: Representation
  readonly numbers: ReadonlySet<number>
  /** Kinds, functions, columns, datasets, ids and values. */
  readonly texts: ReadonlySet<string>
  readonly windows: readonly Window[]
  readonly columns: readonly string[]
  readonly frequencies: ReadonlySet<string>
}

const windows = new Set<string>([
  'latest',
  'back',
  'on',
  'last',
  'before',
  'this',
  'previous',
  'next',
  'calendar',
  'newest',
  'between',
  'all',
] satisfies Window['kind'][])

/** Names of outputs and notes are ours, not the question's. */
const ours = new Set(['as', 'notes'])

export function foundIn(representation: Representation): Found {
  const numbers = new Set<number>()
  const texts = new Set<string>()
  const seen: Window[] = []
  const columns: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'number') numbers.add(Math.abs(value))
    else if (typeof value === 'string') texts.add(value)
    else if (Array.isArray(value)) value.forEach(walk)
    else if (value !== null && typeof value === 'object') {
      const own = value as Record<string, unknown>
      // A condition that lies between two measures is not a time.
      if (typeof own.kind === 'string' && windows.has(own.kind) && !('of' in own)) seen.push(value as Window)
      if (own.kind === 'change' && typeof own.as === 'string') texts.add(`change_${own.as}`)
      if (typeof own.column === 'string') columns.push(own.column)
      for (const [key, part] of Object.entries(own)) if (!ours.has(key)) walk(part)
    }
  }
  walk(representation)
  const datasets = [...texts].flatMap((text) => find(text) ?? [])
  return {
    representation,
    numbers,
    texts,
    windows: seen,
    columns,
    frequencies: new Set(datasets.map(frequencyOf)),
  }
}
