import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

export type Fields = Readonly<Record<string, string>>
export type StripeResponse = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** Fields of a subscription that a test may set; omitted ones stay as they were. */
type SubscriptionState = {
  readonly id: string
  readonly customer?: string
  readonly status?: Stripe.Subscription.Status
  /** The id of its only item's price. */
  readonly price?: string
  readonly current_period_end?: number
  readonly cancel_at_period_end?: boolean
  readonly metadata?: Readonly<Record<string, string>>
}
type Subscription = Required<SubscriptionState> & { readonly created: number }

type PriceState = { readonly id: string; readonly unit_amount?: number; readonly currency?: string }

/** An invoice of one period of a subscription. */
type Invoice = {
  readonly id: string
  readonly subscription: string
  readonly customer: string
  readonly status: 'draft' | 'open' | 'paid'
  readonly price: string
  readonly period_end: number
  readonly created: number
}

type Session = {
  readonly id: string
  readonly customer: string
  readonly client_reference_id: string | null
  readonly status: 'open' | 'expired' | 'complete'
}

const monthSeconds = 30 * 86_400

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const okResponse = (body: StripeResponse['body']): StripeResponse => ({ status: 200, body })

export const errorResponse = (status: number, type: string, message: string, more: Fields = {}): StripeResponse => ({
  status,
  body: { error: { type, message, ...more } },
})

/** Named in a path it is 404, named in a field 400. */
const missingObject = (what: string, id: string, param = 'id'): StripeResponse =>
  errorResponse(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

const listOf = (data: readonly unknown[]): StripeResponse => okResponse({ object: 'list', data, has_more: false })

/** The fields `name[key]`, by key. */
const nestedFields = (fields: Fields, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      field.startsWith(`${name}[`) && field.endsWith(']') ? [[field.slice(name.length + 1, -1), value]] : [],
    ),
  )

