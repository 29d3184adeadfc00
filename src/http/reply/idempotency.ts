import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { Problem, problem } from '../../errors.ts'
import { claimRequest, freeRequest, keepAnswer } from '../../store/idempotency.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { faultOf } from '../request/query.ts'
import type { RouteResponse } from '../route.ts'
import type { Services } from '../services.ts'

/*
 * A request with an `Idempotency-Key` is carried out once; when it comes again it gets the answer of the first time. The
 * answers have secrets in them: they are encrypted with the key of the request, which is not stored.
 */

const [cipher, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

const sealed = (key: Buffer, text: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const made = createCipheriv(cipher, key, nonce)
  return Buffer.concat([nonce, made.update(text), made.final(), made.getAuthTag()])
}

const opened = (key: Buffer, bytes: Buffer): string => {
  const read = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
  read.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([read.update(bytes.subarray(nonceBytes, -tagBytes)), read.final()]).toString()
}

/** The key as its client wrote it, without the quotes of a structured field; null where there is none. */
function keyIn({ headers }: ApiRequest): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  const key = String(given).replace(/^"(.*)"$/, '$1')
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw faultOf('Idempotency-Key', { en: 'must be 1 to 255 visible characters', zh: '須為 1 到 255 個可見字元' })
}

/** Carries out a request that makes something; once, where it has an `Idempotency-Key`. */
export async function once(
  { database, peppers, now }: Services,
  request: ApiRequest,
  userId: number,
  raw: Buffer,
  run: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  const key = keyIn(request)
  if (key === null) return run()
  const name = `${userId} ${request.method} ${request.path} ${key}`
  const stored = createHmac('sha256', peppers[0]).update(`idempotency ${name}`).digest()
  const secret = Buffer.from(hkdfSync('sha256', peppers[0], '', `idempotency ${name}`, 32))
  const fingerprint = hash('sha256', raw)
  const claim = await claimRequest(database, { userId, hash: stored, fingerprint, now: now().toISOString() })
  if (claim !== 'claimed') {
    if (claim.fingerprint !== fingerprint) throw problem('idempotency_key_reused', [])
    if (claim.answer === null) throw problem('idempotency_pending', [], { headers: { 'Retry-After': '1' } })
    const answer = JSON.parse(opened(secret, Buffer.from(claim.answer))) as RouteResponse
    return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
  }
  try {
    const { status, headers, warnings, body } = await run()
    const answer = { status, headers, warnings, body } as RouteResponse
    await keepAnswer(database, stored, sealed(secret, JSON.stringify(answer)))
    return answer
  } catch (error) {
    // What was refused was not carried out; of other failures nobody knows.
    if (error instanceof Problem) await freeRequest(database, stored)
    throw error
  }
}
