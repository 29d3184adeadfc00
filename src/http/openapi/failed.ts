import { type Code, failures } from '../../errors.ts'
import { headersByStatus, headersOf } from './headers.ts'
import type { Schema } from './rows.ts'
import { refer } from './schemas.ts'

/** What any path can answer: the query string is read before the route. */
const everywhere: readonly Code[] = [
  'bad_request',
  'unknown_parameter',
  'method_not_allowed',
  'request_timeout',
  'header_too_large',
  'internal',
]

/** Fields that a body of this code always has beside `detail` and `code`. */
const fieldsOf: Partial<Record<Code, readonly string[]>> = {
  unknown_dataset: ['suggestions'],
  tier_required: ['required_tier', 'current_tier'],
  unknown_parameter: ['errors'],
  invalid_parameter: ['errors'],
  internal: ['request_id'],
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'No valid key',
  403: 'The tier of the key is too low',
  404: 'No such thing',
  405: 'Method not allowed',
  410: 'Gone',
  422: 'Faults in the parameters, all of them at once',
  500: 'A fault of ours',
  503: 'Not now; try again after Retry-After seconds',
}

/** The sentence of a failure with its blanks left open. */
export const sentenceOf = (code: Code, language: 'en' | 'zh'): string =>
  (failures[code][language] as (...args: readonly string[]) => string)('…', '…').replace('….', '…')

/** A response that carries the error body with one of these codes. */
export function failedResponse(status: number, codes: readonly Code[]): Schema {
  const required = (fieldsOf[codes[0]!] ?? []).filter((name) => codes.every((code) => fieldsOf[code]?.includes(name)))
  return {
    description: `${titles[status] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headersOf('X-Request-Id', ...(headersByStatus[status] ?? [])),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          allOf: [refer('Error')],
          properties: { code: { enum: codes } },
          ...(required.length > 0 ? { required } : {}),
        },
      },
    },
    'x-codes': Object.fromEntries(
      codes.map((code) => [code, { detail: sentenceOf(code, 'en'), 'detail-zh': sentenceOf(code, 'zh') }]),
    ),
  }
}

/** The failures of an endpoint, those of every path included, by status. */
export function failedResponses(codes: readonly Code[]): Record<string, Schema> {
  const byStatus = new Map<number, Code[]>()
  for (const code of new Set([...codes, ...everywhere])) {
    const { status } = failures[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [String(status), failedResponse(status, list)]),
  )
}
