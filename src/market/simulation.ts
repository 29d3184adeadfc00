import type { Dataset } from '../catalogue/dataset.ts'
import { dayOf } from '../days.ts'
import { type Batch, createBatch } from '../lake/batch.ts'
import { simulations } from './simulations.ts'
import { createWorld, type MarketOptions } from './world.ts'

/** The market to simulate, and the days. */
export type SimulationOptions = {
  readonly options: MarketOptions
  /** The newest day. */
  readonly through: string
  /** The newest day that is published already; null where there is none. */
  readonly after: string | null
}

/** Simulates one table after another, from the day after the published ones. */
export function createSimulation({ options, through, after }: SimulationOptions): (dataset: Dataset) => Batch {
  const world = createWorld(options, through)
  const since = after === null ? 0 : world.calendar.indexOf(dayOf(after))! + 1
  return (dataset) => {
    const batch = createBatch(dataset)
    simulations[dataset.name as keyof typeof simulations].fill(world, batch.push, since, world.through)
    return batch
  }
}
