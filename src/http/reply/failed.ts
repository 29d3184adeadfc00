import { withoutKeys } from '../../access/keys.ts'
import { DamagedFile } from '../../disk.ts'
import { codeInHeader, codeSaid, Problem, problem } from '../../errors.ts'
import { RemoteDown } from '../../query/remote.ts'
import { isDatabaseDown, isDiskFull } from '../../store/down.ts'
import { printDocument } from '../../web/layout.ts'
import { failureView } from '../../web/views/failure.ts'
import { chosenLanguage, pageHeaders } from '../pages/language.ts'
import { frameOf, policy } from '../pages/page.ts'
import type { Reply } from '../reply.ts'
import { prefersPage } from '../request/accept.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { languageOf } from '../request/query.ts'
import type { Services } from '../services.ts'

type Failed = Pick<Services, 'log' | 'now' | 'nextAttempt'>

/** Before the first rows arrive, `Retry-After` is the time of the next attempt instead of a few seconds. */
function notReady({ now, nextAttempt }: Failed, error: Problem): Problem {
  const next = nextAttempt()
  if (next === null) return error
  const seconds = Math.max(1, Math.ceil((next.at - now().getTime()) / 1_000))
  return problem('no_rows_yet', [next.time], { headers: { 'Retry-After': String(seconds) } })
}

/** Turns any error into a problem with a sentence for the client. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const reason = isDiskFull(error)
    ? { en: 'the disk is full, so that accounts cannot be changed', zh: '磁碟已滿，帳號暫時無法變更' }
    : isDatabaseDown(error)
      ? { en: "the accounts' database does not answer", zh: '帳號資料庫沒有回應' }
      : error instanceof DamagedFile
        ? { en: 'a file of this data is damaged and is made anew', zh: '此資料的檔案毀損，正在重建' }
        : error instanceof RemoteDown
          ? { en: 'these rows could not be fetched from the object store', zh: '目前無法自物件儲存取得這些資料' }
          : null
  if (!reason) return problem('internal', [])
  // Damage and outages of the store are logged by the main thread, not for every request that meets them.
  const cause = error instanceof DamagedFile || error instanceof RemoteDown ? {} : { cause: error }
  return problem('unavailable', [reason], { headers: { 'Retry-After': '5' }, ...cause })
}

/** The parts of a failed request that decide the form of its answer; the request may be incomplete. */
export type Failing = Pick<ApiRequest, 'id' | 'headers'> & { readonly url?: string }

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** False for the bodies that the contract shows whole: the terms of a payment, a tier that is too low, a limit. */
const isOpenBody = (status: number, extra: object): boolean =>
  ![402, 403, 429].includes(status) && !('x402Version' in extra)

/** The answer for a problem: JSON, or a page for a browser. */
export function problemReply(known: Problem, request: Failing): Reply {
  const { status } = known
  const preferred = languageOf(request.headers['accept-language'])
  const language = prefersPage(request) ? chosenLanguage(undefined, request.headers.cookie, preferred) : preferred
  const code = codeSaid(known.code)
  const detail = known.detail(language)
  const extra = known.extra(language)
  const unsaid = codeInHeader(known.code)
  const more = [
    ...['Cache-Control', 'no-store', ...Object.entries(known.headers).flat()],
    ...(unsaid === null ? [] : ['X-Error-Code', unsaid]),
  ]
  if (prefersPage(request)) {
    const retryAfter = known.headers['Retry-After']
    const failed = {
      ...{ status, code, detail, requestId: request.id, retryAfter },
      suggestions: stringsOf(extra.suggestions),
      errors: (extra.errors ?? []) as readonly { readonly param: string; readonly reason: string }[],
    }
    // It shows no age of the data: a failure may come before any is known.
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    const context = { ...frameOf(path.startsWith('/') ? path : '/', query, language), siteUrl: '', age: null }
    const headers = [...Object.entries(pageHeaders(language, policy)).flat(), ...more]
    return {
      status,
      code: known.code,
      headers,
      body: withoutKeys(printDocument(context, failureView(context, failed))),
    }
  }
  const body = {
    detail,
    ...(code === null ? {} : { code }),
    ...extra,
    ...(isOpenBody(status, extra) ? { request_id: request.id } : {}),
  }
  return {
    status,
    code: known.code,
    headers: ['Content-Type', 'application/json; charset=utf-8', ...more],
    body: withoutKeys(JSON.stringify(body)),
  }
}

/** The answer to a failed request; faults of the service are logged. */
export function failedReply(services: Failed, error: unknown, request: Failing): Reply {
  const { log } = services
  const found = problemOf(error)
  const known = found.code === 'not_ready' ? notReady(services, found) : found
  if (known.code === 'internal') log.error({ err: error, request_id: request.id }, 'request failed')
  // Only the message is logged: the error of a part that is down may carry the data that was sent to it.
  else if (known.cause !== undefined)
    log.warn({ reason: (known.cause as Error).message, request_id: request.id }, 'a part of the service is down')
  return problemReply(known, request)
}
