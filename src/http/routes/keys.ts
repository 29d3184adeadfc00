import { actorOf } from '../../access/accounts.ts'
import { generateKey, storedForm } from '../../access/keys.ts'
import { problem } from '../../errors.ts'
import { integer, line, withDefault } from '../../fields.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { type ApiKey, addKey, listKeys, renameKey, revokeKey, rotateKey } from '../../store/keys.ts'
import { route } from '../route.ts'

/** Keys that work at the same time; a rotated one counts until it ends. */
export const mostKeys = 20
const day = 86_400
const name = line('Name of the key, for yourself', '金鑰名稱，供您辨識', { min: 1, max: 64 })

/** A key as it is listed: never the secret itself. */
const listed = ({ id, name, prefix, last4, createdAt, lastUsedAt, expiresAt, revokedAt }: ApiKey) => ({
  id,
  name,
  prefix,
  last4,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
})

function idOf({ id }: Readonly<Record<string, string>>): number {
  if (!/^\d{1,9}$/.test(id!)) throw problem('unknown_key', [])
  return Number(id)
}

const found = <T>(value: T | null): T => {
  if (value === null) throw problem('unknown_key', [])
  return value
}

export const listOfKeys = route({
  method: 'GET',
  path: '/v1/keys',
  about: 'Your keys with name, first and last characters, and last use; never the keys themselves.',
  auth: 'caller',
  query: {},
  fails: ['missing_key', 'malformed_key', 'invalid_key', 'revoked_key'],
  handle: async ({ caller }, { database }) => ({
    body: { keys: (await listKeys(database, caller.userId)).map(listed) },
  }),
})

export const createKey = route({
  method: 'POST',
  path: '/v1/keys',
  about: 'Make a key; it is shown once, in this answer.',
  auth: 'session',
  query: {},
  body: { name },
  fails: ['session_required', 'invalid_parameter', 'too_many_keys'],
  async handle({ caller, body, visitor }, { database, pepper, now }) {
    const key = generateKey()
    const stored = storedForm(pepper, key, body.name)
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    const made = await addKey(as, caller.userId, stored, now().toISOString(), mostKeys)
    if (!made) throw problem('too_many_keys', [mostKeys])
    return { status: 201, body: { ...listed(made), key } }
  },
})

export const renameKeyRoute = route({
  method: 'PATCH',
  path: '/v1/keys/{id}',
  about: 'Give a key another name.',
  auth: 'session',
  query: {},
  body: { name },
  fails: ['session_required', 'invalid_parameter', 'unknown_key'],
  async handle({ caller, body, params, visitor }, { database, now }) {
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    return { body: listed(found(await renameKey(as, caller.userId, idOf(params), body.name))) }
  },
})

export const revokeKeyRoute = route({
  method: 'DELETE',
  path: '/v1/keys/{id}',
  about: 'Revoke a key; it stops working within a second everywhere.',
  auth: 'session',
  query: {},
  fails: ['session_required', 'unknown_key'],
  async handle({ caller, params, visitor }, { database, now, changed }) {
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    const key = found(await revokeKey(as, caller.userId, idOf(params), now().toISOString()))
    changed()
    return { body: listed(key) }
  },
})

export const rotateKeyRoute = route({
  method: 'POST',
  path: '/v1/keys/{id}/rotate',
  about: 'Make a key that takes the place of another; the old one goes on working for overlap_seconds.',
  auth: 'session',
  query: {},
  body: {
    overlap_seconds: withDefault(
      integer('Seconds the old key still works; 0 ends it at once', '舊金鑰仍有效的秒數，0 表示立即失效', {
        min: 0,
        max: 30 * day,
      }),
      day,
    ),
  },
  fails: ['session_required', 'invalid_parameter', 'unknown_key', 'key_not_live', 'too_many_keys'],
  async handle({ caller, params, body, visitor }, { database, pepper, now, changed }) {
    const id = idOf(params)
    const at = now()
    const old = found((await listKeys(database, caller.userId)).find((key) => key.id === id) ?? null)
    const key = generateKey()
    const expiresAt = new Date(at.getTime() + body.overlap_seconds * 1_000).toISOString()
    const as = actingAs(database, actorOf(visitor, 'user', at))
    const rotated = await rotateKey(as, caller.userId, id, storedForm(pepper, key, old.name), {
      at: at.toISOString(),
      expiresAt,
      most: mostKeys,
    })
    if (rotated === 'full') throw problem('too_many_keys', [mostKeys])
    if (!rotated) throw problem('key_not_live', [])
    changed()
    return { status: 201, body: { ...listed(rotated.fresh), key, replaces: listed(rotated.old) } }
  },
})
