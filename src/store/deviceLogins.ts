import type { Selectable } from 'kysely'
import type { Database } from './database.ts'
import { type DeviceLoginsTable, isoOf } from './schema.ts'

type DeviceLogin = Readonly<ReturnType<typeof loginOf>>

const loginOf = (row: Selectable<DeviceLoginsTable>) => ({
  client: row.client,
  address: row.address,
  userId: row.user_id,
  state: row.state,
  createdAt: isoOf(row.created_at),
  expiresAt: isoOf(row.expires_at),
})

export async function addDeviceLogin(
  { db }: Database,
  login: Omit<DeviceLoginsTable, 'id' | 'user_id' | 'state' | 'polled_at'>,
): Promise<void> {
  await db.deleteFrom('device_logins').where('expires_at', '<', login.created_at).execute()
  await db
    .insertInto('device_logins')
    .values({ ...login, state: 'pending' })
    .execute()
}

/** A log-in that waits for the decision of its user. */
export async function findDeviceLogin({ db }: Database, userCode: string, now: string): Promise<DeviceLogin | null> {
  const row = await db
    .selectFrom('device_logins')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? loginOf(row) : null
}

/** Decides a log-in once; false where none waits. */
export async function decideDeviceLogin(
  { db }: Database,
  { userCode, userId, isAllowed, now }: { userCode: string; userId: number; isAllowed: boolean; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_logins')
    .set({ user_id: userId, state: isAllowed ? 'approved' : 'refused' })
    .where('user_code', '=', userCode)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The log-in of a device code, asked no sooner than `notBefore` after the last time; one that is decided is removed. */
export async function pollDeviceLogin(
  { db }: Database,
  { deviceHash, now, lastBefore }: { deviceHash: string; now: string; lastBefore: string },
): Promise<DeviceLogin | 'early' | null> {
  const ended = await db
    .deleteFrom('device_logins')
    .where('device_hash', '=', deviceHash)
    .where(({ eb, or }) => or([eb('state', '!=', 'pending'), eb('expires_at', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  if (ended) return loginOf(ended)
  const waiting = await db
    .updateTable('device_logins')
    .set({ polled_at: now })
    .where('device_hash', '=', deviceHash)
    .where(({ eb, or }) => or([eb('polled_at', 'is', null), eb('polled_at', '<=', lastBefore)]))
    .returningAll()
    .executeTakeFirst()
  if (waiting) return loginOf(waiting)
  const row = await db.selectFrom('device_logins').select('id').where('device_hash', '=', deviceHash).executeTakeFirst()
  return row ? 'early' : null
}
