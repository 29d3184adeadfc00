import type { IncomingMessage } from 'node:http'
import { type Caller, refused } from '../access/guard.ts'
import type { Visitor } from '../access/visitor.ts'
import { Problem } from '../errors.ts'
import { warningLines } from '../query/warnings.ts'
import { authorizationOf } from './request.ts'
import type { Auth } from './route.ts'
import type { Services } from './services.ts'

/** The sender of a request: the caller, `Set-Cookie` lines of a prolonged session, and warnings about a bad key. */
type Sender = {
  readonly caller: Caller | null
  readonly cookies: readonly string[]
  readonly warnings: readonly string[]
}

export const anonymous: Sender = { caller: null, cookies: [], warnings: [] }

export const visitorOf = ({ addresses, baseUrl }: Services, request: IncomingMessage, requestId: string): Visitor => ({
  cookie: request.headers.cookie,
  userAgent: request.headers['user-agent'],
  address: addresses.of(request),
  isSecure: baseUrl().startsWith('https:') || addresses.isSecure(request),
  requestId,
})

/** Identifies the sender. An open route answers all the same where the key is not valid, and warns of it. */
export async function identify(
  { guard, accounts }: Services,
  auth: Auth,
  request: IncomingMessage,
  visitor: Visitor,
): Promise<Sender> {
  if (auth === 'none') return anonymous
  const authorization = authorizationOf(request)
  if (auth === 'key') return { ...anonymous, caller: await guard.identify(authorization) }
  if (authorization !== undefined && auth !== 'session')
    try {
      return { ...anonymous, caller: await guard.identify(authorization) }
    } catch (error) {
      if (auth !== 'open' || !(error instanceof Problem) || error.status !== 401) throw error
      return { ...anonymous, warnings: warningLines([{ code: error.code, param: 'Authorization' }]) }
    }
  const session = await accounts.sessionOf(visitor)
  if (session) return { ...session, warnings: [] }
  if (auth === 'open') return anonymous
  throw refused(auth === 'session' ? 'session_required' : 'missing_key')
}
