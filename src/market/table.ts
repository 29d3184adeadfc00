import type { Dataset } from '../catalogue/dataset.ts'
import type { Cells } from '../lake/batch.ts'
import type { World } from './world.ts'

/** How the market in a box fills one dataset. */
export type Table<D extends Dataset = Dataset> = {
  readonly dataset: D
  /**
   * `daily`: rows of the trading days at positions `from` to `to`, each a function of the seed and the day alone.
   * `whole`: the table as it is known at the newest day; rows that are no longer in it are removed.
   */
  readonly kind: 'daily' | 'whole'
  readonly fill: (world: World, push: (row: Cells<D>) => void, from: number, to: number) => void
}

export const table = <D extends Dataset>(definition: Table<D>): Table => definition as Table<never> as Table
