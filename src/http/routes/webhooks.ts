import { actorOf, type Visitor } from '../../access/visitor.ts'
import { catalogue } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { chosenNames } from '../../events/types.ts'
import { deliver, shownSecret } from '../../events/webhooks/deliver.ts'
import { receiverFault } from '../../events/webhooks/receivers.ts'
import { line, namesAmong, oneOf, optional } from '../../fields.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { newestPlace } from '../../store/events.ts'
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
  type Webhook,
  webhookStatuses,
} from '../../store/webhooks.ts'
import { idempotencyFails, idempotent, madeHeaders } from '../openapi/made.ts'
import { pathParameter } from '../openapi/parameters.ts'
import * as schema from '../openapi/schema.ts'
import { faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { placeGiven } from './events.ts'

/** Webhooks of an account. */
const mostWebhooks = 10
/** The word for every type or dataset. */
const all = 'all'

const fields = {
  url: line('Address that events are sent to', '接收事件的網址', { min: 1, max: 2_000 }),
  types: namesAmong(
    [all, ...chosenNames],
    `Types of events, separated by commas, of ${chosenNames.join(', ')}; ${all} for every type`,
    `事件類型，以逗號分隔：${chosenNames.join('、')}；${all} 表示全部`,
  ),
  datasets: namesAmong(
    [all, ...catalogue.map(({ name }) => name)],
    `Datasets, separated by commas; ${all} for every event`,
    `資料集，以逗號分隔；${all} 表示全部事件`,
  ),
} as const

const properties = {
  id: schema.positive('Number of the webhook'),
  url: schema.string('Address that events are sent to'),
  types: schema.string(`Types of events, separated by commas; ${all} for every type`),
  datasets: schema.string(`Datasets, separated by commas; ${all} for every event`),
  status: schema.oneOf(
    webhookStatuses,
    'active; paused by you; failed: every attempt failed; gone: the receiver answered 410. PATCH with active goes on where it stopped',
  ),
  attempts: schema.count('Failed attempts to send the next event'),
  next_at: schema.nullable(schema.instant('Time of the next attempt; null where none waits')),
  delivered_at: schema.nullable(schema.instant('When an event was taken last')),
  last_error: schema.orNull('string', 'Why the last attempt failed; null if it did not'),
  created_at: schema.instant('When it was made'),
} as const
const secret: schema.Schema = {
  type: 'string',
  pattern: '^whsec_[\\w+/]{43}=$',
  description: 'The secret that signs, shown this once',
}

const shown = (webhook: Webhook) => ({
  ...schema.inSnakeCase(properties, webhook),
  types: webhook.types ?? all,
  datasets: webhook.datasets ?? all,
})

const webhookSchema = schema.object('Webhook', 'A webhook without its secret', properties)
const withSecret = schema.object('MadeWebhook', 'A webhook with a new secret', { ...properties, secret })
const head = [
  pathParameter(
    'id',
    'Number of one of your webhooks, as the list of webhooks has it',
    'webhook 編號，見 webhook 清單',
    schema.positive('Number of a webhook'),
  ),
]
const common = { tag: 'events', auth: 'caller' } as const

/** The webhook of a request, and the database under the name of its sender. */
const of = ({ id = '' }: Readonly<Record<string, string>>, { userId }: { readonly userId: number }) => {
  if (!/^\d{1,9}$/.test(id)) throw problem('unknown_webhook', [])
  return { userId, id: Number(id) }
}
const as = ({ database, now }: Services, visitor: Visitor) => actingAs(database, actorOf(visitor, 'user', now()))
const found = (webhook: Webhook | null): Webhook => {
  if (!webhook) throw problem('unknown_webhook', [])
  return webhook
}
const joined = (names: readonly string[] | undefined): string | null =>
  names === undefined || names.includes(all) ? null : names.join(',')

function assertReceiver({ delivery }: Services, url: string): void {
  const fault = receiverFault(url, delivery.allowsPrivate)
  if (fault) throw faultOf('url', fault)
}

export const listOfWebhooks = route('GET /v1/webhooks', 'listWebhooks', {
  ...common,
  about: { en: 'Your webhooks with their state; never their secrets.', zh: '您的 webhook 與狀態；不含密鑰。' },
  responses: {
    200: {
      schema: schema.object('WebhookList', 'Your webhooks', { webhooks: schema.listOf(webhookSchema) }),
    },
  },
  handle: async ({ caller }, { database }) => ({
    body: { webhooks: (await listWebhooks(database, caller.userId)).map(shown) },
  }),
})

export const createWebhook = route('POST /v1/webhooks', 'createWebhook', {
  ...common,
  about: {
    en: 'Make a webhook, which is sent events from now on; its secret is shown once, in this answer.',
    zh: '建立 webhook，自此刻起接收事件；密鑰僅在此回應中顯示一次。',
  },
  guide: {
    events: [
      {
        en: `\`POST /v1/webhooks\` with \`url\` sends the same events to a server of yours, after the Standard Webhooks specification: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, by the secret \`whsec_…\` of the answer. An event counts as taken with any 2xx; otherwise it is sent again ten times within three days, and the later ones wait for it. 410 ends the webhook. \`/replay\` sends again what was sent, \`/rotate\` changes the secret (both sign for a day), \`/test\` sends one event at once. An account has up to ${mostWebhooks} webhooks.`,
        zh: `\`POST /v1/webhooks\` 附上 \`url\`，即將相同事件傳送至您的伺服器，遵循 Standard Webhooks 規格：\`webhook-id\`、\`webhook-timestamp\` 與 \`webhook-signature\`，以回應中的密鑰 \`whsec_…\` 簽章。任何 2xx 表示已收到；否則三天內再試至十次，後續事件依序等候。410 會終止 webhook。\`/replay\` 重送，\`/rotate\` 更換密鑰（一天內新舊皆簽），\`/test\` 立即傳送一個事件。每個帳號最多 ${mostWebhooks} 個 webhook。`,
      },
    ],
  },
  body: { url: fields.url, types: optional(fields.types), datasets: optional(fields.datasets) },
  responses: { 201: { schema: withSecret, headers: madeHeaders } },
  ...idempotent,
  fails: ['too_many_webhooks', ...idempotencyFails],
  async handle({ caller, body, visitor }, services) {
    const { database, delivery, now } = services
    assertReceiver(services, body.url)
    const settings = { url: body.url, types: joined(body.types), datasets: joined(body.datasets) }
    const place = await newestPlace(database)
    const made = await addWebhook(
      as(services, visitor),
      { ...settings, userId: caller.userId, place, at: now().toISOString() },
      mostWebhooks,
    )
    if (!made) throw problem('too_many_webhooks', [mostWebhooks])
    const answer = { ...shown(made), secret: shownSecret(delivery.keys, made) }
    return { status: 201, headers: { Location: `/v1/webhooks/${made.id}` }, body: answer }
  },
})

export const showWebhook = route('GET /v1/webhooks/{id}', 'showWebhook', {
  ...common,
  about: { en: 'One of your webhooks with its state.', zh: '您的一個 webhook 與狀態。' },
  head,
  responses: { 200: { schema: webhookSchema } },
  fails: ['unknown_webhook'],
  handle: async ({ caller, params }, { database }) => ({
    body: shown(found(await findWebhook(database, of(params, caller)))),
  }),
})

export const changeWebhookRoute = route('PATCH /v1/webhooks/{id}', 'changeWebhook', {
  ...common,
  about: {
    en: 'Change a webhook, pause it, or let it go on from where it stopped; what is left out stays.',
    zh: '變更、暫停 webhook，或由停止處繼續；未列出的設定不變。',
  },
  head,
  body: {
    url: optional(fields.url),
    types: optional(fields.types),
    datasets: optional(fields.datasets),
    status: optional(oneOf(['active', 'paused'], 'active or paused', 'active（啟用）或 paused（暫停）')),
  },
  responses: { 200: { schema: webhookSchema } },
  fails: ['unknown_webhook'],
  async handle({ caller, params, body: { url, types, datasets, status }, visitor }, services) {
    if (url !== undefined) assertReceiver(services, url)
    const settings = {
      ...(url === undefined ? {} : { url }),
      ...(types === undefined ? {} : { types: joined(types) }),
      ...(datasets === undefined ? {} : { datasets: joined(datasets) }),
      ...(status === undefined ? {} : { status }),
    }
    return { body: shown(found(await changeWebhook(as(services, visitor), of(params, caller), settings))) }
  },
})

export const removeWebhookRoute = route('DELETE /v1/webhooks/{id}', 'removeWebhook', {
  ...common,
  about: { en: 'Remove a webhook; nothing more is sent to it.', zh: '移除 webhook，不再傳送事件。' },
  head,
  responses: { 200: { schema: webhookSchema } },
  fails: ['unknown_webhook'],
  handle: async ({ caller, params, visitor }, services) => ({
    body: shown(found(await removeWebhook(as(services, visitor), of(params, caller)))),
  }),
})

export const rotateWebhookRoute = route('POST /v1/webhooks/{id}/rotate', 'rotateWebhook', {
  ...common,
  about: {
    en: 'Give a webhook a new secret, shown once in this answer; for a day the old one signs too.',
    zh: '更換 webhook 的密鑰，僅在此回應中顯示一次；一天內舊密鑰亦會簽章。',
  },
  head,
  responses: { 200: { schema: withSecret } },
  fails: ['unknown_webhook'],
  async handle({ caller, params, visitor }, services) {
    const { database, delivery, now } = services
    const old = found(await findWebhook(database, of(params, caller)))
    const rotated = found(await rotateWebhook(as(services, visitor), old, now()))
    return { body: { ...shown(rotated), secret: shownSecret(delivery.keys, rotated) } }
  },
})

export const replayWebhookRoute = route('POST /v1/webhooks/{id}/replay', 'replayWebhook', {
  ...common,
  about: {
    en: 'Send again every event after an event, a date or an instant, in their order.',
    zh: '依序重送某事件、日期或時點之後的所有事件。',
  },
  head,
  body: {
    after: line('Id of an event, a date or an instant', '事件 id、日期或時點', { min: 1, max: 200 }),
  },
  responses: { 200: { schema: webhookSchema } },
  fails: ['unknown_webhook', 'events_gone'],
  async handle({ caller, params, body, visitor }, services) {
    const place = await placeGiven(services, caller.userId, body.after)
    if (place === null) throw problem('events_gone', [])
    return { body: shown(found(await replayWebhook(as(services, visitor), of(params, caller), place))) }
  },
})

export const testWebhook = route('POST /v1/webhooks/{id}/test', 'testWebhook', {
  ...common,
  about: {
    en: 'Send one event of the type webhook.test at once and report the answer; it counts as a call.',
    zh: '立即傳送一個 webhook.test 事件並回報結果；計為一次呼叫。',
  },
  head,
  cost: 'call',
  counts: 'webhooks',
  responses: {
    200: {
      schema: schema.object('WebhookTest', 'The outcome of a test', {
        delivered: { type: 'boolean', description: 'Whether the receiver took the event' },
        status: schema.orNull('integer', 'Status of its answer; null if it gave none'),
        error: schema.orNull('string', 'Why the event was not taken'),
      }),
    },
  },
  fails: ['unknown_webhook', 'quota_exceeded'],
  takes: () => 30_000,
  async handle({ caller, params }, { database, delivery, now }) {
    const webhook = found(await findWebhook(database, of(params, caller)))
    const at = now()
    const data = { webhook: webhook.id }
    const message = { id: `evt_test_${webhook.id}_${at.getTime()}`, type: 'webhook.test', at: at.toISOString(), data }
    const { status, error } = await deliver(webhook, message, delivery)
    return { body: { delivered: error === null, status, error } }
  },
})
