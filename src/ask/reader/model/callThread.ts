import { Worker } from 'node:worker_threads'

type Waiting<Reply> = { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void }

/** A thread that answers calls in their order. */
export type CalledThread<Call, Reply> = {
  readonly call: (message: Call) => Promise<Reply>
  readonly close: () => Promise<void>
}

/** Starts a thread; after an error the next call starts another one, so that a broken file is not read over and over. */
export function callThread<Call, Reply>(file: string, workerData: unknown): CalledThread<Call, Reply> {
  let waiting: Waiting<Reply>[] = []
  const start = (): Worker => {
    const worker = new Worker(file, { workerData })
    worker.unref()
    worker.on('message', (reply: Reply) => waiting.shift()?.resolve(reply))
    worker.on('error', (error: Error) => {
      const failed = waiting
      waiting = []
      thread = null
      for (const { reject } of failed) reject(error)
    })
    return worker
  }
  let thread: Worker | null = start()
  return {
    call: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        thread ??= start()
        thread.postMessage(message)
      }),
    async close() {
      await thread?.terminate()
    },
  }
}
