import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { memoryBytesOf } from '../config/values.ts'
import { encodersIn } from './bounds.ts'
import type { EncoderJob, EncoderOptions } from './encoder.ts'
import type { PartPages } from './partPages.ts'

/** Threads that share the encoding of a version. */
export type Encoders = {
  readonly encode: (job: EncoderJob) => Promise<PartPages>
  /** Ends the threads; running jobs fail. */
  readonly close: () => Promise<void>
}

type Reply = { made: PartPages } | { fault: { message: string; code?: string } }

export function startEncoders({ memory, ...options }: Omit<EncoderOptions, 'lanes'>): Encoders {
  const size = encodersIn(memory)
  // One more share is for the main thread.
  const share = size === 1 ? memory : `${Math.floor(memoryBytesOf(memory) / 1e6 / (size + 1))}MB`
  const workers: Worker[] = []
  const free: Worker[] = []
  const waiting: { readonly take: (worker: Worker) => void; readonly fail: (error: Error) => void }[] = []
  let isClosed = false

  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, 'encoder.ts'), {
      workerData: {
        ...options,
        memory: share,
        lanes: size,
        scratch: join(options.scratch, String(workers.length)),
      } satisfies EncoderOptions,
    })
    workers.push(worker)
    return worker
  }
  const take = async (): Promise<Worker> => {
    if (isClosed) throw closed()
    if (free.length > 0) return free.pop()!
    return workers.length < size ? start() : new Promise((done, fail) => waiting.push({ take: done, fail }))
  }
  const give = (worker: Worker): void => {
    const next = waiting.shift()
    if (next) next.take(worker)
    else free.push(worker)
  }

  return {
    async encode(job) {
      const worker = await take()
      try {
        return await new Promise((resolve, reject) => {
          const end = () => reject(closed())
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
      } finally {
        give(worker)
      }
    },
    async close() {
      isClosed = true
      for (const { fail } of waiting.splice(0)) fail(closed())
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const closed = (): Error => new Error('the encoders were ended')
