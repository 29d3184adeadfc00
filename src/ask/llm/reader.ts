import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Unheard } from './post.ts'
import type { FromReader, ToReader } from './readerThread.ts'
import type { Provider, Read } from './reply.ts'

/** Reads answers of a model's server beside the main thread, which serves everybody. */
export type Reader = {
  /** Starts the thread, where there is none, so that an answer does not wait for it. */
  readonly prepare: () => void
  /** Throws `Unheard` where the answer cannot be read in the time and memory it may take. */
  readonly read: (provider: Provider, body: Buffer) => Promise<Read>
  readonly close: () => Promise<void>
}
type Waiting = { readonly resolve: (read: Read) => void; readonly reject: (error: Error) => void }

/** A megabyte takes some ten milliseconds. */
const readMs = 30_000
const mostMegabytes = 128

export function createReader(): Reader {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0

  /** Ends the thread; those who wait are told, and the next answer gets another one. */
  async function end(): Promise<void> {
    const ending = thread
    thread = undefined
    for (const { reject } of waiting.values()) reject(new Unheard('the answer cannot be read'))
    waiting.clear()
    await ending?.terminate()
  }

  function start(): Worker {
    const started = new Worker(join(import.meta.dirname, 'readerThread.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    started.on('message', ({ id, read }: FromReader) => {
      waiting.get(id)?.resolve(read)
      waiting.delete(id)
    })
    const fail = () => {
      if (thread === started) void end()
    }
    started.on('error', fail)
    started.on('exit', fail)
    // It keeps no process alive; whoever waits for an answer has a timer.
    started.unref()
    return started
  }

  const prepare = () => {
    thread ??= start()
  }
  return {
    prepare,
    close: end,
    read(provider, body) {
      prepare()
      const id = ++last
      return new Promise<Read>((resolve, reject) => {
        const timer = setTimeout(() => void end(), readMs)
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer)
            settle(value)
          }
        waiting.set(id, { resolve: done(resolve), reject: done(reject) })
        thread!.postMessage({ id, provider, body } satisfies ToReader)
      })
    },
  }
}
