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
  /** The tier the operator granted; a paid subscription may raise it. */
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
  /** The application that the key stands for; null for a key that its user holds. */
  client_id: string | null
}

/** The tables of better-auth, whose names are mapped to these; of its own columns only those that we use. */
type AccountsTable = {
  id: Generated<number>
  user_id: number
  account_id: string
  provider_id: string
  password: string | null
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

type VerificationsTable = { id: Generated<number>; identifier: string; value: string }

export type SubscriptionsTable = {
  /** Stripe's own id. */
  id: string
  user_id: number
  tier: Tier
  status: string
  /** The tier is valid until then. */
  paid_until: Instant | null
  /** Incremented with every change, for optimistic locking. */
  version: number
  updated_at: Instant
}

type StripeEventsTable = { id: string; type: string; received_at: Instant }

/** Calls that counted, by Taipei day. */
type UsageTable = { day: string; user_id: number; key_id: number; dataset: string; calls: number }

/** One row: incremented with every change that affects cached callers. */
type RevisionTable = { id: number; n: number }

/** One authorization of one payer: its resource, its state, and the stored page. */
export type AgentPaymentsTable = {
  id: Generated<number>
  chain_id: number
  asset: string
  payer: string
  nonce: string
  /** The payer's identifier; another authorization with the same identifier is the same payment. */
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
  /** A hash of the sender's address: a stranger who has read the chain must not get the stored page. */
  sender_hash: string
  dataset: string
  resource: string
  state: 'claimed' | 'settling' | 'settled' | 'deferred' | 'failed' | 'external'
  reason: string | null
  /** The token of the present worker; an expired claim may be taken over. */
  claim: string
  lease_until: Instant
  /** Submissions to the chain or a facilitator; after the first only the chain decides the outcome. */
  attempts: number
  tx_hash: string | null
  tx_sender: string | null
  tx_nonce: number | null
  tx_raw: string | null
  block: string | null
  fee: string | null
  /** The paid page, compressed. */
  body: Buffer | Uint8Array | null
  body_hash: string | null
  body_headers: string | null
  data_version: string | null
  replays: number
  look_at: Instant | null
  created_at: Instant
  settled_at: Instant | null
  served_at: Instant | null
  /** Set when the entry is final. */
  closed_at: Instant | null
}

/** The lease of the settler: one at a time over all processes. */
type AgentLeasesTable = { name: string; holder: string; until: Instant }

/** The audit trail of accounts, keys, tiers and payments; lines are only added. */
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

/** Links that open a query or files without a key. */
export type LinksTable = {
  id: Generated<number>
  user_id: number
  key_id: number
  /** HMAC of the token in its address. */
  hash: Buffer | Uint8Array
  kind: 'rows' | 'files'
  dataset: string
  query: string
  is_whole: number
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
}

/** What happened, for event streams and webhooks; in the order of `seq`. */
export type EventsTable = {
  seq: Generated<number>
  id: string
  type: string
  dataset: string | null
  /** The only user who may see it; null where everybody may. */
  user_id: number | null
  at: Instant
  /** JSON. */
  data: string
}

/** How far events were announced, and what was removed; JSON by name. */
type EventMarksTable = { name: string; value: string }

export type WebhooksTable = {
  id: Generated<number>
  user_id: number
  url: string
  /** The types and datasets it is sent, separated by commas; all where null. */
  types: string | null
  datasets: string | null
  /** `active`; `paused` by its owner; `failed` after the last attempt; `gone` after 410. */
  status: string
  /** Incremented with every rotation: the secret derives from it. */
  generation: number
  /** Until then the secret of the generation before signs too. */
  old_until: Instant | null
  /** The last event that was delivered. */
  place: number
  /** Failed attempts to deliver the next one. */
  attempts: number
  next_at: Instant | null
  delivered_at: Instant | null
  last_error: string | null
  created_at: Instant
}

/** An application that registered itself; of the provider's columns only those that we use. Lists are JSON. */
type OauthClientsTable = {
  id: Generated<number>
  client_id: string
  name: string | null
  redirect_uris: string
  created_at: Instant
}

type OauthConsentsTable = { id: Generated<number>; client_id: string; user_id: number }

type OauthRefreshTokensTable = {
  id: Generated<number>
  /** As a hash, like the token of every table. */
  token: string
  client_id: string
  user_id: number
  authorization_code_id: string | null
  expires_at: Instant
  /** Set when the token was used: another one took its place. */
  revoked_at: Instant | null
}

type OauthAccessTokensTable = {
  id: Generated<number>
  token: string
  client_id: string
  user_id: number
  authorization_code_id: string | null
  /** The addresses that it is for. */
  resources: string | null
  refresh_id: number | null
  expires_at: Instant
}

/** Log-ins of programs that wait for their user to agree in a browser. */
export type DeviceLoginsTable = {
  id: Generated<number>
  /** HMAC of the code that the program holds. */
  device_hash: string
  user_code: string
  /** The program and its machine, in its own words. */
  client: string
  address: string
  user_id: number | null
  state: 'pending' | 'approved' | 'refused'
  created_at: Instant
  expires_at: Instant
  polled_at: Instant | null
}

/** Requests with an `Idempotency-Key`, of the last day. */
type IdempotentRequestsTable = {
  id: Generated<number>
  user_id: number
  /** HMAC of user, route and key. */
  hash: Buffer
  /** A hash of the body. */
  fingerprint: string
  /** Encrypted with the key, which is not stored; null until there is an answer. */
  answer: Buffer | null
  created_at: Instant
}

/** One row, written by the first process that makes keys: a value derived from the secret that keys derive from. */
type InstallationTable = { id: number; secret_fingerprint: string }

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
  links: LinksTable
  installation: InstallationTable
  events: EventsTable
  event_marks: EventMarksTable
  webhooks: WebhooksTable
  oauth_clients: OauthClientsTable
  oauth_consents: OauthConsentsTable
  oauth_refresh_tokens: OauthRefreshTokensTable
  oauth_access_tokens: OauthAccessTokensTable
  device_logins: DeviceLoginsTable
  idempotent_requests: IdempotentRequestsTable
}

export const isoOf = (instant: Instant): string => (instant instanceof Date ? instant : new Date(instant)).toISOString()
