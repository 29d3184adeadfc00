import { generateKey, mostKeys, storedForm } from '../../access/keys.ts'
import { actorOf } from '../../access/visitor.ts'
import { problem } from '../../errors.ts'
import { integer, line, withDefault } from '../../fields.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { type ApiKey, addKey, listKeys, renameKey, revokeKey, rotateKey } from '../../store/keys.ts'
import { idempotencyFails, idempotent, madeHeaders } from '../openapi/made.ts'
import { idempotencyHeader, pathParameter } from '../openapi/parameters.ts'
import { inSnakeCase, listOf, object, positive } from '../openapi/schema.ts'
import { route } from '../route.ts'
import { keyProperties, secret } from './keySchemas.ts'

const day = 86_400
const name = line('Name of the key, for yourself', '金鑰名稱，供您辨識', { min: 1, max: 64 })

/** A key as it is listed: never the secret itself. */
const listed = (key: ApiKey) => inSnakeCase(keyProperties, key)

function idOf({ id }: Readonly<Record<string, string>>): number {
  if (!/^\d{1,9}$/.test(id!)) throw problem('unknown_key', [])
  return Number(id)
}

const found = <T>(value: T | null): T => {
  if (value === null) throw problem('unknown_key', [])
  return value
}

const keySchema = object('Key', 'A key without its secret', keyProperties)
const idParameter = pathParameter(
  'id',
  'Number of one of your keys, as the list of keys has it',
  '金鑰編號，見金鑰清單',
  positive('Number of a key'),
)

export const listOfKeys = route('GET /v1/keys', 'listKeys', {
  tag: 'keys',
  about: {
    en: 'Your keys with name, first and last characters, and last use; never the keys themselves.',
    zh: '您的金鑰清單：名稱、開頭與結尾字元、最後使用時間；不含金鑰本身。',
  },
  auth: 'caller',
  responses: {
    200: { schema: object('KeyList', 'Your keys', { keys: listOf(keySchema, 'Every key, revoked ones too') }) },
  },
  handle: async ({ caller }, { database }) => ({
    body: { keys: (await listKeys(database, caller.userId)).map(listed) },
  }),
})

export const showKey = route('GET /v1/keys/{id}', 'showKey', {
  tag: 'keys',
  about: { en: 'One of your keys, without the key itself.', zh: '您的一把金鑰，不含金鑰本身。' },
  head: [idParameter],
  auth: 'caller',
  responses: { 200: { schema: keySchema } },
  fails: ['unknown_key'],
  async handle({ caller, params }, { database }) {
    const id = idOf(params)
    return { body: listed(found((await listKeys(database, caller.userId)).find((key) => key.id === id) ?? null)) }
  },
})

export const createKey = route('POST /v1/keys', 'createKey', {
  tag: 'keys',
  about: { en: 'Make a key; it is shown once, in this answer.', zh: '建立金鑰，僅在此回應中顯示一次。' },
  guide: {
    keys: [
      {
        en: `A key is \`fmsa_live_\`, 22 letters and digits, and a checksum; it is shown once, when it is made, and cannot be shown again. An account has up to ${mostKeys} keys that work, each with a name and its last use; the quota is that of the user, whatever their number.`,
        zh: `金鑰由 \`fmsa_live_\`、22 個英數字元與檢查碼組成，只在建立時顯示一次。每個帳號最多 ${mostKeys} 把有效金鑰，各有名稱與最後使用時間；額度以使用者計算，與金鑰數量無關。`,
      },
      {
        en: '`POST /v1/keys` makes one, `DELETE /v1/keys/{id}` revokes one within a second everywhere, `POST /v1/keys/{id}/rotate` makes a successor while the old one goes on working for `overlap_seconds` (a day when left out, 0 to end it at once). An upgrade keeps every key.',
        zh: '`POST /v1/keys` 建立金鑰；`DELETE /v1/keys/{id}` 撤銷，一秒內在各處失效；`POST /v1/keys/{id}/rotate` 建立接替的金鑰，舊金鑰在 `overlap_seconds` 秒內仍有效（預設一天，0 表示立即失效）。升級方案時金鑰不變。',
      },
    ],
  },
  auth: 'session',
  body: { name },
  responses: {
    201: {
      schema: object('MadeKey', 'A key that was made just now', { ...keyProperties, key: secret }),
      headers: madeHeaders,
    },
  },
  ...idempotent,
  fails: ['too_many_keys', ...idempotencyFails],
  async handle({ caller, body, visitor }, { database, peppers, now }) {
    const key = generateKey()
    const stored = storedForm(peppers[0], key, body.name)
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    const made = await addKey(as, caller.userId, stored, now().toISOString(), mostKeys)
    if (!made) throw problem('too_many_keys', [mostKeys])
    return { status: 201, headers: { Location: `/v1/keys/${made.id}` }, body: { ...listed(made), key } }
  },
})

