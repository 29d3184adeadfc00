import type { Stripe } from 'stripe'
import type { Tier } from '../catalogue/dataset.ts'
import { problem } from '../errors.ts'
import { once } from '../once.ts'
import { type AuditAction, actingAs, type Noted } from '../store/auditTrail.ts'
import type { Database } from '../store/database.ts'
import {
  findCustomer,
  isEventStored,
  listSubscriptions,
  type Subscription,
  setCustomer,
  storeEvent,
  versionOf,
} from '../store/subscriptions.ts'
import { findUser } from '../store/users.ts'
import { refused } from './guard.ts'

type PaidTier = Exclude<Tier, 'free'>

export type StripeOptions = {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly prices: Readonly<Record<PaidTier, string>>
  readonly api: string
}

export type Billing = ReturnType<typeof createBilling>

/** Events about payments. */
const paymentActions: Readonly<Record<string, AuditAction>> = {
  'invoice.paid': 'payment.paid',
  'invoice.payment_failed': 'payment.failed',
  'charge.refunded': 'payment.refunded',
  'charge.dispute.created': 'payment.disputed',
}

/** Statuses under which a paid period is still valid. */
const holding = new Set(['active', 'trialing', 'past_due', 'canceled'])
/** How late a renewal may arrive before an active subscription counts as ended. */
const graceSeconds = 86_400
/** Retries of an event after a concurrent update of the same subscription. */
const mostTries = 5

/** A client of Stripe that is loaded with its first call. */
const createStripe = (options: StripeOptions): (() => Promise<Stripe>) =>
  once(async () => {
    const { Stripe } = await import('stripe')
    const { hostname, port, protocol } = new URL(options.api)
    return new Stripe(options.secretKey, {
      host: hostname,
      ...(port === '' ? {} : { port }),
      protocol: protocol === 'http:' ? 'http' : 'https',
      maxNetworkRetries: 1,
      timeout: 10_000,
      telemetry: false,
    })
  })

function down(error: unknown): never {
  throw problem('unavailable', [{ en: 'the payment provider does not answer', zh: '付款服務沒有回應' }], {
    headers: { 'Retry-After': '30' },
    cause: error,
  })
}

function downUnlessProblem(error: unknown): never {
  if ((error as Error).name === 'Problem') throw error
  return down(error)
}

function tierOf({ prices }: StripeOptions, subscription: Stripe.Subscription): PaidTier | null {
  for (const { price } of subscription.items.data)
    for (const [tier, id] of Object.entries(prices)) if (price.id === id) return tier as PaidTier
  return null
}

/**
 * An event only says that something changed: the state is read from Stripe, so that events may arrive late, twice
 * or in any order.
 */
