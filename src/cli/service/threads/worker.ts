import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads'
import { destination, pino } from 'pino'
import type { Used } from '../../../access/meter.ts'
import { received } from '../../../access/secret.ts'
import { loadSessionLibrary } from '../../../access/sessions.ts'
import { isEveryAddress } from '../../../config/rules.ts'
import { openLedgers } from '../../../derive/ledgerFile.ts'
import { createApp } from '../../../http/app.ts'
import { createFront } from '../../../http/connection/front.ts'
import { createPendingResponses } from '../../../http/connection/pendingResponses.ts'
import { createTurns } from '../../../http/connection/turns.ts'
import { createUnsent } from '../../../http/connection/unsent.ts'
import { createAccessLog, type Observer } from '../../../http/measures/observe.ts'
import { statesAtStart } from '../../../http/measures/readiness.ts'
import type { ThreadMetrics } from '../../../http/measures/requestMetrics.ts'
import { openTraffic } from '../../../http/measures/traffic.ts'
import { unreadable } from '../../../http/reply/unreadable.ts'
import type { Services } from '../../../http/services.ts'
import { openGaps } from '../../../ingest/gaps/gap.ts'
import { readHistory } from '../../../ingest/history.ts'
import { ruleTexts } from '../../../ingest/rules/index.ts'
import type { Manifest } from '../../../lake/manifest.ts'
import { openPublishedFiles } from '../../../lake/publishedFiles.ts'
import { createWholeFiles } from '../../../lake/whole.ts'
import type { OpenPages } from '../../../pages/open.ts'
import { settles } from '../../../pay/paymentTerms.ts'
import { createEncoder } from '../../../query/formats/encoder.ts'
import { createLibrary } from '../../../query/library.ts'
import { createPageWaiter } from '../../../query/pageWaiter.ts'
import { openUnsynced } from '../../../store/database.ts'
import { openAgent } from '../../agent.ts'
import { openControl } from '../../control.ts'
import { type AskMessage, type Question, type Statement, sendQuestions } from '../questions/askThreads.ts'
import { type FetchMessage, sendFetches } from '../readers/remoteThreads.ts'
import type { WorkerOptions } from './workerOptions.ts'

export type ToWorker =
  | { readonly kind: 'pages'; readonly pages: OpenPages; readonly manifest: Manifest }
  | {
      readonly kind: 'checks'
      readonly checks: Readonly<Record<string, string>>
      readonly nextAttempt: ReturnType<Services['nextAttempt']>
    }
  /** Asks for the metrics of the thread, on this port. */
  | { readonly kind: 'measure'; readonly port: MessagePort }
  /** Tells clients to open no more requests on their connections. */
  | { readonly kind: 'drain' }
  | { readonly kind: 'stop'; readonly graceMs: number }
  | { readonly kind: 'evicted'; readonly paths: readonly string[] }

/** A damaged file. */
export type Damage = { readonly file: string; readonly block: number | null; readonly message: string }

export type FromWorker =
  | AskMessage
  | FetchMessage
  | { readonly kind: 'listening'; readonly address: AddressInfo }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | ({ readonly kind: 'damage' } & Damage)
  | { readonly kind: 'used'; readonly used: Used }
  | { readonly kind: 'wanted'; readonly dataset: string }

/**
 * Pause before each thread in turn loads the library of sessions, half a second of work: no thread is to stand still at
 * its first log-in, nor while a service that has just started answers its first requests.
 */
const preloadMs = 15_000
/** Interval between two reports of counted calls to the main thread. */
const usedMs = 1_000

const options = workerData as WorkerOptions
const send = (message: FromWorker) => parentPort!.postMessage(message, 'port' in message ? [message.port] : [])

let manifest: Manifest | null = null
let checks = statesAtStart
let nextAttempt: ReturnType<Services['nextAttempt']> = null
const fetches = options.isReader ? sendFetches(send) : null
const library = createLibrary(options.pagesRoot, fetches?.remote ?? null)
fetches?.connect(library)
const log = pino(
  { level: options.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  destination({ dest: 2, sync: true }),
)

const baseUrl = (): string => {
  const { address, port, family } = server.address() as AddressInfo
  // The address of all interfaces is no address for links: without PUBLIC_URL they name this machine.
  const host = isEveryAddress(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return options.control.publicUrl ?? `http://${host}:${port}`
}
const control = await openControl(options.control, log, baseUrl)
const { meter } = control.services
const sendUsed = () => {
  const used = meter.drain()
  if (used) send({ kind: 'used', used })
}
setInterval(sendUsed, usedMs).unref()
setTimeout(() => void loadSessionLibrary(), preloadMs * threadId).unref()

/** The access log is buffered, and flushed at the stop. */
const accessStream = destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 1_000 })
const metrics = options.isMeasured
  ? (await import('../../../http/measures/requestMetrics.ts')).createRequestMetrics(threadId)
  : null
