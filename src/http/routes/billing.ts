import { callsPerHour, plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import { covers } from '../../query/parameters.ts'
import { requestHeader } from '../openapi/parameters.ts'
import { count, exactly, listOf, object, tier, uri } from '../openapi/schema.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { callsPerHourSchema } from './keySchemas.ts'

const sold = ({ billing }: Services) => {
  if (!billing) throw problem('billing_disabled', [])
  return billing
}

const planSchema = exactly('A plan', {
  tier: tier('The tier of the plan'),
  calls_per_hour: callsPerHourSchema,
  price_per_month: count('Price of a month in whole units of the currency'),
  currency: { const: 'TWD' },
  datasets: count('Datasets it reads, those of the tiers below included'),
})

const forwardSchema = object('Forward', 'A page of Stripe', { url: uri('Open it in a browser') })

export const listPlans = route('GET /v1/plans', 'listPlans', {
  tag: 'plans',
  about: {
    en: 'The plans: price, calls per hour and number of datasets of each tier, and whether they are sold here.',
    zh: '各方案的價格、每小時呼叫次數與資料集數，以及此處是否開放購買。',
  },
  guide: {
    plans: [
      {
        en: `Free is ${callsPerHour('free')} calls an hour, without a card. Lite and Plus are paid by the month in TWD; \`GET /v1/plans\` says whether they are sold here. If so, \`POST /v1/billing/checkout\` gives the address of a page of Stripe, and \`POST /v1/billing/portal\` that where a subscription is changed or cancelled. Otherwise the operator sets the tier.`,
        zh: `Free 每小時 ${callsPerHour('free')} 次，無需信用卡。Lite 與 Plus 按月以新臺幣付費；\`GET /v1/plans\` 說明此處是否開放購買。若有，\`POST /v1/billing/checkout\` 回傳 Stripe 付款頁面的網址，\`POST /v1/billing/portal\` 回傳變更或取消訂閱的網址；否則由營運者設定方案。`,
      },
      {
        en: 'An upgrade takes effect at once and keeps your keys. A subscription that is cancelled or not paid goes on to the end of the period that was paid for; then the account falls back to the tier it has without it, and its keys go on working.',
        zh: '升級立即生效，金鑰不變。取消或未付款的訂閱持續到已付款期間結束，之後帳號回到未訂閱時的方案，金鑰仍可使用。',
      },
    ],
  },
  auth: 'open',
  responses: {
    200: {
      schema: object('Plans', 'The plans', {
        is_sold_here: { type: 'boolean', description: 'Whether Lite and Plus can be bought here' },
        plans: listOf(planSchema, 'From Free to Plus'),
      }),
    },
  },
  handle: async (_, { billing }) => ({
    body: {
      is_sold_here: billing !== null,
      plans: tiers.map((tier) => ({
        tier,
        calls_per_hour: plans[tier].callsPerHour,
        price_per_month: plans[tier].twdPerMonth,
        currency: 'TWD',
        datasets: contractDatasets.filter((dataset) => covers(tier, dataset.tier)).length,
      })),
    },
  }),
})

export const checkout = route('POST /v1/billing/checkout', 'checkout', {
  tag: 'plans',
  about: {
    en: 'Begin a subscription: the address of a page of Stripe where you pay. Your keys stay the same.',
    zh: '開始訂閱：回傳 Stripe 付款頁面的網址；金鑰不變。',
  },
  auth: 'session',
  body: { tier: oneOf(['lite', 'plus'], 'The plan', '方案') },
  responses: { 201: { schema: forwardSchema } },
  fails: ['billing_disabled', 'already_subscribed'],
  handle: async ({ caller, body }, services) => ({
    status: 201,
    body: { url: await sold(services).checkout(caller.userId, body.tier) },
  }),
})

export const portal = route('POST /v1/billing/portal', 'billingPortal', {
  tag: 'plans',
  about: {
    en: 'The address of a page of Stripe where you change or cancel your subscription.',
    zh: '變更或取消訂閱：回傳 Stripe 管理頁面的網址。',
  },
  auth: 'session',
  responses: { 201: { schema: forwardSchema } },
  fails: ['billing_disabled'],
  handle: async ({ caller }, services) => ({
    status: 201,
    body: { url: await sold(services).portal(caller.userId) },
  }),
})

export const billingWebhook = route('POST /v1/billing/webhook', 'billingWebhook', {
  tag: 'plans',
  about: {
    en: 'For Stripe: events about subscriptions, with its signature.',
    zh: '供 Stripe 使用：附簽章的訂閱事件。',
  },
  auth: 'open',
  head: [requestHeader('Stripe-Signature', 'Signature of the event', '事件簽章', true)],
  body: 'raw',
  rawBody: 'An event, byte by byte as signed',
  responses: { 200: { schema: exactly('The event is on the disk', { received: { const: true } }) } },
  fails: ['billing_disabled', 'invalid_signature'],
  async handle({ raw, request: { headers } }, services) {
    await sold(services).webhook(raw, headers['stripe-signature'] as string | undefined)
    return { body: { received: true } }
  },
})