/** The objects of one Stripe account, and the responses of the part of its API that the service uses. */
export function createAccount({ now, url }: { now: () => Date; url: () => string }) {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const customers = new Set<string>()
  const sessions = new Map<string, Session>()
  /** What the sessions sell. */
  const sold = new Map<string, { readonly price: string; readonly metadata: Readonly<Record<string, string>> }>()
  const prices = new Map<string, Required<PriceState>>()
  const subscriptions = new Map<string, Subscription>()
  /** The oldest first. */
  const invoices: Invoice[] = []

  /** Makes a price or changes it. */
  function price({ id, unit_amount = 0, currency = 'twd' }: PriceState): Required<PriceState> {
    const made = { id, unit_amount, currency }
    prices.set(id, made)
    return made
  }

  /** A subscription as the API shows it. */
  function shown({ id, price: priceId, current_period_end, cancel_at_period_end, ...state }: Subscription) {
    const { unit_amount, currency } = prices.get(priceId) ?? price({ id: priceId })
    const period = { current_period_start: current_period_end - monthSeconds, current_period_end }
    const billed = { id: priceId, object: 'price', unit_amount, currency, recurring: { interval: 'month' } }
    const item = {
      id: `si_${id}`,
      object: 'subscription_item',
      ...period,
      price: billed,
      quantity: 1,
      subscription: id,
    }
    return {
      ...{ id, object: 'subscription', ...state, currency, cancel_at_period_end },
      cancel_at: cancel_at_period_end ? current_period_end : null,
      items: { object: 'list', data: [item], has_more: false },
    }
  }

  /** Writes an invoice of the current period. */
  function invoice(id: string, status: Invoice['status']): void {
    const { customer, price: billed, current_period_end: period_end } = subscriptions.get(id)!
    const shared = { subscription: id, customer, status, price: billed, period_end }
    invoices.push({ id: newId('in'), ...shared, created: seconds() })
  }

  /** Makes a subscription or changes it; `isBilled: false` leaves the bill of a change to the next renewal. */
  function subscription(state: SubscriptionState, { isBilled = true }: { readonly isBilled?: boolean } = {}) {
    const fresh = {
      ...{ status: 'active', current_period_end: seconds() + monthSeconds, cancel_at_period_end: false },
      ...{ metadata: {}, created: seconds() },
    }
    const next = { ...fresh, ...subscriptions.get(state.id), ...state } as Subscription
    if (next.customer === undefined || next.price === undefined)
      throw new Error(`the new subscription ${state.id} needs a customer and a price`)
    subscriptions.set(state.id, next)
    const isInvoiced = invoices.some(
      (one) => one.subscription === state.id && one.price === next.price && one.period_end === next.current_period_end,
    )
    if (isBilled && !isInvoiced && (next.status === 'active' || next.status === 'trialing')) invoice(state.id, 'paid')
    return shown(next)
  }

  /**
   * Begins the next period, as Stripe does: the period moves with a draft of its invoice while the subscription stays
   * active, an hour before the payment is tried. Called again, it says how the payment went.
   */
  function renew(id: string, outcome: 'draft' | 'paid' | 'failed') {
    const status = outcome === 'failed' ? 'open' : outcome
    const unpaid = invoices.findIndex((one) => one.subscription === id && one.status !== 'paid')
    const before = subscriptions.get(id)!
    if (unpaid >= 0) invoices[unpaid] = { ...invoices[unpaid]!, status }
    else {
      subscriptions.set(id, { ...before, current_period_end: before.current_period_end + monthSeconds })
      invoice(id, status)
    }
    return subscription({ id, status: outcome === 'failed' ? 'past_due' : 'active' })
  }

  function createCheckout(fields: Fields): StripeResponse {
    const { customer = '', client_reference_id = null, 'line_items[0][price]': item = '' } = fields
    if (!customers.has(customer)) return missingObject('customer', customer, 'customer')
    if (!prices.has(item)) return missingObject('price', item, 'line_items[0][price]')
    const id = newId('cs_test')
    sessions.set(id, { id, customer, client_reference_id, status: 'open' })
    sold.set(id, { price: item, metadata: nestedFields(fields, 'subscription_data[metadata]') })
    return okResponse(shownSession(sessions.get(id)!))
  }

  const shownSession = (session: Session) => ({
    ...{ object: 'checkout.session', ...session },
    url: session.status === 'open' ? `${url()}/c/pay/${session.id}` : null,
  })

  function endCheckout(id: string, status: 'expired' | 'complete'): StripeResponse {
    const session = sessions.get(id)
    if (!session) return missingObject('checkout.session', id)
    if (session.status !== 'open')
      return errorResponse(400, 'invalid_request_error', `The session is ${session.status}, not open`)
    sessions.set(id, { ...session, status })
    return okResponse(shownSession(sessions.get(id)!))
  }

  /** Pays at the address of a checkout; null where the page is closed. */
  function pay(address: string) {
    const id = address.split('/').at(-1)!
    if (endCheckout(id, 'complete').status !== 200) return null
    return subscription({ id: newId('sub'), customer: sessions.get(id)!.customer, ...sold.get(id)! })
  }

  function createPortal({ customer = '' }: Fields): StripeResponse {
    if (!customers.has(customer)) return missingObject('customer', customer, 'customer')
    const id = newId('bps')
    return okResponse({ id, object: 'billing_portal.session', customer, url: `${url()}/p/session/${id}` })
  }

  function createCustomer({ email }: Fields): StripeResponse {
    const id = newId('cus')
    customers.add(id)
    return okResponse({ id, object: 'customer', email })
  }

  /** The invoice as the API shows it. */
  const shownInvoice = ({ period_end: end, price: billed, subscription: id, ...state }: Invoice) => {
    const period = { start: end - monthSeconds, end }
    const pricing = { type: 'price_details', price_details: { price: billed } }
    const line = { object: 'line_item', amount: prices.get(billed)?.unit_amount ?? 0, period, pricing }
    return {
      ...{ object: 'invoice', ...state, lines: { object: 'list', data: [line], has_more: false } },
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    }
  }

  const of = <T extends { readonly customer: string }>(all: Iterable<T>, customer: string | undefined): T[] =>
    [...all].reverse().filter((one) => one.customer === customer)

  const routes: readonly (readonly [string, RegExp, (fields: Fields, id: string) => StripeResponse])[] = [
    ['POST', /^\/v1\/customers()$/, createCustomer],
    ['POST', /^\/v1\/checkout\/sessions()$/, createCheckout],
    [
      'GET',
      /^\/v1\/checkout\/sessions()$/,
      ({ customer }) => listOf(of(sessions.values(), customer).map(shownSession)),
    ],
    ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (_, id) => endCheckout(id, 'expired')],
    ['POST', /^\/v1\/billing_portal\/sessions()$/, createPortal],
    [
      'GET',
      /^\/v1\/invoices()$/,
      ({ subscription: id, status }) =>
        listOf(
          invoices
            .toReversed()
            .filter((one) => one.subscription === id && one.status === status)
            .map(shownInvoice),
        ),
    ],
    [
      'GET',
      /^\/v1\/subscriptions()$/,
      ({ customer }) =>
        listOf(
          of(subscriptions.values(), customer)
            .filter(({ status }) => status !== 'canceled')
            .map(shown),
        ),
    ],
    [
      'GET',
      /^\/v1\/subscriptions\/(\w+)$/,
      (_, id) => {
        const found = subscriptions.get(id)
        return found ? okResponse(shown(found)) : missingObject('subscription', id)
      },
    ],
  ]

  function respond(method: string, path: string, fields: Fields): StripeResponse {
    for (const [own, pattern, then] of routes) {
      const [, id] = (own === method && pattern.exec(path)) || []
      if (id !== undefined) return then(fields, id)
    }
    return errorResponse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
  }

  return { price, pay, subscription, renew, respond }
}
