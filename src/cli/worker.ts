import { createServer } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { destination, pino } from 'pino'
import type { Used } from '../access/meter.ts'
import { openLedgers } from '../derive/ledgerFile.ts'
import { type Problem, problem } from '../errors.ts'
import { createApp } from '../http/app.ts'
import { isSending, unreadable } from '../http/respond.ts'
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
  /** Null where agents cannot pay. */
  readonly agent: AgentTerms | null
}

export type ToWorker =
  | { readonly kind: 'pages'; readonly pages: OpenPages; readonly manifest: Manifest }
  | { readonly kind: 'checks'; readonly checks: Readonly<Record<string, string>> }
  | { readonly kind: 'stop'; readonly graceMs: number }
  | FromAsking

export type FromWorker =
  | ToAsking
  | { readonly kind: 'listening'; readonly address: AddressInfo }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'damage'; readonly message: string }
  | { readonly kind: 'used'; readonly used: Used }

/** How often the calls that were served are handed to the thread that writes them down. */
const usedMs = 1_000

const terms = workerData as WorkerTerms
const tell = (message: FromWorker) => parentPort!.postMessage(message)

let manifest: Manifest | null = null
let checks: Readonly<Record<string, string>> = { data: 'not built yet' }
const library = createLibrary(terms.pagesRoot)
const log = pino(
  { level: terms.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  destination({ dest: 2, sync: true }),
)

const baseUrl = (): string => {
  const { address, port, family } = server.address() as AddressInfo
  return terms.control.publicUrl ?? `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
const control = await openControl(terms.control, log, baseUrl)
const { meter } = control.services
const tellUsed = () => {
  const used = meter.drain()
  if (used) tell({ kind: 'used', used })
}
setInterval(tellUsed, usedMs).unref()

const asking = askProcess(tell)
const agent = terms.agent && openAgent(terms.agent, control.services, log)

const app = createApp({
  ...control.services,
  agent,
  ask: asking.ask,
  release: terms.release,
  log,
  manifest: () => manifest,
  checks: async () => ({ ...checks, ...(await control.checks()) }),
  baseUrl,
  library,
  ledger: openLedgers(terms.ledgerRoot),
  gaps: openGaps(terms.gapsRoot),
  cursorKey: Buffer.from(terms.cursorKey),
  onDamage: (error) => tell({ kind: 'damage', message: error.message }),
})

/** What was wrong with bytes that never became a request. */
function clientFault(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('header_too_large', [])
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', [])
  if (code === 'HPE_INVALID_URL')
    return problem('bad_request', [
      { en: 'the address has characters that must be percent-encoded', zh: '網址中有字元需要百分比編碼' },
    ])
  return problem('bad_request', [{ en: 'it is not valid HTTP', zh: '不是有效的 HTTP' }])
}

// A header section beyond the limit is answered 431 by the server itself; an idle or slow socket is closed.
const server = createServer(
  { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 20_000, maxHeaderSize: 16_384, noDelay: true },
  app,
)
server.setTimeout(60_000)
server.maxRequestsPerSocket = 0
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (!socket.writable) return
  socket.end(unreadable(clientFault(error.code)))
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
  } else if (message.kind === 'checks') checks = message.checks
  else if (message.kind === 'answer') asking.hear(message)
  else stop(message.graceMs)
})

function stop(graceMs: number): void {
  const end = () => {
    tellUsed()
    // Said in the same breath as the last message: it leaves before the thread does.
    control.close().finally(() => process.exit(0))
  }
  // No further connections; those there are stay while an answer is on its way: Node's own close would cut it.
  NetServer.prototype.close.call(server, end)
  const letGo = () => {
    if (!isSending()) server.closeIdleConnections()
  }
  letGo()
  setInterval(letGo, 50).unref()
  setTimeout(() => server.closeAllConnections(), graceMs).unref()
  setTimeout(end, graceMs + 500).unref()
}
