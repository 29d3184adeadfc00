import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import { covers } from '../../query/parameters.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

const sold = ({ billing }: Services) => {
  if (!billing) throw problem('billing_disabled', [])
  return billing
}

export const listPlans = route({
  method: 'GET',
  path: '/v1/plans',
  about: 'The plans: price, calls per hour and number of datasets of each tier, and whether they are sold here.',
  auth: 'open',
  query: {},
  fails: [],
  handle: async (_, { billing }) => ({
    body: {
      is_sold_here: billing !== null,
      plans: tiers.map((tier) => ({
        tier,
        calls_per_hour: plans[tier].callsPerHour,
        price_per_month: plans[tier].twdPerMonth,
        currency: 'TWD',
        datasets: catalogue.filter((dataset) => covers(tier, dataset.tier)).length,
      })),
    },
  }),
})

export const checkout = route({
  method: 'POST',
  path: '/v1/billing/checkout',
  about: 'Begin a subscription: the address of a page of Stripe where you pay. Your keys stay the same.',
  auth: 'session',
  query: {},
  body: { tier: oneOf(['lite', 'plus'], 'The plan', '方案') },
  fails: ['session_required', 'invalid_parameter', 'billing_disabled', 'already_subscribed', 'unavailable'],
  handle: async ({ caller, body }, services) => ({
    status: 201,
    body: { url: await sold(services).checkout(caller.userId, body.tier) },
  }),
})

export const portal = route({
  method: 'POST',
  path: '/v1/billing/portal',
  about: 'The address of a page of Stripe where you change or cancel your subscription.',
  auth: 'session',
  query: {},
  fails: ['session_required', 'billing_disabled', 'unavailable'],
  handle: async ({ caller }, services) => ({
    status: 201,
    body: { url: await sold(services).portal(caller.userId) },
  }),
})

export const billingWebhook = route({
  method: 'POST',
  path: '/v1/billing/webhook',
  about: 'For Stripe: events about subscriptions, with its signature.',
  auth: 'open',
  query: {},
  body: 'raw',
  fails: ['billing_disabled', 'invalid_signature', 'unavailable'],
  async handle({ raw, headers }, services) {
    await sold(services).webhook(raw, headers['stripe-signature'] as string | undefined)
    return { body: { received: true } }
  },
})
