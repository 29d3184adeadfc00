import type { Dataset } from '../catalogue/dataset.ts'
import type { Fields } from '../fields.ts'
import type { Cells } from '../lake/batch.ts'
import type { World } from './world.ts'

/** Simulates one dataset. */
export type Table<D extends Dataset = Dataset> = {
  readonly dataset: D
  readonly kind: 'daily' | 'whole' | 'newest'
  readonly fill: (world: World, push: (row: Cells<D>) => void, from: number, to: number) => void
}

/** A table whose dataset's name is known to the compiler. */
export type NamedTable<N extends string> = Table & { readonly dataset: { readonly name: N } }

const tableOf =
  (kind: Table['kind']) =>
  <C extends Fields, N extends string>(dataset: Dataset<C, N>, fill: Table<Dataset<C, N>>['fill']): NamedTable<N> =>
    ({ dataset, kind, fill }) as Table<never> as NamedTable<N>

/** Rows of the trading days at positions `from` to `to`, each a function of the seed and the day alone. */
export const dailyTable = tableOf('daily')
/** The table as it is known at the newest day; rows that are no longer in it are removed. */
export const wholeTable = tableOf('whole')
/** The newest days; earlier ones are removed. */
export const newestTable = tableOf('newest')
