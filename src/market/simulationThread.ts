import { parentPort, workerData } from 'node:worker_threads'
import { find } from '../catalogue/index.ts'
import { contentOf } from '../lake/batch.ts'
import type { Days } from '../lake/periods.ts'
import { createSimulation, type SimulationOptions } from './simulator.ts'

/** A thread that simulates the tables it is sent the names of, in this order. */
const simulate = createSimulation(workerData as SimulationOptions)

parentPort!.on('message', ({ name, days }: { readonly name: string; readonly days?: Days }) => {
  const { content, transfer } = contentOf(simulate(find(name)!, days))
  parentPort!.postMessage(content, transfer)
})
