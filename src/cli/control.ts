import type { Logger } from 'pino'
import { createAccounts } from '../access/accounts.ts'
import { createAddresses } from '../access/addresses.ts'
import { createAfterwards } from '../access/afterwards.ts'
import { attemptWindow, createAttempts } from '../access/attempts.ts'
import { type BillingTerms, createBilling } from '../access/billing.ts'
import { createGuard } from '../access/guard.ts'
import { createHashing, createHashingSlots } from '../access/hashing.ts'
import { createConsolePost, createPost } from '../access/mail.ts'
import { createMeter } from '../access/meter.ts'
import { quotaWindow } from '../access/quota.ts'
import { keyFor } from '../access/secret.ts'
import { withFallback } from '../access/windows/fallbackWindows.ts'
import { openRedis } from '../access/windows/redisWindows.ts'
import { createShared, openShared, type SharedWindows } from '../access/windows/sharedWindows.ts'
import type { Windows } from '../access/windows/windows.ts'
import { type Config, listOf } from '../config.ts'
import { openDatabase, type Place, servingMs } from '../store/database.ts'
import { type ClockTerms, createClock, isTestClock } from './clock.ts'

/** Memory that all serving threads count in. */
type Memory = {
  readonly quota: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
  readonly attempts: SharedArrayBuffer
  readonly hashing: SharedArrayBuffer
  /** Grows when a key, a tier or an account changed in this process. */
  readonly changes: SharedArrayBuffer
}

/** What a serving thread needs to know who asks and how much is left for them. */
export type ControlTerms = {
  readonly place: Place
  readonly clock: ClockTerms
  readonly pepper: Uint8Array
  readonly sessionSecret: string
  readonly memory: Memory
  readonly redisUrl: string | null
  readonly withoutRedis: 'refuse' | 'local'
  readonly addressLimit: number
  readonly proxies: readonly string[]
  readonly publicUrl: string | null
  readonly smtpUrl: string | null
  readonly securityContact: string | null
  readonly mailFrom: string
  readonly stripe: BillingTerms | null
}

const second = 1_000

export function controlTerms(config: Config, clock: ClockTerms, secret: Buffer): ControlTerms {
  const now = createClock(clock)
  return {
    place: placeOf(config),
    clock,
    pepper: keyFor(secret, 'api keys'),
    sessionSecret: keyFor(secret, 'sessions').toString('base64url'),
    memory: {
      quota: createShared({ bucketMs: quotaWindow.bucketMs, now }),
      addresses: createShared({ bucketMs: second, now }),
      attempts: createShared({ bucketMs: attemptWindow.bucketMs, now, slots: 2 ** 16 }),
      hashing: createHashingSlots(),
      changes: new SharedArrayBuffer(4),
    },
    redisUrl: config.REDIS_URL ?? null,
    withoutRedis: config.QUOTA_WITHOUT_REDIS,
    addressLimit: config.ADDRESS_LIMIT,
    proxies: listOf(config.TRUSTED_PROXIES),
    publicUrl: config.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    smtpUrl: config.SMTP_URL ?? null,
    securityContact: config.SECURITY_CONTACT ?? null,
    mailFrom: config.MAIL_FROM,
    stripe: stripeTerms(config),
  }
}

export const placeOf = ({ DATABASE_URL, storePath }: Config): Place => ({ url: DATABASE_URL, path: storePath })

function stripeTerms(config: Config): BillingTerms | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_LITE, STRIPE_PRICE_PLUS, STRIPE_API } = config
  // Where one of them is set, all are: the settings are refused otherwise.
  if (STRIPE_SECRET_KEY === undefined) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET!,
    prices: { lite: STRIPE_PRICE_LITE!, plus: STRIPE_PRICE_PLUS! },
    api: STRIPE_API,
  }
}

type Counter = {
  readonly windows: Windows
  readonly local: SharedWindows
  readonly state: () => string
  readonly close: () => void
}

/** Counts in shared memory, or in Redis, where several machines count together. */
async function openCounter(
  { redisUrl, withoutRedis, clock }: ControlTerms,
  memory: SharedArrayBuffer,
  { prefix, bucketMs }: { prefix: string; bucketMs: number },
  onState: (state: string, cause?: string) => void,
): Promise<Counter> {
  const now = createClock(clock)
  const local = openShared(memory, now)
  if (redisUrl === null) return { windows: local, local, state: () => 'ok', close: () => {} }
  const redis = await openRedis({ url: redisUrl, bucketMs, prefix, now: isTestClock(clock) ? now : null, onState })
  const close = () => void redis.close()
  if (withoutRedis === 'refuse') return { windows: redis, local, state: redis.state, close }
  const windows = withFallback(redis, local, onState)
  const state = () => (windows.state() === 'ok' ? 'ok' : `degraded: ${windows.state()}`)
  return { windows, local, state, close }
}

/** Opens the control plane for one serving thread. */
export async function openControl(terms: ControlTerms, log: Logger, baseUrl: () => string) {
  const { memory, stripe, smtpUrl } = terms
  const now = createClock(terms.clock)
  const database = await openDatabase(terms.place, servingMs)
  const pepper = Buffer.from(terms.pepper)
  const changes = new Int32Array(memory.changes)
  const changed = () => void Atomics.add(changes, 0, 1)
  const tell = (part: string) => (state: string, cause?: string) => {
    if (state === 'ok') log.info({ part }, 'the counter of calls answers')
    else log.warn({ part, state, cause }, 'the counter of calls')
  }
  const quota = await openCounter(terms, memory.quota, { prefix: 'formosa:quota:', ...quotaWindow }, tell('quota'))
  const tries = await openCounter(
    terms,
    memory.attempts,
    { prefix: 'formosa:attempts:', ...attemptWindow },
    tell('attempts'),
  )
  const guard = createGuard({ database, pepper, now, changes })
  const post = smtpUrl === null ? createConsolePost(print) : createPost(smtpUrl, terms.mailFrom)
  const afterwards = createAfterwards((error) => log.error({ err: error }, 'a message to a user could not be sent'))
  const accounts = createAccounts({
    database,
    now,
    pepper,
    secret: terms.sessionSecret,
    baseUrl,
    post,
    requiresVerification: smtpUrl !== null,
    attempts: createAttempts(tries.windows),
    hashing: createHashing(memory.hashing),
    afterwards,
    log,
  })
  const billing = stripe && createBilling({ terms: stripe, database, now, baseUrl, onChange: changed, log })
  const addressWindows = openShared(memory.addresses, now)
  const addressLimit = terms.addressLimit === 0 ? null : { windows: addressWindows, perMinute: terms.addressLimit }
  const clockTimer = setInterval(() => {
    for (const { tick } of [quota.local, tries.local, addressWindows]) tick()
  }, second)
  clockTimer.unref()
  return {
    services: {
      now,
      guard,
      accounts,
      billing,
      database,
      pepper,
      changed,
      quota: quota.windows,
      meter: createMeter(now),
      addresses: createAddresses(terms.proxies),
      addressLimit,
      securityContact: terms.securityContact,
    },
    // Attempts are counted over a connection of their own: while it is down nobody can log in.
    checks: async () => ({
      accounts: await guard.check(),
      quota: quota.state() === 'ok' ? tries.state() : quota.state(),
    }),
    async close() {
      clearInterval(clockTimer)
      await afterwards.close()
      guard.close()
      quota.close()
      tries.close()
      await database.close()
    },
  }
}

const print = (text: string): void => void process.stdout.write(text)
