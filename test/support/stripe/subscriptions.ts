import {
  type InvoiceState,
  invoiceOf,
  itemOf,
  monthSeconds,
  newId,
  newSubscription,
  type PriceState,
  type priceOf,
  type SubscriptionState,
  subscriptionOf,
} from './objects.ts'
import {
  type Fields,
  invalidRequest,
  missingObject,
  nestedFields,
  okResponse,
  type StripeResponse,
  unknownParameter,
} from './responses.ts'

type Price = ReturnType<typeof priceOf>

type SubscriptionOptions = {
  readonly seconds: () => number
  readonly prices: ReadonlyMap<string, Price>
  readonly price: (state: PriceState) => Price
}

/** The subscriptions of an account, and the responses of their API. */
export function createSubscriptions({ seconds, prices, price }: SubscriptionOptions) {
  /** The oldest first. */
  const invoices: InvoiceState[] = []
  const subscriptions = new Map<string, Required<SubscriptionState> & { readonly created: number }>()

  const shown = (id: string) => {
    const state = subscriptions.get(id)!
    return subscriptionOf(state, prices.get(state.price) ?? price({ id: state.price }))
  }

  /** Makes a subscription or changes it; `isBilled: false` leaves the bill of a change to the next renewal. */
  function subscription(state: SubscriptionState, { isBilled = true }: { readonly isBilled?: boolean } = {}) {
    const {
      customer,
      price: paid,
      ...before
    } = { ...newSubscription(seconds()), ...subscriptions.get(state.id), ...state }
    if (customer === undefined || paid === undefined)
      throw new Error(`the new subscription ${state.id} needs a customer and a price`)
    subscriptions.set(state.id, { ...before, customer, price: paid })
    const { status, current_period_end: period_end } = before
    const isInvoiced = invoices.some(
      (one) => one.subscription === state.id && one.price === paid && one.period_end === period_end,
    )
    if (isBilled && !isInvoiced && (status === 'active' || status === 'trialing')) invoice(state.id, 'paid')
    return shown(state.id)
  }

  /** Writes an invoice of the current period. */
  function invoice(id: string, status: InvoiceState['status']): void {
    const { customer, price: billed, current_period_end: period_end } = subscriptions.get(id)!
    invoices.push({
      ...{ id: newId('in'), subscription: id, customer, status, price: billed, period_end },
      created: seconds(),
    })
  }

  /**
   * Begins the next period, as Stripe does: the period moves with a draft of its invoice while the subscription stays
   * active, an hour before the payment is tried. Called again, it says how the payment went.
   */
  function renew(id: string, outcome: 'draft' | 'paid' | 'failed') {
    const status = outcome === 'failed' ? 'open' : outcome
    const unpaid = invoices.findIndex((one) => one.subscription === id && one.status !== 'paid')
    const { current_period_end: end } = subscriptions.get(id)!
    if (unpaid >= 0) invoices[unpaid] = { ...invoices[unpaid]!, status }
    else {
      subscriptions.set(id, { ...subscriptions.get(id)!, current_period_end: end + monthSeconds })
      invoice(id, status)
    }
    return subscription({ id, status: outcome === 'failed' ? 'past_due' : 'active' })
  }

  function listInvoices(fields: Fields): StripeResponse {
    const { subscription: of, status, limit = '10' } = fields
    const strange = unknownParameter(fields, /^(subscription|status|limit)$/)
    if (strange) return strange
    const all = invoices
      .toReversed()
      .filter((one) => (of === undefined || one.subscription === of) && (status === undefined || one.status === status))
    const data = all
      .slice(0, Number(limit))
      .map((one) => invoiceOf(one, (prices.get(one.price) ?? price({ id: one.price })).unit_amount ?? 0))
    return okResponse({ object: 'list', data, has_more: data.length < all.length, url: '/v1/invoices' })
  }

  function list(fields: Fields): StripeResponse {
    const { customer, status, price: paid, limit = '10', starting_after } = fields
    const strange = unknownParameter(fields, /^(customer|status|price|limit|starting_after)$/)
    if (strange) return strange
    if (!/^([1-9]\d?|100)$/.test(limit))
      return invalidRequest('limit is 1 to 100', 'limit', 'parameter_invalid_integer')
    if (starting_after !== undefined && !subscriptions.has(starting_after))
      return missingObject('subscription', starting_after, 'starting_after')
    const hasStatus = (own: string) => {
      if (status === undefined) return own !== 'canceled'
      if (status === 'ended') return own === 'canceled' || own === 'incomplete_expired'
      return status === 'all' || own === status
    }
    const all = [...subscriptions.values()]
      .reverse()
      .sort((a, b) => b.created - a.created)
      .filter((one) => customer === undefined || one.customer === customer)
      .filter((one) => paid === undefined || one.price === paid)
      .filter((one) => hasStatus(one.status))
    const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1
    const data = all.slice(from, from + Number(limit)).map(({ id }) => shown(id))
    return okResponse({ object: 'list', data, has_more: from + data.length < all.length, url: '/v1/subscriptions' })
  }

  function update(id: string, fields: Fields): StripeResponse {
    if (subscriptions.get(id)?.status === 'canceled') return missingObject('subscription', id)
    const strange = unknownParameter(
      fields,
      /^(cancel_at_period_end|metadata\[.*\]|items\[0\]\[(id|price)\]|proration_behavior|payment_behavior)$/,
    )
    if (strange) return strange
    const { cancel_at_period_end: ending, 'items[0][id]': item, 'items[0][price]': paid } = fields
    if (paid !== undefined && !prices.has(paid)) return missingObject('price', paid, 'items[0][price]')
    // Stripe would add a second item to the subscription, which is hardly ever meant.
    if (paid !== undefined && item !== itemOf(id))
      return invalidRequest(
        'The stand-in for Stripe changes the one item, by its id',
        'items[0][id]',
        'parameter_missing',
      )
    const metadata = { ...subscriptions.get(id)!.metadata, ...nestedFields(fields, 'metadata') }
    return okResponse(
      subscription({
        id,
        ...(ending === undefined
          ? {}
          : { cancel_at_period_end: ending === 'true', canceled_at: ending === 'true' ? seconds() : null }),
        ...(paid === undefined ? {} : { price: paid }),
        // An empty value removes a key.
        metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== '')),
      }),
    )
  }

  function cancel(id: string): StripeResponse {
    // Stripe says so of a subscription that has ended.
    if (subscriptions.get(id)?.status === 'canceled') return missingObject('subscription', id)
    return okResponse(subscription({ id, status: 'canceled', canceled_at: seconds(), ended_at: seconds() }))
  }

  const known = (then: (id: string, fields: Fields) => StripeResponse) => (id: string, fields: Fields) =>
    subscriptions.has(id) ? then(id, fields) : missingObject('subscription', id)

  return {
    subscription,
    renew,
    list,
    listInvoices,
    show: known((id) => okResponse(shown(id))),
    update: known(update),
    cancel: known((id) => cancel(id)),
  }
}
