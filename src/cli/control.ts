import type { Logger } from 'pino'
import { createAccounts } from '../access/accounts.ts'
import { createAddresses } from '../access/addresses.ts'
import { createAfterwards } from '../access/afterwards.ts'
import { createAttempts } from '../access/attempts.ts'
import { createBilling, type StripeOptions } from '../access/billing.ts'
import { createGuard } from '../access/guard.ts'
import { createHashing } from '../access/hashing.ts'
import { createConsolePost, createPost } from '../access/mail.ts'
import { createMeter } from '../access/meter.ts'
import { keysFor, received } from '../access/secret.ts'
import { listOf } from '../config/values.ts'
import type { Config } from '../config.ts'
import { createQuotaNear } from '../http/admission/quotaNear.ts'
import { createEventStreams, createStreamSlots } from '../http/connection/eventStreams.ts'
import { openDatabase, type Place, servingMs } from '../store/database.ts'
import { createClock } from './clock.ts'
import type { Context } from './command.ts'
import { print } from './output.ts'
import { createCounterMemory, openCounters } from './service/threads/counters.ts'

/** The control plane of a serving thread, in a form that threads can be handed: one property per part that uses it. */
export type ControlOptions = ReturnType<typeof controlOptions>

export const placeOf = ({ DATABASE_URL, storePath }: Config): Place => ({ url: DATABASE_URL, path: storePath })

/** The Stripe settings are complete or absent: validation refuses anything between. */
function stripeOptions(config: Config): StripeOptions | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_LITE, STRIPE_PRICE_PLUS, STRIPE_API } = config
  if (STRIPE_SECRET_KEY === undefined) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET!,
    prices: { lite: STRIPE_PRICE_LITE!, plus: STRIPE_PRICE_PLUS! },
    api: STRIPE_API,
  }
}

/** Turns settings into options: the only place where the control plane sees the configuration. */
export const controlOptions = ({ config, clock, otherSecret, release }: Context, secret: Buffer) => ({
  place: placeOf(config),
  clock,
  secrets: {
    peppers: keysFor(secret, otherSecret(), 'api keys'),
    sessions: keysFor(secret, otherSecret(), 'sessions').map((key) => key.toString('base64url')),
  },
  delivery: {
    allowsPrivate: config.FORMOSA_WEBHOOK_PRIVATE === 'on',
    keys: keysFor(secret, otherSecret(), 'webhooks') as readonly Uint8Array[],
    release,
  },
  streamSlots: createStreamSlots(),
  memory: createCounterMemory(clock),
  redis: config.REDIS_URL === undefined ? null : { url: config.REDIS_URL, whenDown: config.QUOTA_WITHOUT_REDIS },
  addresses: { perMinute: config.ADDRESS_LIMIT, proxies: listOf(config.TRUSTED_PROXIES) },
  /** Null where messages are printed on the console. */
  mail: config.SMTP_URL === undefined ? null : { url: config.SMTP_URL, from: config.MAIL_FROM },
  stripe: stripeOptions(config),
  publicUrl: config.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
  securityContact: config.SECURITY_CONTACT ?? null,
})

/** Opens the control plane for one serving thread. */
export async function openControl(options: ControlOptions, log: Logger, baseUrl: () => string) {
  const { clock, memory, redis, mail, stripe, addresses, securityContact } = options
  const now = createClock(clock)
  const database = await openDatabase(options.place, servingMs)
  const peppers = received(options.secrets.peppers)
  const [secret, ...otherSecrets] = options.secrets.sessions
  const counters = await openCounters({ memory, redis, clock }, log)
  const changes = new Int32Array(memory.changes)
  const changed = () => void Atomics.add(changes, 0, 1)
  const guard = createGuard({ database, peppers, now, changes })
  const eventStreams = createEventStreams({ database, slots: options.streamSlots, now, log })
  const afterwards = createAfterwards((error) => log.error({ err: error }, 'a message to a user could not be sent'))
  const accounts = createAccounts({
    ...{ database, now, baseUrl, afterwards, log, otherSecrets },
    pepper: peppers[0],
    secret: secret!,
    post: mail === null ? createConsolePost(print) : createPost(mail.url, mail.from),
    requiresVerification: mail !== null,
    attempts: createAttempts(counters.attempts),
    hashing: createHashing(memory.hashing),
  })
  return {
    services: {
      ...{ now, guard, accounts, database, peppers, changed, securityContact },
      delivery: { ...options.delivery, now },
      eventStreams,
      quotaNear: createQuotaNear(database, now, log),
      billing: stripe && createBilling({ stripe, database, now, baseUrl, onChange: changed, log }),
      quota: counters.quota,
      meter: createMeter(now),
      addresses: createAddresses(addresses.proxies),
      addressLimit: addresses.perMinute === 0 ? null : { windows: counters.addresses, perMinute: addresses.perMinute },
    },
    checks: async () => ({ accounts: await guard.check(), quota: counters.state() }),
    async close() {
      await afterwards.close()
      guard.close()
      counters.close()
      await database.close()
    },
  }
}
