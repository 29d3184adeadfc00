import { createHmac, randomBytes } from 'node:crypto'
import { problem } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { isLive } from '../store/keys.ts'
import { findLink, type Link } from '../store/links.ts'
import type { Caller } from './guard.ts'
import { tierNow } from './plans.ts'
import type { AcceptedKeys } from './secret.ts'

const form = /^fmsl_[\w-]{32}$/

/** A token that nobody can guess; it stands in the address of a link. */
export const generateToken = (): string => `fmsl_${randomBytes(24).toString('base64url')}`

/** The stored form of a token, from which it cannot be found. */
export const hashToken = (pepper: Buffer, token: string): Buffer =>
  createHmac('sha256', pepper).update(`link ${token}`).digest()

/** The link of a token and its owner, with the tier the owner has now. Throws 404 or 410 for a link without effect. */
export async function openLink(
  database: Database,
  peppers: AcceptedKeys,
  token: string,
  now: Date,
): Promise<{ readonly link: Link; readonly caller: Caller }> {
  if (!form.test(token)) throw problem('unknown_link', [])
  const hashes = peppers.map((pepper) => hashToken(pepper, token))
  const found = await findLink(database, hashes)
  if (!found) throw problem('unknown_link', [])
  const { link, holder } = found
  const { key, user, subscriptions } = holder
  const at = now.toISOString()
  if (link.revokedAt !== null || !isLive(key, at) || user.isDisabled) throw problem('link_revoked', [])
  if (link.expiresAt <= at) throw problem('link_expired', [])
  const { tier } = tierNow(user.tier, subscriptions, now.getTime())
  return { link, caller: { userId: user.id, keyId: key.id, tier } }
}
