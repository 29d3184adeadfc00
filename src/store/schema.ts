import type { Generated } from 'kysely'
import type { Tier } from '../catalogue/dataset.ts'

/** An instant: ISO text in SQLite, a Date out of PostgreSQL; `isoOf` reads both. */
type Instant = string | Date

export type UsersTable = {
  id: Generated<number>
  email: string
  name: string
  email_verified: boolean | number
  image: string | null
  /** What the operator granted; a subscription may lift it while it is paid. */
  tier: Tier
  disabled_at: Instant | null
  stripe_customer: string | null
  created_at: Instant
  updated_at: Instant
}

export type KeysTable = {
  id: Generated<number>
  user_id: number
  name: string
  hash: Buffer | Uint8Array
  prefix: string
  last4: string
  created_at: Instant
  last_used_at: Instant | null
  /** Set when the key was rotated: until then the old one and its successor both work. */
  expires_at: Instant | null
  revoked_at: Instant | null
}

/** What the library for passwords and sessions keeps; its own names are mapped to these. */
type AccountsTable = {
  id: Generated<number>
  user_id: number
  account_id: string
  provider_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Instant | null
  refresh_token_expires_at: Instant | null
  scope: string | null
  created_at: Instant
  updated_at: Instant
}

type SessionsTable = {
  id: Generated<number>
  user_id: number
  /** As a hash, see `storedToken`. */
  token: string
  expires_at: Instant
  ip_address: string | null
  user_agent: string | null
  created_at: Instant
  updated_at: Instant
}

type VerificationsTable = {
  id: Generated<number>
  identifier: string
  value: string
  expires_at: Instant
  created_at: Instant
  updated_at: Instant
}

export type SubscriptionsTable = {
  /** Stripe's own id. */
  id: string
  user_id: number
  tier: Tier
  status: string
  /** The tier holds until then, whatever else is heard or not heard of it. */
  paid_until: Instant | null
  /** Grows with every change, so that a writer notices that another was faster. */
  version: number
  updated_at: Instant
}

type StripeEventsTable = { id: string; type: string; received_at: Instant }

/** Calls that counted, by Taipei day. */
type UsageTable = { day: string; user_id: number; key_id: number; dataset: string; calls: number }

/** One row: grows with every change that a remembered caller must hear of. */
type RevisionTable = { id: number; n: number }

/** One authorization of one payer: what it buys, how far it has come, and the answer that is owed for it. */
export type AgentPaymentsTable = {
  id: Generated<number>
  chain_id: number
  asset: string
  payer: string
  nonce: string
  /** The payer's own name for the payment; another authorization under the same name is the same payment. */
  identifier: string | null
  pay_to: string
  value: string
  valid_after: string
  valid_before: string
  signature: string
  wire: 'v2' | 'v1' | 'bare'
  mode: string
  header_hash: string
  request_hash: string
  /** Who sent it, as a hash: a stranger who has read the chain must not get the stored answer. */
  sender_hash: string
  dataset: string
  resource: string
  state: 'claimed' | 'settling' | 'settled' | 'deferred' | 'failed' | 'external'
  reason: string | null
  /** Held by whoever works on it; a claim whose lease is over may be taken. */
  claim: string
  lease_until: Instant
  /** How often it was handed to the chain or a facilitator; from then on only the chain says what came of it. */
  attempts: number
  tx_hash: string | null
  tx_sender: string | null
  tx_nonce: number | null
  tx_raw: string | null
  block: string | null
  fee: string | null
  /** The answer, compressed; what it is decompressed to is what was sold. */
  body: Buffer | Uint8Array | null
  body_hash: string | null
  body_headers: string | null
  data_version: string | null
  replays: number
  look_at: Instant | null
  created_at: Instant
  settled_at: Instant | null
  served_at: Instant | null
  /** Set when nothing can change any more. */
  closed_at: Instant | null
}

/** Who may broadcast: one at a time over all processes. */
type AgentLeasesTable = { name: string; holder: string; until: Instant }

/** What happened to accounts, keys, tiers and payments, and by whom; lines are only added. */
export type AuditTable = {
  id: Generated<number>
  at: Instant
  actor: string
  user_id: number | null
  action: string
  subject: string | null
  outcome: 'ok' | 'refused'
  detail: string | null
  address: string | null
  request_id: string | null
}

export type Schema = {
  users: UsersTable
  keys: KeysTable
  accounts: AccountsTable
  sessions: SessionsTable
  verifications: VerificationsTable
  subscriptions: SubscriptionsTable
  stripe_events: StripeEventsTable
  usage: UsageTable
  revision: RevisionTable
  agent_payments: AgentPaymentsTable
  agent_leases: AgentLeasesTable
  audit: AuditTable
}

export const isoOf = (instant: Instant): string => (instant instanceof Date ? instant : new Date(instant)).toISOString()
