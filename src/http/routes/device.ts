import { randomBytes } from 'node:crypto'
import { generateKey, hashOfToken, mostKeys, storedForm } from '../../access/keys.ts'
import { generateUserCode, shownCode } from '../../access/userCode.ts'
import { actorOf } from '../../access/visitor.ts'
import { type Code, problem } from '../../errors.ts'
import { line } from '../../fields.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { addDeviceLogin, pollDeviceLogin } from '../../store/deviceLogins.ts'
import { addKey, revokeKey } from '../../store/keys.ts'
import { countWrongCredential, wrongCredentialRefusal } from '../admission/limits.ts'
import { object, positive, string, uri } from '../openapi/schema.ts'
import { route } from '../route.ts'
import { firstKeySchema, statusSchema } from './account.ts'

const lifeSeconds = 600
const intervalSeconds = 2
const waiting: readonly Code[] = ['authorization_pending', 'slow_down', 'access_denied', 'expired_device_code']

export const startDeviceLogin = route('POST /v1/device/code', 'startDeviceLogin', {
  tag: 'accounts',
  about: {
    en: 'Begin the log-in of a program without a browser: show its user the code and the address (as RFC 8628).',
    zh: '供沒有瀏覽器的程式開始登入：向使用者顯示代碼與網址（同 RFC 8628）。',
  },
  auth: 'open',
  body: {
    client: line('The program and its machine, shown to the user', '程式與機器名稱，顯示給使用者', { min: 1, max: 64 }),
  },
  responses: {
    200: {
      schema: object('DeviceLogin', 'A log-in that waits for its user', {
        device_code: string('For `POST /v1/device/token`; nobody else may see it'),
        user_code: string('Shown to the user'),
        verification_uri: uri('Where the user enters the code'),
        verification_uri_complete: uri('The same with the code'),
        expires_in: positive('Seconds until the codes expire'),
        interval: positive('Seconds between two polls'),
      }),
    },
  },
  fails: ['attempts_limited'],
  async handle({ body, visitor, siteUrl }, { accounts, database, peppers, now }) {
    await accounts.limitDeviceLogins(visitor.address)
    const [device, user] = [randomBytes(32).toString('base64url'), generateUserCode()]
    const at = now().getTime()
    await addDeviceLogin(database, {
      ...{ device_hash: hashOfToken(peppers[0], device, 'device_code'), user_code: user, client: body.client },
      ...{ address: visitor.address, created_at: new Date(at).toISOString() },
      expires_at: new Date(at + lifeSeconds * 1_000).toISOString(),
    })
    const page = `${siteUrl}/device`
    const codes = { device_code: device, user_code: shownCode(user), verification_uri: page }
    const complete = `${page}?code=${shownCode(user)}`
    const rest = { verification_uri_complete: complete, expires_in: lifeSeconds, interval: intervalSeconds }
    return { body: { ...codes, ...rest } }
  },
})

export const finishDeviceLogin = route('POST /v1/device/token', 'finishDeviceLogin', {
  tag: 'accounts',
  about: {
    en: 'Get the key of a program once its user has agreed; `code` says whether to ask again.',
    zh: '使用者同意後取得程式的金鑰；`code` 指出是否應再次詢問。',
  },
  auth: 'open',
  body: { device_code: line('The code of the program', '程式的代碼', { min: 1, max: 100 }) },
  responses: { 200: { description: 'The key, shown this once', schema: firstKeySchema } },
  fails: [...waiting, 'too_many_keys'],
  async handle({ body, visitor, request }, services) {
    const { database, peppers, now } = services
    const refusal = wrongCredentialRefusal(services, request)
    if (refusal) throw refusal
    const at = now()
    const polled = await pollDeviceLogin(database, {
      deviceHash: hashOfToken(peppers[0], body.device_code, 'device_code'),
      now: at.toISOString(),
      lastBefore: new Date(at.getTime() - (intervalSeconds * 1_000 - 500)).toISOString(),
    })
    if (polled === null) countWrongCredential(services, request)
    if (polled === 'early') throw problem('slow_down', [intervalSeconds])
    if (polled === null || polled.expiresAt <= at.toISOString()) throw problem('expired_device_code', [])
    if (polled.state === 'pending') throw problem('authorization_pending', [intervalSeconds])
    if (polled.state === 'refused') throw problem('access_denied', [])
    const key = generateKey()
    const as = actingAs(database, actorOf(visitor, 'user', at))
    const made = await addKey(
      as,
      polled.userId!,
      storedForm(peppers[0], key, polled.client),
      at.toISOString(),
      mostKeys,
    )
    if (!made) throw problem('too_many_keys', [mostKeys])
    return { body: { id: made.id, name: made.name, key } }
  },
})

export const revokeOwnKey = route('DELETE /v1/key', 'revokeOwnKey', {
  tag: 'keys',
  about: { en: 'Revoke the key that this request is sent with.', zh: '撤銷此請求所使用的金鑰。' },
  auth: 'key',
  cost: 'free',
  responses: { 200: { schema: statusSchema('revoked', 'Revoked') } },
  async handle({ caller, visitor }, { database, now, changed }) {
    const as = actingAs(database, actorOf(visitor, 'user', now()))
    await revokeKey(as, caller.userId, caller.keyId!, now().toISOString())
    changed()
    return { body: { status: 'revoked' } }
  },
})
