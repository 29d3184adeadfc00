import type { AddressInfo } from 'node:net'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Used } from '../../../access/meter.ts'
import { freeStreams } from '../../../http/connection/eventStreams.ts'
import type { ThreadMetrics } from '../../../http/measures/requestMetrics.ts'
import { moduleFile } from '../../../moduleFile.ts'
import { releaseAllSlots } from '../../../query/formats/encodingSlots.ts'
import { cannotListen, sharesPorts } from '../portLock.ts'
import type { Asking } from '../questions/askEngine.ts'
import { answerQuestion } from '../questions/askThreads.ts'
import { type RemoteFiles, serveFetch } from '../readers/remoteThreads.ts'
import type { Damage, FromWorker, ToWorker } from './worker.ts'
import type { WorkerOptions } from './workerOptions.ts'

/** Time-out of a busy thread when metrics are collected. */
const measureMs = 5_000

export function createWorkerPool(
  size: number,
  options: Omit<WorkerOptions, 'shared'>,
  {
    asking,
    remote,
    onDamage,
    onUsed,
    onWanted,
    onLoss,
  }: {
    asking: Asking
    /** Null where all files are on this machine. */
    remote: RemoteFiles | null
    onDamage: (damage: Damage) => void
    onUsed: (used: Used) => void
    /** A client waits for the pages of a dataset. */
    onWanted: (dataset: string) => void
    onLoss: (error: Error | null) => void
  },
) {
  const workers = new Set<Worker>()
  /** The newest message of each kind, for threads that join later. */
  const latest = new Map<ToWorker['kind'], ToWorker>()
  /** The port that the first thread was given. */
  let { port } = options
  let isStopping = false

  const start = (onPort: number): Promise<AddressInfo> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(moduleFile(import.meta.dirname, 'worker'), {
        workerData: { ...options, port: onPort, shared: sharesPorts } satisfies WorkerOptions,
        // With 16 MB, three times as many collections would take 7 to 10 µs of a short request; 48 MB hold 15 MB more.
        resourceLimits: { maxYoungGenerationSizeMb: 48 },
        // Types are stripped from the scripts of pages by a part of Node that is still called experimental.
        execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
      })
      let fault: Error | null = null
      // Gone once the thread has ended.
      const thread = worker.threadId
      workers.add(worker)
      for (const message of latest.values()) worker.postMessage(message)
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'listening') resolve(message.address)
        else if (message.kind === 'damage') onDamage(message)
        else if (message.kind === 'used') onUsed(message.used)
        else if (message.kind === 'wanted') onWanted(message.dataset)
        else if (message.kind === 'ask') void answerQuestion(asking, message)
        else if (message.kind === 'fetch' || message.kind === 'touched') void serveFetch(remote!, message)
        else reject(cannotListen(options.host, onPort, message))
      })
      worker.on('error', (error) => {
        fault = error as Error
        reject(fault)
      })
      worker.on('exit', () => {
        workers.delete(worker)
        freeStreams(options.control.streamSlots, thread)
        releaseAllSlots(options.encodingSlots)
        if (isStopping) return
        onLoss(fault)
        // The port is known by now; the others go on answering while this one is replaced.
        setTimeout(() => {
          if (!isStopping) start(port).catch(onLoss)
        }, 100)
      })
    })

  return {
    /** Starts the threads; messages that were sent before reach them too. */
    async start(): Promise<AddressInfo> {
      const address = await start(options.port)
      port = address.port
      for (let n = 1; n < (sharesPorts ? size : 1); n++) await start(port)
      return address
    },
    send(message: ToWorker) {
      latest.set(message.kind, message)
      for (const worker of workers) worker.postMessage(message)
    },
    /** Tells every thread that the cache has removed these segments. */
    evicted(paths: readonly string[]) {
      for (const worker of workers) worker.postMessage({ kind: 'evicted', paths } satisfies ToWorker)
    },
    /** The metrics of every thread that answers in time. */
    async measure() {
      const replies = [...workers].map((worker) => {
        const { port1, port2 } = new MessageChannel()
        const { promise, resolve } = Promise.withResolvers<ThreadMetrics | null>()
        port1.once('message', resolve)
        const late = setTimeout(resolve, measureMs, null)
        worker.postMessage({ kind: 'measure', port: port2 } satisfies ToWorker, [port2])
        return promise.finally(() => {
          clearTimeout(late)
          port1.close()
        })
      })
      return (await Promise.all(replies)).filter((metrics) => metrics !== null)
    },
    async stop(graceMs: number) {
      isStopping = true
      const exits = [...workers].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
      for (const worker of workers) worker.postMessage({ kind: 'stop', graceMs } satisfies ToWorker)
      await Promise.all(exits)
    },
  }
}

/** The threads that answer requests, each with a listener of its own on the same port. */
export type WorkerPool = ReturnType<typeof createWorkerPool>
