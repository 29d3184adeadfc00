import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { memoryBytesOf } from '../config/values.ts'
import { createPool } from '../lake/pool.ts'
import { moduleFile } from '../moduleFile.ts'
import { encodersIn } from './bounds.ts'
import type { EncoderJob, EncoderOptions } from './encoder.ts'
import type { PartPages } from './format.ts'

/** Threads that share the encoding of a version. */
export type Encoders = ReturnType<typeof startEncoders>

const closedMessage = 'the encoders were ended'

type Place = { worker: Worker | null }
type Reply = { made: PartPages } | { fault: { message: string; code?: string } }

export function startEncoders({ memory, ...options }: Omit<EncoderOptions, 'lanes'>) {
  const size = encodersIn(memory)
  // One more share is for the main thread.
  const share = size === 1 ? memory : `${Math.floor(memoryBytesOf(memory) / 1e6 / (size + 1))}MB`
  const workers: Worker[] = []
  /** A worker starts with the first job of its place, and again after one that ended it. */
  const places = Array.from({ length: size }, (): Place => ({ worker: null }))
  const pool = createPool(places, closedMessage)

  const start = (place: Place): Worker => {
    const worker = new Worker(moduleFile(import.meta.dirname, 'encoder'), {
      workerData: {
        ...options,
        memory: share,
        lanes: size,
        scratch: join(options.scratch, String(workers.length)),
      } satisfies EncoderOptions,
    })
    workers.push(worker)
    const leave = () => {
      place.worker = null
    }
    worker.once('error', leave).once('exit', leave)
    return worker
  }
  const run = (worker: Worker, job: EncoderJob): Promise<PartPages> =>
    new Promise((resolve, reject) => {
      const end = () => reject(new Error(closedMessage))
      const settle = (reply: Reply) => {
        worker.off('error', reject)
        worker.off('exit', end)
        if ('made' in reply) resolve(reply.made)
        else reject(Object.assign(new Error(reply.fault.message), { code: reply.fault.code }))
      }
      worker.once('message', settle)
      worker.once('error', reject)
      worker.once('exit', end)
      worker.postMessage(job)
    })

  return {
    encode: (job: EncoderJob): Promise<PartPages> =>
      pool.use((place) => {
        place.worker ??= start(place)
        return run(place.worker, job)
      }),
    /** Ends the threads; running jobs fail. */
    async close(): Promise<void> {
      pool.close()
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
