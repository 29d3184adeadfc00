import { type Caller, isTokenRefusal, refused } from '../../access/guard.ts'
import { openLink } from '../../access/links.ts'
import { metadataPath, resourcePaths, resourceUrl, scopes } from '../../access/oauth/resources.ts'
import { hasSession } from '../../access/sessionCookie.ts'
import type { Visitor } from '../../access/visitor.ts'
import { Problem } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import { warningLines } from '../../query/warnings.ts'
import { attempt } from '../chain.ts'
import type { ApiRequest, Sender } from '../request/apiRequest.ts'
import { authorizationOf } from '../request/query.ts'
import type { Auth } from '../route.ts'
import type { Asked } from '../router.ts'
import type { Services } from '../services.ts'
import { countWrongCredential, wrongCredentialRefusal } from './limits.ts'
import { tierHint, tierOf } from './tier.ts'

const none: readonly string[] = []

const senderOf = (caller: Caller | null): Sender => ({ caller, cookies: none, warnings: none, link: null })

export const anonymous = senderOf(null)

export const visitorOf = ({ baseUrl }: Services, { headers, address, isSecure, id }: ApiRequest): Visitor => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
  address,
  isSecure: baseUrl().startsWith('https:') || isSecure,
  requestId: id,
})

/**
 * The name under which a request takes its turns: its user where the key is known, else its address. A key that was not
 * looked up yet may be invented.
 */
export function turnNameOf(
  { guard }: Pick<Services, 'guard'>,
  request: Pick<ApiRequest, 'headers' | 'address'>,
): string {
  const { authorization } = request.headers
  const caller = authorization === undefined ? null : guard.remembered(authorization)
  return caller ? String(caller.userId) : request.address
}

const wrong = new Set([
  ...['invalid_key', 'revoked_key', 'invalid_access_token'],
  ...['unknown_link', 'link_expired', 'link_revoked'],
])

/**
 * Looks a credential up in the database, unless the address of the request has sent too many wrong ones. A credential
 * is wrong if it is refused or unknown (null).
 */
async function lookUp<T>(services: Services, request: ApiRequest, look: () => T | Promise<T>): Promise<T> {
  const refusal = wrongCredentialRefusal(services, request)
  if (refusal) throw refusal
  try {
    const found = await look()
    if (found === null) countWrongCredential(services, request)
    return found
  } catch (error) {
    if (error instanceof Problem && wrong.has(error.code)) countWrongCredential(services, request)
    throw error
  }
}

/** The sender by the key of a request; at once where the key is known. An access token is good at its own address. */
function byKey(services: Services, request: ApiRequest, authorization: string): Sender | Promise<Sender> {
  const { guard, baseUrl } = services
  const checked = (caller: Caller): Sender => {
    const { resources } = caller
    if (resources && !resources.includes(resourceUrl(baseUrl(), request.entry)))
      throw refused('access_token_elsewhere', resources.join(', '))
    return senderOf(caller)
  }
  const caller = guard.remembered(authorization)
  if (caller) return checked(caller)
  const look = async () => checked(await guard.identify(authorization))
  return guard.wasValid(authorization) ? look() : lookUp(services, request, look)
}

async function byKeyIfValid(services: Services, request: ApiRequest, authorization: string): Promise<Sender> {
  try {
    return await byKey(services, request, authorization)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    // An application must learn that its token has expired: it refreshes the token then.
    if (isTokenRefusal(error.code) && resourcePaths.includes(request.entry)) throw error
    const [name] = authorization.split(' ', 1)
    const param = request.headers.authorization === undefined ? name! : 'Authorization'
    return { ...anonymous, warnings: warningLines([{ code: error.code, param }]) }
  }
}

async function bySession(services: Services, auth: Auth, request: ApiRequest): Promise<Sender> {
  const visitor = visitorOf(services, request)
  const session = hasSession(visitor)
    ? await lookUp(services, request, () => services.accounts.sessionOf(visitor))
    : null
  if (session) return { ...anonymous, ...session }
  if (auth === 'open') return anonymous
  throw refused(auth === 'session' ? 'session_required' : 'missing_key')
}

async function byLink(services: Services, request: ApiRequest, { params }: Asked): Promise<Sender> {
  const { database, peppers, now } = services
  const { caller, link } = await lookUp(services, request, () => openLink(database, peppers, params.token!, now()))
  return { ...senderOf(caller), link }
}

/** The key that a route needs; undefined where its dataset is unknown. */
function hintOf({ route, params }: Asked, { query }: ApiRequest): Label | undefined {
  try {
    const tier = route ? tierOf(route, params, query) : undefined
    return tier && tierHint(tier)
  } catch {
    return undefined
  }
}

/** The refusal at an address that tokens are issued for: it names where an application learns how to get one. */
function namingMetadata({ baseUrl }: Services, path: string, error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 401) throw error
  const challenge = error.headers['WWW-Authenticate'] ?? 'Bearer realm="formosa"'
  const metadata = `resource_metadata="${baseUrl()}${metadataPath}${path}", scope="${scopes.join(' ')}"`
  const headers = { ...error.headers, 'WWW-Authenticate': `${challenge}, ${metadata}` }
  throw new Problem(error.code, error.args, { extra: (language) => error.extra(language), headers })
}

/** The sender of a request, as `identifyBy` finds it. */
export function identify(services: Services, request: ApiRequest, asked: Asked): Sender | Promise<Sender> {
  const path = asked.route?.path ?? ''
  if (!resourcePaths.includes(path)) return identifyBy(services, request, asked)
  return attempt<Sender>(
    () => identifyBy(services, request, asked),
    (error) => namingMetadata(services, path, error),
  )
}

/**
 * Identifies the sender of a request by the credentials of its route; throws 401 where they are missing or wrong. An
 * open route answers all the same where the key is not valid, and warns of it.
 */
function identifyBy(services: Services, request: ApiRequest, asked: Asked): Sender | Promise<Sender> {
  if (request.internal) return senderOf(request.internal.caller)
  const { auth, isPartlyOpen } = asked.route ?? { auth: 'open' }
  if (auth === 'none' || auth === 'payment') return anonymous
  if (auth === 'link') return byLink(services, request, asked)
  const authorization = authorizationOf(request.headers)
  if (auth === 'key') {
    if (authorization !== undefined) return byKey(services, request, authorization)
    if (isPartlyOpen) return anonymous
    throw refused('missing_key', hintOf(asked, request))
  }
  if (authorization === undefined || auth === 'session') return bySession(services, auth, request)
  return auth === 'open' ? byKeyIfValid(services, request, authorization) : byKey(services, request, authorization)
}
