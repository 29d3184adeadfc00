import type { Logger } from 'pino'
import type { Accounts } from '../access/accounts.ts'
import type { Addresses } from '../access/addresses.ts'
import type { Billing } from '../access/billing.ts'
import type { Caller, Guard } from '../access/guard.ts'
import type { Meter } from '../access/meter.ts'
import type { AcceptedKeys } from '../access/secret.ts'
import type { Taken, Windows } from '../access/windows/windows.ts'
import type { Answer } from '../ask/answer.ts'
import type { KnownAt } from '../ask/ask.ts'
import type { SqlOutcome, SqlRequest } from '../ask/runSql.ts'
import type { Dataset, Tier } from '../catalogue/dataset.ts'
import type { LedgerReader } from '../derive/ledgerFile.ts'
import type { DamagedFile } from '../disk.ts'
import type { Language } from '../errors.ts'
import type { DeliveryOptions } from '../events/webhooks/deliver.ts'
import type { OpenGaps } from '../ingest/gaps/gap.ts'
import type { IngestHistory } from '../ingest/history.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { PublishedFiles } from '../lake/publishedFiles.ts'
import type { WholeFiles } from '../lake/whole.ts'
import type { PaymentTerms } from '../pay/paymentTerms.ts'
import type { Paywall } from '../pay/paywall.ts'
import type { Receipts } from '../pay/receipt.ts'
import type { Encoder } from '../query/formats/encoder.ts'
import type { Library } from '../query/library.ts'
import type { PageWaiter } from '../query/pageWaiter.ts'
import type { Database } from '../store/database.ts'
import type { Fetched } from '../web/fetched.ts'
import type { EventStreams } from './connection/eventStreams.ts'
import type { Turns } from './connection/turns.ts'
import type { Unsent } from './connection/unsent.ts'
import type { Observer } from './measures/observe.ts'
import type { Traffic } from './measures/traffic.ts'
import type { Reply } from './reply.ts'
import type { ApiRequest } from './request/apiRequest.ts'

/** The services of the paid route. */
export type AgentServices = {
  readonly paywall: Paywall
  readonly terms: PaymentTerms
  readonly receipts: Receipts
}

/** Answers a question, or explains it where `maxRows` is null; it never rejects. */
type AskService = (
  question: {
    readonly question: string
    readonly reading?: string
    readonly maxRows: number | null
    readonly isDescribed?: boolean
    readonly past?: KnownAt
    /** Senders take turns. */
    readonly sender: string
  },
  signal: AbortSignal,
) => Promise<Answer>

/** Runs SQL, or plans it where `maxRows` is null, in the turn of its sender; it never rejects. */
type SqlService = (
  request: Omit<SqlRequest, 'signal'> & { readonly sender: string },
  signal: AbortSignal,
) => Promise<SqlOutcome>

export type OwnResponse = {
  readonly status: number
  /** Name and value in turn. */
  readonly headers: readonly string[]
  readonly body: string
  /** To be called once a paid answer has left the process. */
  readonly release?: () => void
}

/** Parameters of a request for rows. */
export type RowsQuery = Readonly<Record<string, string | number>>

/** A request of a page. */
export type InternalRequest = {
  readonly method?: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  /** The language of its texts; English where it is left out. */
  readonly language?: Language
  /** Sent as JSON. */
  readonly body?: unknown
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** True where the request is sent without a key, as by a program that pays. */
  readonly isWithoutKey?: boolean
}