export function createBilling({
  stripe: options,
  database,
  now,
  baseUrl,
  onChange,
  log,
}: {
  readonly stripe: StripeOptions
  readonly database: Database
  readonly now: () => Date
  readonly baseUrl: () => string
  /** Called after a user's tier may have changed. */
  readonly onChange: () => void
  readonly log: { readonly error: (fields: object, message: string) => void }
}) {
  const stripe = createStripe(options)

  async function customerOf(userId: number): Promise<string> {
    const user = await findUser(database, { id: userId })
    if (!user) throw refused('session_required')
    if (user.stripeCustomer !== null) return user.stripeCustomer
    // One idempotency key per user: a retry after a crash finds the first customer.
    const { id } = await (await stripe()).customers.create(
      { email: user.email, metadata: { user_id: String(userId) } },
      { idempotencyKey: `formosa-customer-${userId}` },
    )
    await setCustomer(database, userId, id)
    return (await findUser(database, { id: userId }))?.stripeCustomer ?? id
  }

  async function read(id: string): Promise<Subscription | null> {
    const found = await (await stripe()).subscriptions.retrieve(id).catch((error: { statusCode?: number }) => {
      if (error.statusCode === 404) return null
      return down(error)
    })
    if (!found) return null
    const tier = tierOf(options, found)
    const customer = typeof found.customer === 'string' ? found.customer : found.customer.id
    const [named] = /^\d{1,9}$/.exec(found.metadata.user_id ?? '') ?? []
    const userId = (await findCustomer(database, customer)) ?? (named === undefined ? null : Number(named))
    const user = userId === null ? null : await findUser(database, { id: userId })
    if (!tier || !user) {
      log.error({ subscription: id, isPriceKnown: tier !== null, isUserKnown: user !== null }, 'subscription not ours')
      return null
    }
    return { id, userId: user.id, tier, status: found.status, paidUntil: paidUntil(found) }
  }

  /** The audit line of a payment event. */
  async function paymentIn({ type, data }: Stripe.Event): Promise<Noted | null> {
    const action = paymentActions[type]
    if (!action) return null
    const { id, customer } = data.object as unknown as { id: string; customer?: string | { id: string } | null }
    const name = typeof customer === 'string' ? customer : customer?.id
    return { action, userId: name === undefined ? null : await findCustomer(database, name), subject: id }
  }

  return {
    /** Where the user pays for a first subscription. */
    async checkout(userId: number, tier: PaidTier): Promise<string> {
      const held = await listSubscriptions(database, userId)
      if (held.some(({ status }) => status === 'active' || status === 'trialing' || status === 'past_due'))
        throw problem('already_subscribed', [])
      const customer = await customerOf(userId).catch(downUnlessProblem)
      const metadata = { user_id: String(userId), tier }
      const { url } = await (await stripe()).checkout.sessions
        .create({
          mode: 'subscription',
          customer,
          client_reference_id: String(userId),
          line_items: [{ price: options.prices[tier], quantity: 1 }],
          metadata,
          subscription_data: { metadata },
          success_url: `${baseUrl()}/account?do=paid`,
          cancel_url: `${baseUrl()}/account`,
        })
        .catch(down)
      return url!
    },
    /** Where the user changes or cancels it. */
    async portal(userId: number): Promise<string> {
      const customer = await customerOf(userId).catch(downUnlessProblem)
      const { url } = await (await stripe()).billingPortal.sessions
        .create({ customer, return_url: `${baseUrl()}/account` })
        .catch(down)
      return url
    },
    /** Handles an event of Stripe; resolves when its effect is stored. */
    async webhook(body: Buffer, signature: string | undefined): Promise<void> {
      const { webhooks } = await stripe()
      const event = ((): Stripe.Event => {
        try {
          return webhooks.constructEvent(body, signature ?? '', options.webhookSecret)
        } catch {
          throw problem('invalid_signature', [])
        }
      })()
      if (await isEventStored(database, event.id)) return
      const id = subscriptionIn(event)
      const payment = await paymentIn(event)
      const stored = { id: event.id, type: event.type, at: now().toISOString() }
      for (let tries = 0; tries < mostTries; tries++) {
        const version = id === null ? 0 : await versionOf(database, id)
        const subscription = id === null ? null : await read(id)
        const as = actingAs(database, { name: 'stripe', at: stored.at, address: null, requestId: null })
        if (!(await storeEvent(as, stored, subscription && { subscription, version }, payment))) continue
        onChange()
        return
      }
      down(new Error(`subscription ${id} keeps changing`))
    },
  }
}

/** The subscription an event is about, if it is about one. */
function subscriptionIn({ type, data }: Stripe.Event): string | null {
  const object = data.object as unknown as Record<string, unknown>
  if (type.startsWith('customer.subscription.')) return object.id as string
  const parent = (object.parent as { subscription_details?: { subscription?: unknown } } | undefined)
    ?.subscription_details?.subscription
  const named = object.subscription ?? parent
  if (typeof named === 'string') return named
  return (named as { id?: string } | undefined)?.id ?? null
}

/** The end of the paid period. Newer releases of Stripe's API keep it on the items. */
function paidUntil(subscription: Stripe.Subscription): string | null {
  if (!holding.has(subscription.status)) return null
  const ends = subscription.items.data.map(({ current_period_end }) => current_period_end).filter(Boolean)
  const end = ends.length > 0 ? Math.max(...ends) : (subscription as { current_period_end?: number }).current_period_end
  if (end === undefined) return null
  const renews =
    (subscription.status === 'active' || subscription.status === 'trialing') && !subscription.cancel_at_period_end
  return new Date((end + (renews ? graceSeconds : 0)) * 1_000).toISOString()
}
