import type { Logger } from 'pino'
import type { Accounts } from '../access/accounts.ts'
import type { Addresses } from '../access/addresses.ts'
import type { Billing } from '../access/billing.ts'
import type { Guard } from '../access/guard.ts'
import type { Meter } from '../access/meter.ts'
import type { Windows } from '../access/windows/windows.ts'
import type { Answer } from '../ask/answer.ts'
import type { LedgerReader } from '../derive/ledgerFile.ts'
import type { DamagedFile } from '../disk.ts'
import type { OpenGaps } from '../ingest/gaps/open.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { PaymentTerms } from '../pay/paymentTerms.ts'
import type { Paywall } from '../pay/paywall.ts'
import type { Receipts } from '../pay/receipt.ts'
import type { Library } from '../query/library.ts'
import type { Database } from '../store/database.ts'
import type { Observer } from './observe.ts'
import type { Unsent } from './unsent.ts'

/** What the endpoint for agents works with. */
export type AgentServices = { readonly paywall: Paywall; readonly terms: PaymentTerms; readonly receipts: Receipts }

/** Has a question answered, or only explained where `maxRows` is null; the answer never fails to come. */
type AskService = (
  question: { readonly question: string; readonly maxRows: number | null },
  signal: AbortSignal,
) => Promise<Answer>

/** What the routes are given by whoever wires the service. */
export type Services = {
  readonly release: string
  readonly log: Logger
  readonly now: () => Date
  /** The version being served; null before the first one is built. */
  readonly manifest: () => Manifest | null
  /** When the publishers are asked again, and that time in Taipei; null unless a run has ended and there are no rows. */
  readonly nextAttempt: () => { readonly at: number; readonly time: string } | null
  /** Parts of the service and whether each is in order; for everybody's eyes, so without addresses. */
  readonly checks: () => Promise<Readonly<Record<string, string>>>
  readonly guard: Guard
  readonly accounts: Accounts
  /** Null where no plans are sold. */
  readonly billing: Billing | null
  readonly database: Database
  /** Null where agents cannot pay. */
  readonly agent: AgentServices | null
  readonly ask: AskService
  /** The longest that a question may take. */
  readonly askMs: number
  readonly pepper: Buffer
  /** Tells every thread of this process that a key, a tier or an account changed. */
  readonly changed: () => void
  /** The calls of each user in the last hour. */
  readonly quota: Windows
  readonly meter: Meter
  readonly addresses: Addresses
  /** Told of every request once it is over; null where nobody looks. */
  readonly observe: Observer | null
  /** The bytes of answers that readers have not taken yet. */
  readonly unsent: Unsent
  /** The requests of each address in the last minute; null where there is no limit. */
  readonly addressLimit: { readonly windows: Windows; readonly perMinute: number } | null
  /** Whom to tell of a security problem; null where the operator has named nobody. */
  readonly securityContact: string | null
  /** Address under which users reach the service. */
  readonly baseUrl: () => string
  /** The same as the operator has set it; null where readers' own word for it is taken. */
  readonly publicUrl: string | null
  readonly library: Library
  readonly ledger: LedgerReader
  /** What each version lacks, and why. */
  readonly gaps: OpenGaps
  readonly cursorKey: Buffer
  /** Told of a file that is not as it was written: it is then made anew. */
  readonly onDamage: (damage: DamagedFile) => void
}
