import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** Fields of a subscription that a test may set; omitted ones stay as they were. */
export type SubscriptionState = {
  readonly id: string
  readonly customer?: string
  readonly status?: Stripe.Subscription.Status
  /** The id of its only item's price. */
  readonly price?: string
  readonly current_period_end?: number
  readonly cancel_at_period_end?: boolean
  readonly canceled_at?: number | null
  readonly ended_at?: number | null
  readonly metadata?: Readonly<Record<string, string>>
}

export type PriceState = {
  readonly id: string
  /** In the currency's smallest unit. */
  readonly unit_amount?: number | null
  readonly currency?: string
  readonly product?: string
  readonly active?: boolean
}

/** An invoice of one period of a subscription. */
export type InvoiceState = {
  readonly id: string
  readonly subscription: string
  readonly customer: string
  readonly status: 'draft' | 'open' | 'paid'
  readonly price: string
  readonly period_end: number
  readonly created: number
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const priceOf = ({
  id,
  unit_amount = null,
  currency = 'twd',
  product = 'prod_formosa',
  active = true,
}: PriceState) => ({
  id,
  object: 'price',
  active,
  billing_scheme: 'per_unit',
  currency,
  livemode: false,
  metadata: {},
  product,
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  type: 'recurring',
  unit_amount,
})

/** The id of a subscription's only item. */
export const itemOf = (subscription: string): string => `si_${subscription}`

export const monthSeconds = 30 * 86_400

/** The object as the API shows it. */
export function subscriptionOf(
  state: Required<SubscriptionState> & { readonly created: number },
  price: ReturnType<typeof priceOf>,
) {
  const { id, customer, status, created, cancel_at_period_end, canceled_at, ended_at, metadata } = state
  const period = {
    current_period_start: state.current_period_end - monthSeconds,
    current_period_end: state.current_period_end,
  }
  const item = {
    id: itemOf(id),
    object: 'subscription_item',
    created,
    ...period,
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
  }
  return {
    id,
    object: 'subscription',
    cancel_at: cancel_at_period_end ? state.current_period_end : null,
    cancel_at_period_end,
    canceled_at,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer,
    ended_at,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata,
    start_date: created,
    status,
  }
}

/** The invoice as the API shows it. */
export function invoiceOf(state: InvoiceState, amount: number) {
  const { id, subscription, customer, status, price, period_end: end, created } = state
  const line = {
    id: `il_${id}`,
    object: 'line_item',
    amount,
    period: { start: end - monthSeconds, end },
    pricing: { type: 'price_details', price_details: { price, product: 'prod_formosa' } },
  }
  return {
    id,
    object: 'invoice',
    created,
    customer,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    status,
  }
}

/** The default fields of a subscription. */
export const newSubscription = (now: number) => ({
  status: 'active' as const,
  current_period_end: now + monthSeconds,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  metadata: {},
  created: now,
})
