import { Worker } from 'node:worker_threads'
import { problem } from '../../errors.ts'
import { moduleFile } from '../../moduleFile.ts'
import type { FromEncoder, ToEncoder } from './encoderThread.ts'
import { createEncodingSlots, type EncodingSlots, releaseSlot } from './encodingSlots.ts'
import type { PageToEncode } from './page.ts'

/** Encodes pages in a thread of its own, which starts with the first page and ends when none came for a while. */
export type Encoder = ReturnType<typeof createEncoder>

const mostWaiting = 64
const idleMs = 60_000
/** 10,000 rows take a fifth of a second. */
const longestMs = 30_000
const mostMegabytes = 256

type Job = {
  readonly page: PageToEncode
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
}

/** `slots` are shared with the encoders of other serving threads. */
export function createEncoder(slots: EncodingSlots = createEncodingSlots()) {
  /** The waiting pages of each sender. */
  const waiting = new Map<string, Job[]>()
  let count = 0
  let thread: Worker | null = null
  let current: Job | null = null
  let timer: NodeJS.Timeout | undefined
  let last = 0

  function stop(): void {
    const ending = thread
    thread = null
    void ending?.terminate()
  }

  function settle(settled: (job: Job) => void): void {
    clearTimeout(timer)
    const job = current
    current = null
    if (job) settled(job)
    next()
  }

  function start(): Worker {
    const started = new Worker(moduleFile(import.meta.dirname, 'encoderThread'), {
      // Rows are decoded a few at a time and die young: a small young generation is enough.
      workerData: slots,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 16 },
    })
    started.on('message', ({ id, bytes, message }: FromEncoder) => {
      if (id !== last || thread !== started) return
      settle(({ resolve, reject }) =>
        bytes
          ? resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
          : reject(new Error(`a page cannot be encoded: ${message}`)),
      )
    })
    const fail = () => {
      if (thread !== started) return
      thread = null
      settle(({ reject }) => reject(new Error('the thread that encodes pages has ended')))
    }
    started.on('error', fail)
    started.on('exit', fail)
    const { threadId } = started
    started.on('exit', () => releaseSlot(slots, threadId))
    started.unref()
    return started
  }

  /** Begins the next page; its sender goes to the end of the line. */
  function next(): void {
    if (current) return
    const [first] = waiting
    if (!first) {
      timer = setTimeout(stop, idleMs).unref()
      return
    }
    const [sender, [job, ...later]] = first
    waiting.delete(sender)
    if (later.length > 0) waiting.set(sender, later)
    count--
    current = job!
    clearTimeout(timer)
    timer = setTimeout(() => {
      stop()
      settle(({ reject }) => reject(new Error('a page took too long to encode')))
    }, longestMs)
    thread ??= start()
    const { page } = current
    thread.postMessage({ id: ++last, page } satisfies ToEncoder, [page.rows.buffer])
  }

  return {
    /** Pages of several senders take turns; 503 where too many wait. */
    encode(sender: string, page: PageToEncode): Promise<Buffer> {
      if (count >= mostWaiting) return Promise.reject(problem('too_busy', [], { headers: { 'Retry-After': '1' } }))
      return new Promise((resolve, reject) => {
        const jobs = waiting.get(sender)
        const job = { page, resolve, reject }
        if (jobs) jobs.push(job)
        else waiting.set(sender, [job])
        count++
        next()
      })
    },
  }
}
