import { tiers } from '../../catalogue/dataset.ts'
import { type Code, codeInHeader, codeSaid, failures, type Language } from '../../errors.ts'
import type { Auth, Route } from '../route.ts'
import { describeHeaders, type HeaderUse, referHeaders } from './headers.ts'
import { demands, paymentRequired } from './payments.ts'
import { exactly, listOf, nullable, object, oneOf, optionally, positive, type Schema, string, tier } from './schema.ts'

/** Failures of any path: the query string is read before the route. */
const everywhere: readonly Code[] = ['bad_request', 'unknown_parameter', 'internal']

const keyFailures = [
  ...(['missing_key', 'malformed_key', 'invalid_key', 'revoked_key'] as const),
  ...(['invalid_access_token', 'access_token_elsewhere'] as const),
]

/** Failures by the credentials that a route needs. Calls with a key alone count, and may need a tier. */
const failuresByAuth: Readonly<Record<Auth, readonly Code[]>> = {
  none: [],
  open: [],
  caller: keyFailures,
  session: ['session_required'],
  key: [...keyFailures, 'quota_exceeded', 'tier_required'],
  link: [],
  payment: [],
}

/** The failures of a route: its own, and those that follow from its auth, method and body. */
export function failuresOf({ method, auth, query, body = {}, fails }: Route): ReadonlySet<Code> {
  const isRead = method === 'GET'
  const hasFields = Object.keys(query).length > 0 || (body !== 'raw' && Object.keys(body).length > 0)
  return new Set<Code>([
    ...failuresByAuth[auth],
    ...(hasFields ? (['invalid_parameter'] as const) : []),
    ...fails,
    ...(fails.includes('not_ready') ? (['no_rows_yet'] as const) : []),
    ...everywhere,
    ...(auth === 'none' || auth === 'link' || auth === 'payment'
      ? []
      : (['address_limited', 'unread_answers', 'too_busy', 'unavailable', 'not_acceptable'] as const)),
    ...(isRead ? [] : (['too_large'] as const)),
    ...(isRead || body === 'raw' ? [] : (['wrong_type'] as const)),
    ...(isRead || body === 'raw' || auth === 'key' ? [] : (['cross_site'] as const)),
  ])
}

const reading = ['understood', 'not_understood', 'candidates', 'readings', 'suggestions']

/** Fields that a body of this code always has beside `detail` and `code`. */
export const fieldsOf: Partial<Record<Code, readonly string[]>> = {
  unknown_dataset: ['suggestions'],
  tier_required: ['required_tier', 'current_tier'],
  unknown_parameter: ['errors'],
  invalid_parameter: ['errors'],
  not_understood: reading,
  ambiguous: reading,
  out_of_scope: reading,
  query_too_expensive: ['sql'],
  sql_not_allowed: ['position', 'did_you_mean'],
  sql_invalid: ['position', 'did_you_mean'],
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read or used',
  401: 'No valid credentials',
  402: 'To be paid for; the terms are in PAYMENT-REQUIRED and in the body',
  403: 'Not allowed to this caller',
  404: 'No such thing',
  405: 'Method not allowed',
  406: 'None of the types that Accept names is offered',
  408: 'The request did not arrive in time',
  409: 'In conflict with the present state',
  410: 'Gone',
  413: 'Too large',
  415: 'Wrong type of body',
  416: 'No byte of the file is in the range',
  417: 'An expectation that cannot be met',
  422: 'Faults in the parameters, all of them at once',
  429: 'Too many calls; come back after Retry-After seconds',
  431: 'Headers too large',
  500: 'A fault of ours',
  503: 'Not now; try again after Retry-After seconds',
}

const headersByStatus: Readonly<Record<number, readonly HeaderUse[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After', 'X-Error-Code'],
  503: ['Retry-After', 'X-Error-Code'],
}

/** Headers of some failures that share their status with others. */
const headersByCode: Partial<Record<Code, readonly HeaderUse[]>> = {
  invalid_payment: ['PAYMENT-REQUIRED?'],
  payment_required: ['PAYMENT-REQUIRED'],
  payment_refused: ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE?', 'X-PAYMENT-RESPONSE?'],
  settlement_pending: ['PAYMENT-RESPONSE?', 'X-PAYMENT-RESPONSE?'],
}

const blank = { en: '…', zh: '…', toString: () => '…' }

/** The sentence of a failure with a blank for each argument. */
export function sentenceOf(code: Code, language: Language): string {
  const text = failures[code][language] as (...args: readonly unknown[]) => string
  return text(...Array.from({ length: text.length }, () => blank)).replace('….', '…')
}

const codes = Object.keys(failures) as Code[]

/** Every failure by status, with the code that its body has, or the one in its header, and its sentence. */
export const failureTexts = codes
  .map((code) => ({
    status: failures[code].status,
    code: codeSaid(code),
    inHeader: codeInHeader(code),
    en: sentenceOf(code, 'en'),
    zh: sentenceOf(code, 'zh'),
  }))
  .sort((a, b) => a.status - b.status)

/**
 * The sentences of the failures, once for the whole document: responses name their failures. Most have their name as
 * `code`; it stands here where it is another, or none.
 */
export const failureTable = (language: Language): Record<string, Schema> =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      {
        status: failures[code].status,
        ...(codeSaid(code) === code ? {} : { code: codeSaid(code) }),
        detail: sentenceOf(code, language),
      },
    ]),
  )

const detail = string('One sentence that names the fix, in the language of the request')

