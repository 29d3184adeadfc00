import { parentPort, workerData } from 'node:worker_threads'
import { find } from '../catalogue/index.ts'
import { openEngine } from '../lake/engine.ts'
import { boundsOf } from './bounds.ts'
import type { PageSource } from './slices.ts'
import { writePart } from './write.ts'

/** A thread that encodes parts of datasets, one at a time, with its own database. */
export type EncoderOptions = {
  readonly memory: string
  readonly scratch: string
  readonly folder: string
  /** Number of such threads. */
  readonly lanes: number
}
export type EncoderJob = { readonly dataset: string; readonly source: PageSource }

const { memory, scratch, folder, lanes } = workerData as EncoderOptions
const engine = await openEngine({ memory, scratch, lanes })
const bounds = boundsOf(memory)

parentPort!.on('message', async ({ dataset, source }: EncoderJob) => {
  try {
    const made = await writePart(engine.connection, find(dataset)!, source, folder, bounds)
    parentPort!.postMessage({ made })
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    parentPort!.postMessage({ fault: { message, code } })
  }
})
