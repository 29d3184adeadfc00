import { DamagedFile } from '../disk.ts'
import { warningLines } from '../query/warnings.ts'
import { admit } from './admission/admit.ts'
import { charge } from './admission/charge.ts'
import { anonymousTier } from './admission/samples.ts'
import { answer } from './answer.ts'
import { attempt, chain } from './chain.ts'
import { failedReply } from './reply/failed.ts'
import { isPreflight, preflight } from './reply/unrouted.ts'
import type { Reply } from './reply.ts'
import { type ApiRequest, type Sender, withKey } from './request/apiRequest.ts'
import type { Asked, Router } from './router.ts'
import type { Services } from './services.ts'

/**
 * The life of a request between what it asks for (`router.ts`) and the bytes of its reply (`respond.ts`): who calls,
 * what it costs, may it (401, 429), the answer (404, 403, 422), the count. Every request goes this way, whoever made it.
 */
export function createPipeline(services: Services, find: Router) {
  return (received: ApiRequest, asked: Asked): Reply | Promise<Reply> => {
    const request = withKeyOf(received, asked)
    const fail = (error: unknown): Reply => {
      if (error instanceof DamagedFile) services.onDamage(error)
      return failedReply(services, error, asked.route?.failed ? withoutPages(request) : request)
    }
    if (isPreflight(request, asked)) return preflight(request, asked)
    const made = attempt(
      () =>
        chain(admit(services, request, asked), (admission) => {
          const { sender, refusal, ready } = admission
          const answered = attempt(() => {
            if (refusal) throw refusal
            return ready ?? answer(services, find, request, asked, sender)
          }, fail)
          return chain(answered, (reply) =>
            charge(services, request, asked, admission, toSender(asked, sender, reply), fail),
          )
        }),
      fail,
    )
    return chain(made, (reply) => inProtocol(asked, withIgnoredKey(request, asked, reply)))
  }
}

/** The request with its key where every stage reads it. */
function withKeyOf(request: ApiRequest, { route, params }: Asked): ApiRequest {
  if (!route?.keyOf || request.headers.authorization !== undefined) return request
  const key = route.keyOf(request, params)
  return key === undefined ? request : withKey(request, key)
}

/** A program reads the failures of another protocol, also where a person opened its address. */
const withoutPages = ({ id, url, headers }: ApiRequest) => ({ id, url, headers: { ...headers, accept: undefined } })

/** A failure in the form of the protocol that its client speaks. */
function inProtocol({ route }: Asked, reply: Reply): Reply {
  if (!route?.failed || reply.code === undefined) return reply
  const { status, body } = route.failed({
    status: reply.status,
    code: reply.code,
    body: JSON.parse(String(reply.body)),
  })
  return { ...reply, status, body: JSON.stringify(body) }
}

/** Adds the cookies and warnings of its sender to a reply. */
function toSender({ route }: Asked, { caller, cookies, warnings }: Sender, reply: Reply): Reply {
  // Rows that needed no key; a refusal is none of them.
  if (route?.isPartlyOpen && caller === null && reply.status !== 401 && reply.status !== 429)
    return { ...reply, headers: [...reply.headers, 'X-RateLimit-Tier', anonymousTier] }
  if (cookies.length === 0 && warnings.length === 0) return reply
  // The cookie of a prolonged session must not follow that of a session which the response opens or ends.
  const prolonged = reply.headers.includes('Set-Cookie') ? [] : cookies
  const lines = [
    ...prolonged.flatMap((line) => ['Set-Cookie', line]),
    ...warnings.flatMap((line) => ['X-Warning', line]),
  ]
  return { ...reply, headers: [...reply.headers, ...lines] }
}

/** Warns a client that sent a key to a path that reads none. */
function withIgnoredKey({ headers }: ApiRequest, { route }: Asked, reply: Reply): Reply {
  const isIgnored = route?.auth === 'link' || (route?.auth === 'payment' && reply.status === 200)
  if (!isIgnored || headers.authorization === undefined) return reply
  const [line] = warningLines([{ code: 'not_applicable', param: 'Authorization' }])
  return { ...reply, headers: [...reply.headers, 'X-Warning', line!] }
}
