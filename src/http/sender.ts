import type { IncomingMessage } from 'node:http'
import { type Caller, refused } from '../access/guard.ts'
import { hasSession } from '../access/sessionCookie.ts'
import type { Visitor } from '../access/visitor.ts'
import { Problem } from '../errors.ts'
import type { Label } from '../fields.ts'
import { warningLines } from '../query/warnings.ts'
import { countWrongCredential, wrongCredentialRefusal } from './limits.ts'
import { authorizationOf } from './request.ts'
import type { Auth } from './route.ts'
import type { Services } from './services.ts'

/** The sender of a request: the caller, `Set-Cookie` lines of a prolonged session, and warnings about a bad key. */
export type Sender = {
  readonly caller: Caller | null
  readonly cookies: readonly string[]
  readonly warnings: readonly string[]
}

const none: readonly string[] = []

export const senderOf = (caller: Caller | null): Sender => ({ caller, cookies: none, warnings: none })

export const anonymous = senderOf(null)

export const visitorOf = ({ addresses, baseUrl }: Services, request: IncomingMessage, requestId: string): Visitor => ({
  cookie: request.headers.cookie,
  userAgent: request.headers['user-agent'],
  address: addresses.of(request),
  isSecure: baseUrl().startsWith('https:') || addresses.isSecure(request),
  requestId,
})

/**
 * The name under which a request takes its turns: its user where the key is known, else its address. A key that was not
 * looked up yet may be invented.
 */
export function turnNameOf({ guard, addresses }: Pick<Services, 'guard' | 'addresses'>, request: IncomingMessage) {
  const { authorization } = request.headers
  const caller = authorization === undefined ? null : guard.remembered(authorization)
  return caller ? String(caller.userId) : addresses.of(request)
}

const wrong = new Set(['invalid_key', 'revoked_key', 'unknown_link', 'link_expired', 'link_revoked'])

/**
 * Looks a credential up in the database, unless the address of the request has sent too many wrong ones. A credential
 * is wrong if it is refused or unknown (null).
 */
export async function lookUp<T>(services: Services, request: IncomingMessage, look: () => T | Promise<T>): Promise<T> {
  const address = services.addresses.of(request)
  const refusal = wrongCredentialRefusal(services, address)
  if (refusal) throw refusal
  try {
    const found = await look()
    if (found === null) countWrongCredential(services, address)
    return found
  } catch (error) {
    if (error instanceof Problem && wrong.has(error.code)) countWrongCredential(services, address)
    throw error
  }
}

/** The sender by the key of a request; at once where the key is known. */
function identifyByKey(services: Services, request: IncomingMessage, authorization: string): Sender | Promise<Sender> {
  const { guard } = services
  const caller = guard.remembered(authorization)
  if (caller) return senderOf(caller)
  const look = async () => senderOf(await guard.identify(authorization))
  return guard.wasValid(authorization) ? look() : lookUp(services, request, look)
}

async function identifyIfValid(services: Services, request: IncomingMessage, authorization: string): Promise<Sender> {
  try {
    return await identifyByKey(services, request, authorization)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    const [name] = authorization.split(' ', 1)
    const param = request.headers.authorization === undefined ? name! : 'Authorization'
    return { ...anonymous, warnings: warningLines([{ code: error.code, param }]) }
  }
}

async function identifyBySession(
  services: Services,
  auth: Auth,
  request: IncomingMessage,
  id: string,
): Promise<Sender> {
  const visitor = visitorOf(services, request, id)
  const session = hasSession(visitor)
    ? await lookUp(services, request, () => services.accounts.sessionOf(visitor))
    : null
  if (session) return { ...session, warnings: none }
  if (auth === 'open') return anonymous
  throw refused(auth === 'session' ? 'session_required' : 'missing_key')
}

/**
 * Identifies the sender of a request by the credentials of its route; throws 401 where they are missing or wrong. An
 * open route answers all the same where the key is not valid, and warns of it.
 */
export function identify(
  services: Services,
  auth: Auth,
  request: IncomingMessage,
  requestId = '',
  /** What the refusal of a request without a key says of the key that it needs. */
  hint: () => Label | undefined = () => undefined,
): Sender | Promise<Sender> {
  if (auth === 'none' || auth === 'payment') return anonymous
  const authorization = authorizationOf(request)
  if (auth === 'key') {
    if (authorization === undefined) throw refused('missing_key', hint())
    return identifyByKey(services, request, authorization)
  }
  if (authorization === undefined || auth === 'session') return identifyBySession(services, auth, request, requestId)
  return auth === 'open'
    ? identifyIfValid(services, request, authorization)
    : identifyByKey(services, request, authorization)
}
