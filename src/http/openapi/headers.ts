const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string' },
  ...(example ? { example } : {}),
})
/** A header that an answer it is listed for never goes without. */
const always = <T extends object>(header: T) => ({ required: true, ...header })

/** Response headers that carry meaning; each stands once and is referred to by name. */
export const headers = {
  'X-Request-Id': always(text('Name of this request in the log')),
  ETag: text('Validator of the answer, not on dry_run; send it back in If-None-Match', '"qW3x0m2nT5"'),
  'X-Data-Version': always(text('Version of the data the answer was read from', '3f0c6d1b9a7e4c52')),
  'X-Data-Origin': always({
    description: 'demo: simulated rows; live: rows of the exchanges',
    schema: { type: 'string', enum: ['demo', 'live'] },
  }),
  'X-Warning': text(
    'Something asked that had no effect: code; param=…; values=…, percent-encoded, one line a warning',
    'unknown_id; param=stock_id; values=9999',
  ),
  'Preference-Applied': text('handling=strict where it was asked for', 'handling=strict'),
  'WWW-Authenticate': always(text('How to authenticate', 'Bearer realm="formosa"')),
  Allow: always(text('Methods that are allowed here', 'GET, HEAD, OPTIONS')),
  'Retry-After': always({
    description: 'Seconds to wait before the next try',
    schema: { type: 'integer', minimum: 1 },
  }),
} as const

export type HeaderName = keyof typeof headers

export const headersOf = (...names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers that answers of a status have beside those of every answer. */
export const headersByStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  503: ['Retry-After'],
}
