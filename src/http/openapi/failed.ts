import { type Code, codeSaid, failures, type Language } from '../../errors.ts'
import { type Endpoint, headersByAuth } from './endpoints.ts'
import { refer } from './exactly.ts'
import { type HeaderUse, headersOf, rates } from './headers.ts'
import type { Schema } from './rows.ts'

/** Failures whose body says what to pay. */
export const demands: readonly Code[] = ['payment_required', 'payment_refused', 'invalid_payment']

/** What any path can answer: the query string is read before the route. */
const everywhere: readonly Code[] = [
  'bad_request',
  'unknown_parameter',
  'request_timeout',
  'expectation_failed',
  'header_too_large',
  'internal',
]

/** What every endpoint that takes a key alone can answer: it counts, and has a tier. */
const keyed: readonly Code[] = [
  'missing_key',
  'malformed_key',
  'invalid_key',
  'revoked_key',
  'quota_exceeded',
  'tier_required',
]

/** What an endpoint can fail with beside what its own code does: it depends on who may ask and what is sent. */
function failuresOf({ method, auth, body, fails }: Endpoint): ReadonlySet<Code> {
  return new Set<Code>([
    ...(auth === 'key' ? keyed : []),
    ...fails,
    ...(fails.includes('not_ready') ? (['no_rows_yet'] as const) : []),
    ...everywhere,
    ...(auth === 'none'
      ? []
      : (['address_limited', 'unread_answers', 'too_busy', 'unavailable', 'not_acceptable'] as const)),
    ...(method === 'GET' ? [] : (['too_large'] as const)),
    ...(method === 'GET' || body === 'raw' ? [] : (['wrong_type'] as const)),
    ...(method === 'GET' || body === 'raw' || auth === 'key' ? [] : (['cross_site'] as const)),
  ])
}

/** What was made of a question that is not answered. */
const reading = ['understood', 'not_understood', 'candidates', 'suggestions']

/** Fields that a body of this code always has beside `detail` and `code`. */
const fieldsOf: Partial<Record<Code, readonly string[]>> = {
  unknown_dataset: ['suggestions'],
  tier_required: ['required_tier', 'current_tier'],
  unknown_parameter: ['errors'],
  invalid_parameter: ['errors'],
  not_understood: reading,
  ambiguous: reading,
  out_of_scope: reading,
  query_too_expensive: ['sql'],
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read or used',
  401: 'Nobody known asks',
  402: 'To be paid for; the terms are in PAYMENT-REQUIRED and in the body',
  403: 'Not allowed to this caller',
  404: 'No such thing',
  405: 'Method not allowed',
  406: 'None of the types that Accept names is offered',
  408: 'The request did not arrive in time',
  409: 'It does not go with what is there',
  410: 'Gone',
  413: 'Too large',
  415: 'Wrong type of body',
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
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Headers of some failures that share their status with others. */
const headersByCode: Partial<Record<Code, readonly HeaderUse[]>> = {
  invalid_payment: ['PAYMENT-REQUIRED?'],
  payment_required: ['PAYMENT-REQUIRED'],
  payment_refused: ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE?', 'X-PAYMENT-RESPONSE?'],
  settlement_pending: ['PAYMENT-RESPONSE?', 'X-PAYMENT-RESPONSE?'],
  not_understood: ['X-Warning?'],
  ambiguous: ['X-Warning?'],
}

const blank = { en: '…', zh: '…', toString: () => '…' }

/** Every argument that a sentence needs is left blank; it goes without those it can do without. */
const sentence = (text: (...args: readonly unknown[]) => string): string =>
  text(...Array.from({ length: text.length }, () => blank))

/** The sentence of a failure with its blanks left open. */
const sentenceOf = (code: Code, language: Language): string =>
  sentence(failures[code][language] as (...args: readonly unknown[]) => string).replace('….', '…')

/** What the documents say of each failure: the status, the code that its body has, and the sentence. */
export const toldFailures = (Object.keys(failures) as Code[])
  .map((code) => ({
    status: failures[code].status,
    code: codeSaid(code),
    en: sentenceOf(code, 'en'),
    zh: sentenceOf(code, 'zh'),
  }))
  .sort((a, b) => a.status - b.status)

/** What each failure says, once for the whole document: the responses name their failures. */
export const failureTexts = (): Record<string, Schema> =>
  Object.fromEntries(
    (Object.keys(failures) as Code[]).map((code) => [
      code,
      {
        status: failures[code].status,
        code: codeSaid(code),
        detail: sentenceOf(code, 'en'),
        'detail-zh': sentenceOf(code, 'zh'),
      },
    ]),
  )

const demandOf = (codes: readonly Code[]): Schema => ({
  type: 'object',
  allOf: [refer('PaymentRequired')],
  properties: { code: { enum: codes } },
})

/** The body of failures that share a status. */
function bodyOf(status: number, codes: readonly Code[]): Schema {
  if (status === 429) return refer('RateLimited')
  if (status >= 500) return refer('Fault')
  const demanding = codes.filter((code) => demands.includes(code))
  const plain = codes.filter((code) => !demands.includes(code))
  if (demanding.length > 0)
    return plain.length > 0 ? { anyOf: [bodyOf(status, plain), bodyOf(status, demanding)] } : demandOf(demanding)
  const required = (fieldsOf[codes[0]!] ?? []).filter((name) => codes.every((code) => fieldsOf[code]?.includes(name)))
  return {
    type: 'object',
    allOf: [refer('Error')],
    properties: { code: { enum: codes } },
    ...(required.length > 0 ? { required } : {}),
  }
}

/** A response that carries the error body of one of these failures. */
function failedResponse(status: number, codes: readonly Code[], uses: readonly HeaderUse[]): Schema {
  const said = [...new Set(codes.map(codeSaid))].filter((code) => code !== null)
  return {
    description: (titles[status] ?? 'Refused') + (said.length > 0 ? `: \`${said.join('`, `')}\`` : ''),
    headers: headersOf(
      'X-Request-Id',
      ...(headersByStatus[status] ?? []),
      ...codes.flatMap((code) => headersByCode[code] ?? []),
      ...uses,
    ),
    content: { 'application/json': { schema: bodyOf(status, codes) } },
    'x-failures': codes,
  }
}

/** The failures of an endpoint by status. */
export function failedResponses(endpoint: Endpoint): Record<string, Schema> {
  const byStatus = new Map<number, Code[]>()
  for (const code of failuresOf(endpoint)) {
    const { status } = failures[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        failedResponse(status, codes, headersByAuth(endpoint, status, codes)),
      ]),
  )
}

/** What an address or a method that no endpoint has is answered with; a key sent along is looked at all the same. */
export const strayResponses = (): Record<string, Schema> => {
  const uses: HeaderUse[] = [...rates(false), 'Set-Cookie?', 'X-Warning?']
  return {
    NotFound: failedResponse(404, ['not_found'], uses),
    MethodNotAllowed: failedResponse(405, ['method_not_allowed'], uses),
  }
}
