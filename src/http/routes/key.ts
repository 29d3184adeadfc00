import { callsPerHour } from '../../access/plans.ts'
import { quotaWindow, remaining, takeCall } from '../../access/quota.ts'
import { bucketCount, planFor } from '../../access/windows/windows.ts'
import { addDays, taipeiDate } from '../../days.ts'
import { integer } from '../../fields.ts'
import { listKeys } from '../../store/keys.ts'
import { readUsage, type Use } from '../../store/usage.ts'
import * as schema from '../openapi/schema.ts'
import { faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import { callsPerHourSchema } from './keySchemas.ts'

const usageDays = 30

const seconds = (description: string): schema.Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: quotaWindow.seconds,
  description,
})
const tierSchema = schema.tier('Your tier')

const infoSchema = schema.object('KeyInfo', 'The tier and the calls that are left', {
  tier: tierSchema,
  rate_limit_per_hour: callsPerHourSchema,
  remaining_this_hour: schema.count('Calls left in the window'),
  window_resets_in_seconds: seconds('Seconds until the oldest calls leave the window; 0 for an empty one'),
})

export const keyInfo = route('GET /v1/key/info', 'keyInfo', {
  tag: 'keys',
  about: { en: 'Your tier and what is left of the hour.', zh: '您的方案與本小時剩餘次數。' },
  guide: {
    quota: [
      {
        en: 'The quota is counted per user, over all keys, in a sliding hour: calls are kept in 60 buckets of 60 seconds, and each check sums the most recent 60. It does not reset on the hour; calls become free again minute by minute, an hour after they were made.',
        zh: '額度以使用者計算，合計所有金鑰，採滑動的一小時視窗：呼叫次數存放於 60 個 60 秒的區間，每次檢查加總最近 60 個。額度不會在整點歸零，而是在各次呼叫滿一小時後逐分鐘釋出。',
      },
      {
        en: 'Every answer to a request with a valid key or session has the headers listed below.',
        zh: '附有效金鑰或工作階段的請求，其回應皆含下列標頭。',
      },
      {
        en: 'Beyond the limit the answer is 429 `{ "detail", "retry_after_seconds" }`, with the same number in `Retry-After`: the seconds until the oldest calls leave the window. A refused call is not counted. `GET /v1/key/info` tells what is left, `GET /v1/key/usage` the 60 buckets and the last 30 days, `GET /v1/key/plan?calls=N` when N calls will be free.',
        zh: '超過上限時回應 429 `{ "detail", "retry_after_seconds" }`，`Retry-After` 為相同數字：最早的呼叫離開視窗所需的秒數。被拒絕的呼叫不計入。`GET /v1/key/info` 查詢剩餘次數，`GET /v1/key/usage` 查詢 60 個區間與最近 30 天，`GET /v1/key/plan?calls=N` 查詢何時可再呼叫 N 次。',
      },
      {
        en: 'Advice to clients: slow down when `X-RateLimit-Remaining` falls below 50. On 429 wait about `retry_after_seconds`, longer each time it happens again (exponential backoff), give or take 20 percent at random, so that many clients do not come back at once.',
        zh: '給用戶端的建議：`X-RateLimit-Remaining` 低於 50 時放慢速度。收到 429 時等待約 `retry_after_seconds` 秒，再次發生則加倍等待（指數退避），並加上約正負 20% 的隨機變動，以免眾多用戶端同時重試。',
      },
      {
        en: 'What carries no valid key is limited per address, 1,200 requests a minute unless the operator chose otherwise; `dry_run=true` falls under this limit too. Its 429 has the same body and no `X-RateLimit-*` headers unless the key is valid. `/healthz` and `/readyz` are not limited.',
        zh: '未附有效金鑰的請求依位址限制，預設每分鐘 1,200 次，營運者可調整；`dry_run=true` 亦受此限。其 429 內容格式相同，除非金鑰有效，否則不含 `X-RateLimit-*` 標頭。`/healthz` 與 `/readyz` 不受限制。',
      },
    ],
  },
  auth: 'caller',
  responses: { 200: { schema: infoSchema } },
  async handle({ caller }, { quota }) {
    const { used, resetSeconds } = await takeCall(quota, caller, false)
    return {
      body: {
        tier: caller.tier,
        rate_limit_per_hour: callsPerHour(caller.tier),
        remaining_this_hour: remaining(caller.tier, used),
        window_resets_in_seconds: resetSeconds,
      },
    }
  },
})

const totals = <K>(uses: readonly Use[], of: (use: Use) => K): [K, number][] => {
  const sums = new Map<K, number>()
  for (const use of uses) sums.set(of(use), (sums.get(of(use)) ?? 0) + use.calls)
  return [...sums].sort(([, a], [, b]) => b - a)
}

