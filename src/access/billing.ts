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
import { lower } from './plans.ts'

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

/** Statuses under which a paid period goes on to its end. */
const holding = new Set(['active', 'trialing', 'past_due', 'canceled'])
/** How late a renewal may arrive before an active subscription counts as ended. */
const graceSeconds = 86_400
/** Retries after a concurrent update of the same subscription. */
const mostTries = 5
/** Failed checkouts of a day whose keys Stripe answers with their failures. */
const mostFailedCheckouts = 20
/** Statuses of a subscription that can never be paid again. */
const ended = new Set(['canceled', 'incomplete_expired'])
/** Paid invoices that are read, the newest first: beside that of the period there may be some of changed plans. */
const invoicesRead = 10

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

function tierOfPrice({ prices }: StripeOptions, price: string | undefined): PaidTier | null {
  for (const [tier, id] of Object.entries(prices)) if (price === id) return tier as PaidTier
  return null
}

function tierOf(options: StripeOptions, subscription: Stripe.Subscription): PaidTier | null {
  for (const { price } of subscription.items.data) {
    const tier = tierOfPrice(options, price.id)
    if (tier) return tier
  }
  return null
}

type Paid = { readonly tier: PaidTier; readonly end: number; readonly amount: number }

/**
 * The last period on paid invoices, the newest of which comes first, and the best tier that was paid for it; null where
 * none is paid. Stripe moves the period of a subscription before the renewal is paid, so only invoices say what was.
 */
function lastPaid(options: StripeOptions, invoices: readonly Stripe.Invoice[]): Paid | null {
  const newest = new Map<string, Paid>()
  for (const { lines } of invoices)
    for (const { amount, period, pricing } of lines.data) {
      const price = pricing?.price_details?.price
      const tier = tierOfPrice(options, typeof price === 'string' ? price : price?.id)
      const name = `${tier} ${period.end}`
      if (tier && !newest.has(name)) newest.set(name, { tier, end: period.end, amount })
    }
  // A negative line gives back the rest of a plan that was left; one of nothing is a trial, or the start of a plan that
  // is billed later.
  const paid = [...newest.values()].filter(({ amount }) => amount >= 0)
  const better = (a: Paid, b: Paid): boolean =>
    a.end !== b.end ? a.end > b.end : a.amount > 0 !== b.amount > 0 ? a.amount > 0 : lower(a.tier, b.tier) !== a.tier
  return paid.reduce<Paid | null>((best, one) => (best === null || better(one, best) ? one : best), null)
}

/** The tier of a subscription and the end of what was paid for; the renewal of one that goes on has a day to arrive. */
function holdOf(tier: PaidTier, subscription: Stripe.Subscription, paid: ReturnType<typeof lastPaid>) {
  const { status, cancel_at_period_end: isEnding } = subscription
  if (!paid || !holding.has(status)) return { tier, paidUntil: null }
  const isCurrent = status === 'active' || status === 'trialing'
  const end = paid.end + (isCurrent && !isEnding ? graceSeconds : 0)
  // A change to a better plan has no effect before it is paid; one to a lesser plan at once, while the plan goes on.
  return { tier: isCurrent ? lower(tier, paid.tier) : paid.tier, paidUntil: new Date(end * 1_000).toISOString() }
}

type Checkout = {
  readonly userId: number
  readonly customer: string
  readonly tier: PaidTier
  readonly siteUrl: string
}

/**
 * Opens a page to pay at. A customer has one open page at most, and none beside a subscription: an earlier page is
 * closed first, and the idempotency key names the page before, so that Stripe makes one of two concurrent requests.
 */
async function openCheckout(
  { checkout, subscriptions }: Stripe,
  options: StripeOptions,
  { userId, customer, tier, siteUrl }: Checkout,
): Promise<string> {
  const metadata = { user_id: String(userId), tier }
  let repeated = 0
  let before: string | undefined
  for (let tries = 0; tries < mostFailedCheckouts; tries++) {
    const { data: pages } = await checkout.sessions.list({ customer, limit: 100 })
    for (const { id, status, client_reference_id: user } of pages)
      if (status === 'open' && user === String(userId))
        await checkout.sessions.expire(id).catch((error: { statusCode?: number }) => {
          // It was paid or closed meanwhile.
          if (error.statusCode !== 400) throw error
        })
    // After the pages: one that was paid has made its subscription.
    const { data: held } = await subscriptions.list({ customer, limit: 100 })
    if (held.some((each) => !ended.has(each.status) && tierOf(options, each) !== null))
      throw problem('already_subscribed', [])
    const newest = pages[0]?.id ?? 'first'
    // Stripe repeats its answer to a key, also that of a failure: where no page came of it, another key is needed.
    if (newest === before) repeated++
    before = newest
    const page = await checkout.sessions
      .create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: String(userId),
          line_items: [{ price: options.prices[tier], quantity: 1 }],
          metadata,
          subscription_data: { metadata },
          success_url: `${siteUrl}/account?do=paid`,
          cancel_url: `${siteUrl}/account`,
        },
        {
          idempotencyKey: `formosa-checkout-${customer}-${newest}${repeated > 0 ? `-${repeated}` : ''}`,
          // A repeated request would get the failure of the first one back, like that of an earlier day.
          maxNetworkRetries: 0,
        },
      )
      .catch((error: { type?: string; code?: string; headers?: Readonly<Record<string, string>> }) => {
        if (error.type !== 'StripeIdempotencyError' && error.headers?.['idempotent-replayed'] !== 'true') throw error
        // Another request with this key is under way: its page is the newest one next.
        if (error.code === 'idempotency_key_in_use') before = undefined
        return null
      })
    if (page) return page.url!
  }
  throw new Error(`checkouts of user ${userId} keep changing`)
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
    const { subscriptions, invoices } = await stripe()
    const found = await subscriptions.retrieve(id).catch((error: { statusCode?: number }) => {
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
    const paid = await invoices.list({ subscription: id, status: 'paid', limit: invoicesRead }).catch(down)
    return { id, userId: user.id, status: found.status, ...holdOf(tier, found, lastPaid(options, paid.data)) }
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
      return stripe()
        .then((client) => openCheckout(client, options, { userId, customer, tier, siteUrl: baseUrl() }))
        .catch(downUnlessProblem)
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