export const renameKeyRoute = route('PATCH /v1/keys/{id}', 'renameKey', {
  tag: 'keys',
  about: { en: 'Give a key another name.', zh: '變更金鑰名稱。' },
  head: [idParameter],
  auth: 'session',
  body: { name },
  responses: { 200: { schema: keySchema } },
  fails: ['unknown_key'],
  async handle({ caller, body, params, visitor }, { database, now }) {
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    return { body: listed(found(await renameKey(as, caller.userId, idOf(params), body.name))) }
  },
})

export const revokeKeyRoute = route('DELETE /v1/keys/{id}', 'revokeKey', {
  tag: 'keys',
  about: { en: 'Revoke a key; it stops working within a second everywhere.', zh: '撤銷金鑰；一秒內在各處失效。' },
  head: [idParameter],
  auth: 'session',
  responses: { 200: { schema: keySchema } },
  fails: ['unknown_key'],
  async handle({ caller, params, visitor }, { database, now, changed }) {
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    const key = found(await revokeKey(as, caller.userId, idOf(params), now().toISOString()))
    changed()
    return { body: listed(key) }
  },
})

export const rotateKeyRoute = route('POST /v1/keys/{id}/rotate', 'rotateKey', {
  tag: 'keys',
  about: {
    en: 'Make a key that takes the place of another; the old one goes on working for overlap_seconds.',
    zh: '建立接替的新金鑰；舊金鑰在 overlap_seconds 秒內仍有效。',
  },
  head: [idParameter, idempotencyHeader],
  auth: 'session',
  body: {
    overlap_seconds: withDefault(
      integer('Seconds the old key still works; 0 ends it at once', '舊金鑰仍有效的秒數，0 表示立即失效', {
        min: 0,
        max: 30 * day,
      }),
      day,
    ),
  },
  responses: {
    201: {
      schema: object('RotatedKey', 'A key that takes the place of another', {
        ...keyProperties,
        key: secret,
        replaces: keySchema,
      }),
      headers: madeHeaders,
    },
  },
  isIdempotent: true,
  fails: ['unknown_key', 'key_not_live', 'too_many_keys', ...idempotencyFails],
  async handle({ caller, params, body, visitor }, { database, peppers, now, changed }) {
    const id = idOf(params)
    const at = now()
    const old = found((await listKeys(database, caller.userId)).find((key) => key.id === id) ?? null)
    const key = generateKey()
    const expiresAt = new Date(at.getTime() + body.overlap_seconds * 1_000).toISOString()
    const as = actingAs(database, actorOf(visitor, 'user', at))
    const rotated = await rotateKey(as, caller.userId, id, storedForm(peppers[0], key, old.name), {
      at: at.toISOString(),
      expiresAt,
      most: mostKeys,
    })
    if (rotated === 'full') throw problem('too_many_keys', [mostKeys])
    if (!rotated) throw problem('key_not_live', [])
    changed()
    const answer = { ...listed(rotated.fresh), key, replaces: listed(rotated.old) }
    return { status: 201, headers: { Location: `/v1/keys/${rotated.fresh.id}` }, body: answer }
  },
})
