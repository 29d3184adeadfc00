import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Dataset } from '../catalogue/dataset.ts'
import { type Batch, type BatchContent, createBatch } from '../lake/batch.ts'
import { createSimulation, type SimulationOptions } from './simulation.ts'

export type Simulator = ReturnType<typeof simulateBeside>

/** Simulates in this thread, for a few tables: another thread takes longer to start. */
export function simulateHere(options: SimulationOptions): Simulator {
  const simulate = createSimulation(options)
  return { rows: async (dataset) => simulate(dataset), close: async () => {} }
}

/** Simulates in a thread of its own, while this one loads the rows of earlier tables. */
export function simulateBeside(options: SimulationOptions) {
  const thread = new Worker(join(import.meta.dirname, 'simulationThread.ts'), { workerData: options })
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
    /** Simulates the rows of a table; tables are simulated one after another. */
    async rows(dataset: Dataset): Promise<Batch> {
      if (failure) throw failure
      const { promise, ...settle } = Promise.withResolvers<BatchContent>()
      waiting.push(settle)
      thread.postMessage(dataset.name)
      return createBatch(dataset, await promise)
    },
    close: async (): Promise<void> => void (await thread.terminate()),
  }
}
