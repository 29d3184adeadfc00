import {
  itemOf,
  newSubscription,
  type PeriodOn,
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
  readonly periodOn: PeriodOn
  readonly prices: ReadonlyMap<string, Price>
  readonly price: (state: PriceState) => Price
}

/** The subscriptions of an account, and the responses of their API. */
export function createSubscriptions({ seconds, periodOn, prices, price }: SubscriptionOptions) {
  const subscriptions = new Map<string, Required<SubscriptionState> & { readonly created: number }>()

  const shown = (id: string) => {
    const state = subscriptions.get(id)!
    return subscriptionOf(state, prices.get(state.price) ?? price({ id: state.price }), periodOn)
  }

  function subscription(state: SubscriptionState) {
    const {
      customer,
      price: paid,
      ...before
    } = { ...newSubscription(seconds()), ...subscriptions.get(state.id), ...state }
    if (customer === undefined || paid === undefined)
      throw new Error(`the new subscription ${state.id} needs a customer and a price`)
    subscriptions.set(state.id, { ...before, customer, price: paid })
    return shown(state.id)
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
    list,
    show: known((id) => okResponse(shown(id))),
    update: known(update),
    cancel: known((id) => cancel(id)),
  }
}