const observers: Observer[] = [
  ...(metrics ? [metrics.observe] : []),
  ...(options.accessLog === 'off'
    ? []
    : [
        createAccessLog(
          options.accessLog,
          pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, accessStream),
        ),
      ]),
]

const { ingestRoot } = options
const ruleNames = ruleTexts.map(({ name }) => name)
const unsent = createUnsent()
const pageWaiter = createPageWaiter(library, (dataset) => send({ kind: 'wanted', dataset }))
// Payments that move no money are not worth a wait for the disk, which would hold up the requests of others.
const ownLedger = options.agent && !settles(options.agent.terms) ? openUnsynced(options.control.place) : null
const agent =
  options.agent &&
  openAgent(options.agent, { database: ownLedger ?? control.services.database, now: control.services.now }, log)

const app = createApp({
  ...control.services,
  agent,
  unsent,
  hotBytes: options.hotBytes,
  turns: createTurns(options.lastSenders),
  observe:
    observers.length === 0
      ? null
      : (served) => {
          for (const observe of observers) observe(served)
        },
  traffic: openTraffic(options.traffic, control.services.now),
  ingestHistory: ingestRoot === null ? null : () => readHistory(ingestRoot, ruleNames),
  ask: sendQuestions<Question>(send),
  runSql: sendQuestions<Statement>(send),
  askMs: options.askMs,
  sqlSeconds: options.sqlSeconds,
  release: options.release,
  log,
  manifest: () => manifest,
  checks: async () => ({ ...checks, ...(await control.checks()) }),
  nextAttempt: () => nextAttempt,
  baseUrl,
  publicUrl: options.control.publicUrl,
  library,
  files: openPublishedFiles(options.lakeRoot, fetches?.hold),
  whole: createWholeFiles(),
  encoder: createEncoder(options.encodingSlots),
  pageWaiter,
  ledger: openLedgers(options.ledgerRoot),
  gaps: openGaps(options.gapsRoot),
  cursorKeys: received(options.cursorKeys),
  onDamage: ({ file, block, message }) => send({ kind: 'damage', file, block, message }),
})

// Node answers 431 to a header section beyond the limit, and closes idle or slow sockets.
const server = createServer({
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 20_000,
  maxHeaderSize: 16_384,
  noDelay: true,
  // The app refuses a request without a Host, with our error body.
  requireHostHeader: false,
  // Requests without a body skip the events of a stream.
  optimizeEmptyRequests: true,
})
const pendingResponses = createPendingResponses()
let isDraining = false
const serve = (request: IncomingMessage, response: ServerResponse): void => {
  pendingResponses.add(request, response)
  if (isDraining) response.shouldKeepAlive = false
  app(request, response)
}
server.on('request', serve)
server.on('checkExpectation', serve)
server.setTimeout(60_000)
server.maxRequestsPerSocket = 0
const front = createFront(server, app, () => isDraining)
server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const refuse = () => {
    if (socket.writable) socket.end(unreadable(error))
  }
  pendingResponses.afterAnswers(socket, refuse)
})
server.on('error', (error: NodeJS.ErrnoException) =>
  send({ kind: 'failed', code: error.code ?? '', message: error.message }),
)
server.listen({ host: options.host, port: options.port, reusePort: options.shared }, () =>
  send({ kind: 'listening', address: server.address() as AddressInfo }),
)

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'pages') {
    library.replace(message.pages)
    manifest = message.manifest
    pageWaiter.changed()
  } else if (message.kind === 'checks') {
    checks = message.checks
    nextAttempt = message.nextAttempt
  } else if (message.kind === 'measure') void measure(message.port)
  else if (message.kind === 'evicted') fetches?.evicted(message.paths)
  else if (message.kind === 'drain') {
    isDraining = true
    control.services.eventStreams.close()
  } else stop(message.graceMs)
})

async function measure(port: MessagePort): Promise<void> {
  port.postMessage(((await metrics?.collect()) ?? []) satisfies ThreadMetrics)
}

function stop(graceMs: number): void {
  const end = () => {
    sendUsed()
    accessStream.flushSync()
    // Sent in the same turn as the last message, which is delivered before the thread ends.
    void Promise.allSettled([control.close(), ownLedger?.close()]).then(() => process.exit(0))
  }
  control.services.eventStreams.close()
  // Stops accepting; connections with a response in progress stay: Node's own close would cut them.
  NetServer.prototype.close.call(server, end)
  const letGo = () => {
    if (!unsent.isSending()) front.closeIdle()
  }
  letGo()
  setInterval(letGo, 50).unref()
  setTimeout(() => front.closeAll(), graceMs).unref()
  setTimeout(end, graceMs + 500).unref()
}
