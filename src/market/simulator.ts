import { Worker } from 'node:worker_threads'
import type { Dataset } from '../catalogue/dataset.ts'
import { dayOf } from '../days.ts'
import { type Batch, type BatchContent, createBatch } from '../lake/batch.ts'
import type { Days } from '../lake/periods.ts'
import { moduleFile } from '../moduleFile.ts'
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

/** Simulates one table after another, from the day after the published ones, or some days of it. */
export function createSimulation({ options, through, after }: SimulationOptions) {
  const world = createWorld(options, through)
  const { indexOf, atOrAfter, atOrBefore } = world.calendar
  const since = after === null ? 0 : indexOf(dayOf(after))! + 1
  return (dataset: Dataset, days?: Days): Batch => {
    const batch = createBatch(dataset)
    const from = days ? atOrAfter(dayOf(days.first)) : since
    const to = days ? atOrBefore(dayOf(days.last)) : world.through
    simulations[dataset.name as keyof typeof simulations].fill(world, batch.push, from, to)
    return batch
  }
}

export type Simulator = ReturnType<typeof simulateBeside>

/** Simulates in this thread, for a few tables: another thread takes longer to start. */
export function simulateHere(options: SimulationOptions): Simulator {
  const simulate = createSimulation(options)
  return { rows: async (dataset, days) => simulate(dataset, days), close: async () => {} }
}

/** Simulates in a thread of its own, while this one loads the rows of earlier tables. */
export function simulateBeside(options: SimulationOptions) {
  const thread = new Worker(moduleFile(import.meta.dirname, 'simulationThread'), { workerData: options })
  const waiting: { readonly resolve: (content: BatchContent) => void; readonly reject: (error: Error) => void }[] = []
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  thread.on('message', (content: BatchContent) => waiting.shift()!.resolve(content))
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('the simulation was ended')))
  return {
    /** Simulates the rows of a table, or of some days of it; tables are simulated one after another. */
    async rows(dataset: Dataset, days?: Days): Promise<Batch> {
      if (failure) throw failure
      const { promise, ...settle } = Promise.withResolvers<BatchContent>()
      waiting.push(settle)
      thread.postMessage({ name: dataset.name, days })
      return createBatch(dataset, await promise)
    },
    close: async (): Promise<void> => void (await thread.terminate()),
  }
}