const callsOfKey = schema.exactly('The calls of a key', {
  id: schema.positive('Number of the key'),
  name: schema.orNull('string', 'Its name; null if the key is gone'),
  last4: schema.orNull('string', 'Its last four characters; null if the key is gone'),
  calls: schema.count('Calls with this key'),
})
const callsOfDataset = schema.exactly('The calls of a dataset', {
  dataset: schema.string('A dataset, or unknown for a name that is none'),
  calls: schema.count('Calls of it'),
})
const callsOfDay = schema.exactly('The calls of a day by one key of one dataset', {
  date: schema.day('Taipei date'),
  key_id: schema.positive('Number of the key'),
  dataset: schema.string('A dataset, or unknown'),
  calls: schema.count('Calls that counted'),
})

const usageSchema = schema.object('KeyUsage', 'The calls of the hour and of the last 30 days', {
  tier: tierSchema,
  rate_limit_per_hour: callsPerHourSchema,
  window_seconds: { const: quotaWindow.seconds, description: 'Length of the window' },
  buckets: {
    ...schema.listOf(
      schema.exactly('A minute', {
        start: schema.instant('First moment of the bucket'),
        calls: schema.count('Calls in it'),
      }),
      'The minutes of the window, oldest first',
    ),
    minItems: bucketCount,
    maxItems: bucketCount,
  },
  days: schema.exactly('The last 30 days; a second or two behind', {
    first_date: schema.day('First day, a Taipei date'),
    last_date: schema.day('Today in Taipei'),
    keys: schema.listOf(callsOfKey, 'Calls by key, most first'),
    datasets: schema.listOf(callsOfDataset, 'Calls by dataset, most first'),
    rows: schema.listOf(callsOfDay, 'The rows that the two lists add up'),
  }),
})

export const keyUsage = route('GET /v1/key/usage', 'keyUsage', {
  tag: 'keys',
  about: {
    en: 'The 60 buckets of the running hour, and the calls of the last 30 days by key and by dataset.',
    zh: '目前一小時的 60 個分鐘計數，以及最近 30 天各金鑰與各資料集的呼叫次數。',
  },
  auth: 'caller',
  responses: { 200: { schema: usageSchema } },
  async handle({ caller }, { quota, database, now }) {
    const at = now()
    const from = addDays(taipeiDate(at), 1 - usageDays)
    const buckets = await quota.buckets(caller.userId)
    const uses = await readUsage(database, caller.userId, from)
    const names = new Map((await listKeys(database, caller.userId)).map((key) => [key.id, key]))
    return {
      body: {
        tier: caller.tier,
        rate_limit_per_hour: callsPerHour(caller.tier),
        window_seconds: quotaWindow.seconds,
        buckets: buckets.map(({ start, calls }) => ({ start: new Date(start).toISOString(), calls })),
        days: {
          first_date: from,
          last_date: taipeiDate(at),
          keys: totals(uses, ({ keyId }) => keyId).map(([id, calls]) => ({
            id,
            name: names.get(id)?.name ?? null,
            last4: names.get(id)?.last4 ?? null,
            calls,
          })),
          datasets: totals(uses, ({ dataset }) => dataset).map(([dataset, calls]) => ({ dataset, calls })),
          rows: uses.map(({ day, keyId, dataset, calls }) => ({ date: day, key_id: keyId, dataset, calls })),
        },
      },
    }
  },
})

const planSchema = schema.object('KeyPlan', 'When calls become free, if nothing else is called meanwhile', {
  calls: schema.positive('Calls you asked about'),
  free_in_seconds: seconds('Seconds until that many calls are free at once'),
  free_at: schema.instant('The same as an instant'),
  steps: schema.listOf(
    schema.exactly('A step', {
      in_seconds: seconds('Seconds from now'),
      free: schema.count('Calls that are free then'),
    }),
    'How calls become free, from now until the whole limit is',
  ),
})

export const keyPlan = route('GET /v1/key/plan', 'keyPlan', {
  tag: 'keys',
  about: {
    en: 'When a number of calls will be free, if nothing else is called meanwhile.',
    zh: '若期間沒有其他呼叫，何時可再呼叫指定的次數。',
  },
  auth: 'caller',
  query: { calls: integer('Calls you want to make', '您想要呼叫的次數', { min: 1, max: callsPerHour('plus') }) },
  responses: { 200: { schema: planSchema } },
  async handle({ caller, query }, { quota, now }) {
    const limit = callsPerHour(caller.tier)
    if (query.calls > limit)
      throw faultOf('calls', {
        en: `is more than the ${limit} calls an hour of the ${caller.tier} tier`,
        zh: `超過 ${caller.tier} 方案每小時 ${limit} 次的上限`,
      })
    const at = now().getTime()
    const { seconds, steps } = planFor(await quota.buckets(caller.userId), limit, query.calls, at)
    return {
      body: {
        calls: query.calls,
        free_in_seconds: seconds,
        free_at: new Date(at + seconds! * 1_000).toISOString(),
        steps: steps.map((step) => ({ in_seconds: step.seconds, free: step.free })),
      },
    }
  },
})
