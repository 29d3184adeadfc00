import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { destination, pino } from 'pino'
import type { Used } from '../access/meter.ts'
import { isEveryAddress } from '../config.ts'
import { openLedgers } from '../derive/ledgerFile.ts'
import { createApp } from '../http/app.ts'
import {
  type AccessLog,
  createAccessLog,
  createRequestMetrics,
  type Observer,
  type ThreadMetrics,
} from '../http/observe.ts'
import { createOwed } from '../http/owed.ts'
import type { Services } from '../http/services.ts'
import { unreadable } from '../http/unreadable.ts'
import { createUnsent } from '../http/unsent.ts'
import { openGaps } from '../ingest/gaps/open.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { OpenPages } from '../pages/open.ts'
import { createLibrary } from '../query/library.ts'
import { type AgentTerms, openAgent } from './agent.ts'
import { askProcess, type FromAsking, type ToAsking } from './ask.ts'
import { type ControlTerms, openControl } from './control.ts'

/** What a serving thread is started with. */
export type WorkerTerms = {
  readonly host: string
  readonly port: number
  readonly shared: boolean
  readonly logLevel: string
  readonly release: string
  readonly pagesRoot: string
  readonly ledgerRoot: string
  readonly gapsRoot: string
  readonly control: ControlTerms
  readonly cursorKey: Uint8Array
  readonly isMeasured: boolean
  readonly accessLog: AccessLog
  /** Null where agents cannot pay. */
  readonly agent: AgentTerms | null
  /** The longest that a question may take. */
  readonly askMs: number
}

export type ToWorker =
  | { readonly kind: 'pages'; readonly pages: OpenPages; readonly manifest: Manifest }
  | {
      readonly kind: 'checks'
      readonly checks: Readonly<Record<string, string>>
      readonly nextAttempt: ReturnType<Services['nextAttempt']>
    }
  | { readonly kind: 'measure'; readonly request: number }
  | { readonly kind: 'stop'; readonly graceMs: number }
  | FromAsking

/** A file that is not as it was written. */
export type Damage = { readonly file: string; readonly block: number | null; readonly message: string }

export type FromWorker =
  | ToAsking
  | { readonly kind: 'listening'; readonly address: AddressInfo }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | ({ readonly kind: 'damage' } & Damage)
  | { readonly kind: 'used'; readonly used: Used }
  | { readonly kind: 'measured'; readonly request: number; readonly metrics: ThreadMetrics }

/** How often the calls that were served are handed to the thread that writes them down. */
const usedMs = 1_000

const terms = workerData as WorkerTerms
const tell = (message: FromWorker) => parentPort!.postMessage(message)

let manifest: Manifest | null = null
let checks: Readonly<Record<string, string>> = { data: 'not built yet' }
let nextAttempt: ReturnType<Services['nextAttempt']> = null
const library = createLibrary(terms.pagesRoot)
const log = pino(
  { level: terms.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  destination({ dest: 2, sync: true }),
)

const baseUrl = (): string => {
  const { address, port, family } = server.address() as AddressInfo
  // Nobody can open a link to all addresses of a machine; without another one it leads to this machine.
  const host = isEveryAddress(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return terms.control.publicUrl ?? `http://${host}:${port}`
}
const control = await openControl(terms.control, log, baseUrl)
const { meter } = control.services
const tellUsed = () => {
  const used = meter.drain()
  if (used) tell({ kind: 'used', used })
}
setInterval(tellUsed, usedMs).unref()

/** The access log has a destination of its own: many lines are written at once, and the last ones at the stop. */
const accessStream = destination({ dest: 2, sync: false, minLength: 4_096, periodicFlush: 1_000 })
const metrics = terms.isMeasured ? createRequestMetrics(threadId) : null
const observers: Observer[] = [
  ...(metrics ? [metrics.observe] : []),
  ...(terms.accessLog === 'off'
    ? []
    : [createAccessLog(terms.accessLog, pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, accessStream))]),
]

const asking = askProcess(tell)
const unsent = createUnsent()
const agent = terms.agent && openAgent(terms.agent, control.services, log)

const app = createApp({
  ...control.services,
  agent,
  unsent,
  observe:
    observers.length === 0
      ? null
      : (served) => {
          for (const observe of observers) observe(served)
        },
  ask: asking.ask,
  askMs: terms.askMs,
  release: terms.release,
  log,
  manifest: () => manifest,
  checks: async () => ({ ...checks, ...(await control.checks()) }),
  nextAttempt: () => nextAttempt,
  baseUrl,
  publicUrl: terms.control.publicUrl,
  library,
  ledger: openLedgers(terms.ledgerRoot),
  gaps: openGaps(terms.gapsRoot),
  cursorKey: Buffer.from(terms.cursorKey),
  onDamage: ({ file, block, message }) => tell({ kind: 'damage', file, block, message }),
})

// A header section beyond the limit is answered 431 by the server itself; an idle or slow socket is closed.
const server = createServer({
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 20_000,
  maxHeaderSize: 16_384,
  noDelay: true,
  // The app refuses a request without a Host itself, with a body that says so.
  requireHostHeader: false,
})
const owed = createOwed()
const serve = (request: IncomingMessage, response: ServerResponse): void => {
  owed.add(request, response)
  app(request, response)
}
server.on('request', serve)
server.on('checkExpectation', serve)
server.setTimeout(60_000)
server.maxRequestsPerSocket = 0
server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const refuse = () => {
    if (socket.writable) socket.end(unreadable(error))
  }
  owed.afterAnswers(socket, refuse)
})
server.on('error', (error: NodeJS.ErrnoException) =>
  tell({ kind: 'failed', code: error.code ?? '', message: error.message }),
)
server.listen({ host: terms.host, port: terms.port, reusePort: terms.shared }, () =>
  tell({ kind: 'listening', address: server.address() as AddressInfo }),
)

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'pages') {
    library.replace(message.pages)
    manifest = message.manifest
  } else if (message.kind === 'checks') {
    checks = message.checks
    nextAttempt = message.nextAttempt
  } else if (message.kind === 'answer') asking.hear(message)
  else if (message.kind === 'measure') void measure(message.request)
  else stop(message.graceMs)
})

async function measure(request: number): Promise<void> {
  tell({ kind: 'measured', request, metrics: (await metrics?.collect()) ?? [] })
}

function stop(graceMs: number): void {
  const end = () => {
    tellUsed()
    accessStream.flushSync()
    // Said in the same breath as the last message: it leaves before the thread does.
    control.close().finally(() => process.exit(0))
  }
  // No further connections; those there are stay while an answer is on its way: Node's own close would cut it.
  NetServer.prototype.close.call(server, end)
  const letGo = () => {
    if (!unsent.isSending()) server.closeIdleConnections()
  }
  letGo()
  setInterval(letGo, 50).unref()
  setTimeout(() => server.closeAllConnections(), graceMs).unref()
  setTimeout(end, graceMs + 500).unref()
}