/** A meaning that a question may have. */
export const askReading = object('AskReading', 'A meaning that a question may have', {
  sentence: string('The meaning in one sentence'),
  question: string('The same as a question that is understood word by word'),
  reading: string('To be sent with the question, which then means exactly this'),
  probability: { type: 'number', description: 'From 0 to 1' },
})

/** Fields that stand beside `detail` and `code` in the body of some failures. */
export const extras = {
  errors: listOf(
    exactly('A fault of one parameter', { param: string(), reason: string() }),
    'Every fault of the request at once',
  ),
  suggestions: listOf(string(), 'Datasets with a similar name; for a question, similar ones that are understood'),
  understood: listOf(
    exactly('A part of the question that was understood', { text: string(), as: string() }),
    'Words of the question and their readings',
  ),
  not_understood: listOf(string(), 'Words of the question that were not understood'),
  candidates: listOf(
    string(),
    'What the question may mean, as sentences; each of them is a question that is understood',
  ),
  readings: listOf(askReading, 'The same, with what chooses each'),
  sql: string('The SQL that takes too much'),
  position: nullable(
    exactly('Where in the SQL, both counted from 1; null where that is not known', {
      line: positive('Line'),
      column: positive('Character of the line'),
    }),
  ),
  did_you_mean: listOf(string(), 'Names that are near to one that is not there'),
  required_tier: tier('Tier that may read the dataset'),
  current_tier: tier("The caller's tier"),
} as const satisfies Record<string, Schema>

const requestId = string('X-Request-Id: quote it when you report the failure')

const errorSchema = object('Error', 'The reason of a refusal', {
  detail,
  code: oneOf(
    codes.filter((code) => codeSaid(code) === code && failures[code].status < 500 && !demands.includes(code)),
  ),
  ...optionally({ ...extras, request_id: requestId }),
})

const rateLimited = object('RateLimited', 'Too many calls; this body has no code', {
  detail: {
    type: 'string',
    pattern: `^rate limit exceeded \\(\\d+/\\d+ (per hour for (${tiers.join('|')}) tier|per minute for this address|bad payments per minute for this address|replays of a payment per minute|attempts per 15 minutes|open streams of events)\\)$`,
    description: 'rate limit exceeded (<used>/<limit> …), the same in every language',
  },
  retry_after_seconds: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    description: 'Seconds until a call is free again, the same as Retry-After',
  },
})

const fault = object('Fault', 'A fault of the service', {
  detail,
  code: oneOf(codes.filter((code) => failures[code].status >= 500)),
  request_id: requestId,
})

/** The body of failures that share a status. */
function bodyOf(status: number, codes: readonly Code[]): Schema {
  if (status === 429) return rateLimited
  if (status >= 500) return { type: 'object', allOf: [fault], properties: { code: { enum: codes } } }
  const demanding = codes.filter((code) => demands.includes(code))
  const plain = codes.filter((code) => !demands.includes(code))
  if (demanding.length > 0 && plain.length > 0) return { anyOf: [bodyOf(status, plain), bodyOf(status, demanding)] }
  const required = (fieldsOf[codes[0]!] ?? []).filter((name) => codes.every((code) => fieldsOf[code]?.includes(name)))
  return {
    type: 'object',
    allOf: [demanding.length > 0 ? paymentRequired : errorSchema],
    properties: { code: { enum: codes } },
    ...(required.length > 0 ? { required } : {}),
  }
}

/** A response with the error body of one of these failures. */
function failedResponse(
  codes: readonly Code[],
  print: (uses: readonly HeaderUse[]) => Record<string, Schema> = (uses) => referHeaders(...uses),
): Schema {
  const { status } = failures[codes[0]!]
  const headers = print([...(headersByStatus[status] ?? []), ...codes.flatMap((code) => headersByCode[code] ?? [])])
  return {
    description: titles[status] ?? 'Refused',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema: bodyOf(status, codes) } },
    'x-failures': codes,
  }
}

/** The name of a shared response: the codes of its failures. */
const responseName = (codes: readonly Code[]): string => codes.join('.')

/** The failures of a route by status. */
const failuresByStatus = (route: Route): Map<number, Code[]> => {
  const own = failuresOf(route)
  // In the order of the table, so that the same failures of two routes are one response.
  const inOrder = codes.filter((code) => own.has(code))
  return Map.groupBy(inOrder, (code) => failures[code].status)
}

/** References to the failures of a route, by status. */
export const referFailures = (route: Route): Record<string, Schema> =>
  Object.fromEntries(
    [...failuresByStatus(route)]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), { $ref: `#/components/responses/${responseName(codes)}` }]),
  )

/** Every failed response of the routes. */
export const failedResponses = (routes: readonly Route[]): Record<string, Schema> => ({
  ...Object.fromEntries(
    routes
      .flatMap((route) => [...failuresByStatus(route).values()])
      .map((codes) => [responseName(codes), failedResponse(codes)]),
  ),
})

const strays = {
  NotFound: 'not_found',
  MethodNotAllowed: 'method_not_allowed',
  RequestTimeout: 'request_timeout',
  ExpectationFailed: 'expectation_failed',
  HeadersTooLarge: 'header_too_large',
} as const satisfies Record<string, Code>

/** The failures of requests that reach no route. */
export const strayResponses = (language: Language): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(strays).map(([name, code]) => [
      name,
      failedResponse([code], (uses) => describeHeaders(uses, language)),
    ]),
  )
