import type { IncomingMessage } from 'node:http'
import { withoutKeys } from '../access/keys.ts'
import { codeSaid, Problem, problem } from '../errors.ts'
import { isDatabaseDown } from '../store/down.ts'
import { languageOf } from './request.ts'
import type { Reply } from './respond.ts'
import type { Services } from './services.ts'

type Failing = Pick<Services, 'log' | 'now' | 'nextAttempt'>

/** Before the first rows of a publisher, what is not ready becomes so with the next attempt, not in a few seconds. */
function notReady({ now, nextAttempt }: Failing, error: Problem): Problem {
  const next = nextAttempt()
  if (next === null) return error
  const seconds = Math.max(1, Math.ceil((next.at - now().getTime()) / 1_000))
  return problem('no_rows_yet', [next.time], { headers: { 'Retry-After': String(seconds) } })
}

function problemOf(services: Failing, error: unknown): Problem {
  if (error instanceof Problem) return error.code === 'not_ready' ? notReady(services, error) : error
  if (!isDatabaseDown(error)) return problem('internal', [])
  return problem('unavailable', [{ en: "the accounts' database does not answer", zh: '帳號資料庫沒有回應' }], {
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}

/** The answer to a request that failed: the sentence of a known problem, or that something is wrong on our side. */
export function failedReply(services: Failing, error: unknown, request: IncomingMessage, id: string): Reply {
  const { log } = services
  const known = problemOf(services, error)
  if (known.code === 'internal') log.error({ err: error, request_id: id }, 'request failed')
  // Of a part that is down only the sentence is logged: its error may carry what was sent to it.
  else if (known.cause !== undefined)
    log.warn({ reason: (known.cause as Error).message, request_id: id }, 'a part of the service is down')
  const language = languageOf(request.headers['accept-language'])
  const code = codeSaid(known.code)
  const body = {
    detail: known.detail(language),
    ...(code === null ? {} : { code }),
    ...known.extra(language),
    ...(known.status >= 500 ? { request_id: id } : {}),
  }
  return {
    status: known.status,
    headers: [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'no-store',
      ...Object.entries(known.headers).flat(),
    ],
    body: withoutKeys(JSON.stringify(body)),
  }
}
