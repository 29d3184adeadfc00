import type { Logger } from 'pino'
import { callsPerHour } from '../../access/plans.ts'
import { RecentMap } from '../../recent.ts'
import type { Database } from '../../store/database.ts'
import { addEvents } from '../../store/events.ts'
import type { Services } from '../services.ts'

const hourMs = 3_600_000
/** Users that a thread remembers to have told. */
const mostTold = 10_000

/** Announces to a user, once an hour, that nine tenths of the calls are used. */
export function createQuotaNear(
  database: Database,
  now: () => Date,
  log: Pick<Logger, 'error'>,
): Services['quotaNear'] {
  const told = new RecentMap<number, number>(mostTold)
  return ({ userId, tier }, { used, resetSeconds }) => {
    const limit = callsPerHour(tier)
    if (used * 10 < limit * 9) return
    const at = now()
    const hour = Math.floor(at.getTime() / hourMs)
    if (told.get(userId) === hour) return
    told.set(userId, hour)
    const data = { tier, used, limit, resets_in_seconds: resetSeconds }
    const event = { type: 'quota.near', dataset: null, userId, at: at.toISOString(), data }
    addEvents(database, [{ id: `evt_quota_${userId}_${hour}`, ...event }]).catch((error) => {
      // The next call tries again.
      told.delete(userId)
      log.error({ err: error }, 'an event could not be stored')
    })
  }
}
