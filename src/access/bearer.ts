import type { Database } from '../store/database.ts'
import { type Holder, holderOfKey } from '../store/keys.ts'
import { findAccessToken, findConnectionKey } from '../store/oauthTokens.ts'
import { findHolder, hashOfToken, isAccessToken } from './keys.ts'
import type { AcceptedKeys } from './secret.ts'

/** The key that a request was sent with, or to which its access token resolves, and its user. */
type Bearer = Holder & {
  /** When the caller is to be looked up again at the latest. */
  readonly expires: number
  /** The addresses that a token is for; null for a key. */
  readonly resources: readonly string[] | null
}

/** Finds the holder of a key or an access token; null where nobody holds it. */
export async function findBearer(
  database: Database,
  peppers: AcceptedKeys,
  key: string,
  now: Date,
): Promise<Bearer | null> {
  if (!isAccessToken(key)) {
    const found = await findHolder(database, peppers, key)
    const expiresAt = found?.key.expiresAt ?? null
    const expires = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
    return found && { ...found, expires, resources: null }
  }
  const token = await findAccessToken(database, hashOfToken(peppers[0], key, 'access_token'))
  const own = token && (await findConnectionKey(database, token))
  if (!own) return null
  // The provider sets this time by the clock of the machine.
  const leftMs = Date.parse(token.expiresAt) - Date.now()
  const { resources } = token
  return leftMs <= 0 ? null : { ...(await holderOfKey(database.db, own)), expires: now.getTime() + leftMs, resources }
}
