import { taipeiDay } from '../../access/meter.ts'
import { callsPerHour } from '../../access/plans.ts'
import { quotaWindow, remaining, takeCall } from '../../access/quota.ts'
import { planFor } from '../../access/windows/windows.ts'
import { problem } from '../../errors.ts'
import { integer } from '../../fields.ts'
import { listKeys } from '../../store/keys.ts'
import { readUsage, type Use } from '../../store/usage.ts'
import { route } from '../route.ts'

const keyFailures = ['missing_key', 'malformed_key', 'invalid_key', 'revoked_key', 'unavailable'] as const
const usageDays = 30

export const keyInfo = route({
  method: 'GET',
  path: '/v1/key/info',
  about: 'Your tier and what is left of the hour.',
  auth: 'caller',
  query: {},
  fails: keyFailures,
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

export const keyUsage = route({
  method: 'GET',
  path: '/v1/key/usage',
  about: 'The 60 buckets of the running hour, and the calls of the last 30 days by key and by dataset.',
  auth: 'caller',
  query: {},
  fails: keyFailures,
  async handle({ caller }, { quota, database, now }) {
    const at = now()
    const from = taipeiDay(new Date(at.getTime() - (usageDays - 1) * 86_400_000))
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
          last_date: taipeiDay(at),
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

export const keyPlan = route({
  method: 'GET',
  path: '/v1/key/plan',
  about: 'When a number of calls will be free, if nothing else is called meanwhile.',
  auth: 'caller',
  query: { calls: integer('Calls you want to make', '您想要呼叫的次數', { min: 1, max: callsPerHour('plus') }) },
  fails: [...keyFailures, 'invalid_parameter'],
  async handle({ caller, query }, { quota, now }) {
    const limit = callsPerHour(caller.tier)
    if (query.calls > limit) {
      const reason = {
        en: `is more than the ${limit} calls an hour of the ${caller.tier} tier`,
        zh: `超過 ${caller.tier} 方案每小時 ${limit} 次的上限`,
      }
      throw problem('invalid_parameter', [{ en: `calls ${reason.en}`, zh: `calls ${reason.zh}` }], {
        extra: (language) => ({ errors: [{ param: 'calls', reason: reason[language] }] }),
      })
    }
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