export type InternalResponse = {
  /** The request, as a reader can send it: `GET /v1/…`. */
  readonly line: string
  readonly status: number
  /** By names in lower case; lines of the same name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A client for the pages of the service: every dataset is open, and no call counts. */
export type InternalClient = {
  /** The rows of a dataset, and the request that a reader can send for them; one page unless more are asked for. */
  readonly rows: (dataset: string, parameters?: RowsQuery, mostPages?: number) => Promise<Fetched>
  /** Any request of the service, with the headers of its answer. */
  readonly send: (request: InternalRequest) => Promise<InternalResponse>
}

/** A message of the Model Context Protocol. */
export type McpMessage = {
  readonly raw: Buffer
  readonly request: Pick<ApiRequest, 'id' | 'entry' | 'headers' | 'address'>
  readonly language: Language
  /** True where the message has counted against the address: it has no valid key. */
  readonly isCounted: boolean
  /** Aborted when the client has left. */
  readonly signal: AbortSignal
}

/** A valid request for rows, whose page is yet to be made. */
export type PreparedRows = {
  readonly hasWarnings: boolean
  readonly make: () => Reply | Promise<Reply>
}

/** Pages of rows, for keys, links and payments. */
export type RowPages = {
  /** The whole page of a request where it is kept for this tier. */
  readonly ready: (request: ApiRequest, tier: Tier) => Reply | null
  /** The rows of a query, for a caller of this tier. */
  readonly read: (request: ApiRequest, dataset: Dataset, query: string, tier: Tier) => Reply | Promise<Reply>
  /** Reads the parameters of a query for a payment; throws for all of their faults at once. */
  readonly prepare: (request: PageRequest, dataset: Dataset, query: string, receiptBytes: number) => PreparedRows
}

/** The parts of a request that decide how its page is made and sent. */
export type PageRequest = Pick<ApiRequest, 'headers' | 'url' | 'address'>

/** Everything the routes use; `src/cli` wires it, and `createApp` adds the rows and the answers to tools and pages. */
export type Services = {
  /** Answers a message of the Model Context Protocol. */
  readonly mcp: (message: McpMessage) => Promise<OwnResponse>
  readonly rows: RowPages
  /** The client that the pages of the service read with. */
  readonly internal: InternalClient
  readonly release: string
  readonly log: Logger
  readonly now: () => Date
  /** The version being served; null before the first one is built. */
  readonly manifest: () => Manifest | null
  /** The next attempt to fetch from the publishers, and its time in Taipei; null unless a run ended without rows. */
  readonly nextAttempt: () => { readonly at: number; readonly time: string } | null
  /** The state of each part of the service; it is public, so it names no addresses. */
  readonly checks: () => Promise<Readonly<Record<string, string>>>
  readonly guard: Guard
  readonly accounts: Accounts
  /** Null where no plans are sold. */
  readonly billing: Billing | null
  readonly database: Database
  /** Null where agents cannot pay. */
  readonly agent: AgentServices | null
  readonly ask: AskService
  readonly runSql: SqlService
  /** The most seconds that SQL may run. */
  readonly sqlSeconds: number
  /** The most milliseconds that a question may take. */
  readonly askMs: number
  readonly peppers: AcceptedKeys
  /** Tells every thread of this process that a key, a tier or an account changed. */
  readonly changed: () => void
  /** The calls of each user in the last hour. */
  readonly quota: Windows
  readonly meter: Meter
  /** Announces to a caller that few calls are left; called with each counted call. */
  readonly quotaNear: (caller: Caller, taken: Taken) => void
  /** Open streams of events. */
  readonly eventStreams: EventStreams
  /** How messages are sent to webhooks. */
  readonly delivery: DeliveryOptions
  readonly addresses: Addresses
  /** Called with every finished request; null where requests are not observed. */
  readonly observe: Observer | null
  /** The answers of this process by hour. */
  readonly traffic: Traffic
  /** The last runs and the rows that rules rejected; null where no publisher is asked. */
  readonly ingestHistory: (() => IngestHistory) | null
  /** The bytes of answers that clients have not read yet. */
  readonly unsent: Unsent
  /** The bytes of pages that are kept ready to send. */
  readonly hotBytes: number
  /** The turns that senders take on this thread. */
  readonly turns: Turns
  /** The requests of each address in the last minute; null where there is no limit. */
  readonly addressLimit: { readonly windows: Windows; readonly perMinute: number } | null
  /** The contact for security problems; null where the operator has set none. */
  readonly securityContact: string | null
  /** Address under which users reach the service. */
  readonly baseUrl: () => string
  /** The public address the operator has set; null where the `Host` of each request is used. */
  readonly publicUrl: string | null
  readonly library: Library
  /** The Parquet files of every version that is kept, and whether they are whole. */
  readonly files: PublishedFiles
  readonly whole: WholeFiles
  /** Encodes pages in formats other than JSON. */
  readonly encoder: Encoder
  /** The pages that are still to be made. */
  readonly pageWaiter: PageWaiter
  readonly ledger: LedgerReader
  /** The gaps of each version and their reasons. */
  readonly gaps: OpenGaps
  readonly cursorKeys: AcceptedKeys
  /** Called with a damaged file, which is then rebuilt. */
  readonly onDamage: (damage: DamagedFile) => void
}

/** The services that `src/cli` opens. */
export type BaseServices = Omit<Services, 'mcp' | 'internal' | 'rows'>
