import { newId, type PriceState, priceOf } from './objects.ts'
import {
  errorResponse,
  type Fields,
  invalidRequest,
  missingObject,
  nestedFields,
  okResponse,
  type StripeResponse,
  unknownParameter,
} from './responses.ts'
import { createSubscriptions } from './subscriptions.ts'

/** The objects of one Stripe account, and the responses of its API. */
export function createAccount({ now, url }: { now: () => Date; url: () => string }) {
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const customers = new Map<string, StripeResponse['body']>()
  const sessions = new Map<string, StripeResponse['body'] & { readonly status: string }>()
  /** What the sessions sell. */
  const sold = new Map<string, { readonly price: string; readonly metadata: Readonly<Record<string, string>> }>()
  const prices = new Map<string, ReturnType<typeof priceOf>>()

  function price(state: PriceState) {
    const made = priceOf(state)
    prices.set(made.id, made)
    return made
  }

  const subscriptions = createSubscriptions({ seconds, prices, price })

  function createCustomer(fields: Fields): StripeResponse {
    const { email = null, name = null, description = null } = fields
    const id = newId('cus')
    const shared = { created: seconds(), livemode: false, metadata: nestedFields(fields, 'metadata') }
    const customer = { id, object: 'customer', email, name, description, ...shared }
    customers.set(id, customer)
    return okResponse(customer)
  }

  function createCheckout(fields: Fields): StripeResponse {
    const { mode, customer = null, customer_email = null, client_reference_id = null, success_url } = fields
    if (mode === undefined) return invalidRequest('Missing required param: mode.', 'mode', 'parameter_missing')
    if (success_url === undefined)
      return invalidRequest('Missing required param: success_url.', 'success_url', 'parameter_missing')
    if (customer !== null && !customers.has(customer)) return missingObject('customer', customer, 'customer')
    const items = Object.entries(fields).filter(([name]) => /^line_items\[\d+\]\[price\]$/.test(name))
    if (items.length === 0)
      return invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
    for (const [name, id] of items) if (!prices.has(id)) return missingObject('price', id, name)
    const id = newId('cs_test')
    const session = {
      id,
      object: 'checkout.session',
      cancel_url: fields.cancel_url ?? null,
      client_reference_id,
      created: seconds(),
      customer,
      customer_email,
      expires_at: Number(fields.expires_at ?? seconds() + 86_400),
      livemode: false,
      metadata: nestedFields(fields, 'metadata'),
      mode,
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url,
      url: `${url()}/c/pay/${id}`,
    }
    sessions.set(id, session)
    sold.set(id, { price: items[0]![1], metadata: nestedFields(fields, 'subscription_data[metadata]') })
    return okResponse(session)
  }

  function listCheckouts(fields: Fields): StripeResponse {
    const { customer, limit = '10' } = fields
    const strange = unknownParameter(fields, /^(customer|limit)$/)
    if (strange) return strange
    const all = [...sessions.values()].reverse().filter((one) => customer === undefined || one.customer === customer)
    const data = all.slice(0, Number(limit))
    return okResponse({ object: 'list', data, has_more: data.length < all.length, url: '/v1/checkout/sessions' })
  }

  function endCheckout(id: string, status: 'expired' | 'complete'): StripeResponse {
    const session = sessions.get(id)
    if (!session) return missingObject('checkout.session', id)
    if (session.status !== 'open')
      return invalidRequest(`The session is ${session.status}, not open`, 'session', 'resource_invalid_state')
    const ended = { ...session, status, url: null }
    sessions.set(id, ended)
    return okResponse(ended)
  }

  /** Pays at the address of a checkout; null where the page is closed. */
  function pay(address: string) {
    const id = address.split('/').at(-1)!
    const customer = sessions.get(id)?.customer
    if (endCheckout(id, 'complete').status !== 200) return null
    return subscriptions.subscription({ id: newId('sub'), customer: customer as string, ...sold.get(id)! })
  }

  function createPortal({ customer = '', return_url }: Fields): StripeResponse {
    if (!customers.has(customer)) return missingObject('customer', customer, 'customer')
    const id = newId('bps')
    const shared = { created: seconds(), livemode: false, customer, return_url: return_url ?? null }
    return okResponse({ id, object: 'billing_portal.session', ...shared, url: `${url()}/p/session/${id}` })
  }

  const show = (held: ReadonlyMap<string, StripeResponse['body']>, what: string) => (id: string) =>
    held.has(id) ? okResponse(held.get(id)!) : missingObject(what, id)

  const routes: readonly (readonly [string, RegExp, (id: string, fields: Fields) => StripeResponse])[] = [
    ['POST', /^\/v1\/customers()$/, (_, fields) => createCustomer(fields)],
    ['GET', /^\/v1\/customers\/(\w+)$/, show(customers, 'customer')],
    ['POST', /^\/v1\/checkout\/sessions()$/, (_, fields) => createCheckout(fields)],
    ['GET', /^\/v1\/checkout\/sessions()$/, (_, fields) => listCheckouts(fields)],
    ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (id) => endCheckout(id, 'expired')],
    ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, show(sessions, 'checkout.session')],
    ['POST', /^\/v1\/billing_portal\/sessions()$/, (_, fields) => createPortal(fields)],
    ['GET', /^\/v1\/prices\/(\w+)$/, show(prices, 'price')],
    ['GET', /^\/v1\/invoices()$/, (_, fields) => subscriptions.listInvoices(fields)],
    ['GET', /^\/v1\/subscriptions()$/, (_, fields) => subscriptions.list(fields)],
    ['GET', /^\/v1\/subscriptions\/(\w+)$/, subscriptions.show],
    ['POST', /^\/v1\/subscriptions\/(\w+)$/, subscriptions.update],
    ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, subscriptions.cancel],
  ]

  function respond(method: string, path: string, fields: Fields): StripeResponse {
    if (Object.keys(fields).some((name) => name.startsWith('expand[')))
      return invalidRequest('The stand-in for Stripe expands nothing', 'expand', 'parameter_unknown')
    for (const [own, pattern, then] of routes) {
      const [, id] = (own === method && pattern.exec(path)) || []
      if (id !== undefined) return then(id, fields)
    }
    return errorResponse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
  }

  return { price, pay, subscription: subscriptions.subscription, renew: subscriptions.renew, respond }
}
