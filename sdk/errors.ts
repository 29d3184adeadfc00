/** What is known of a failed request. */
export type FailureContext = {
  readonly method: string
  /** The address; a key is never part of it. */
  readonly url: string
  /** `X-Request-Id` of the last response; null where none arrived. */
  readonly requestId: string | null
  /** Requests that were sent, the first one included. */
  readonly attempts: number
}

/** Any failure of this package, except a wrong call (TypeError) and an abort (the reason of the signal). */
export class FormosaError extends Error {
  override readonly name: string = 'FormosaError'
  readonly method: string
  readonly url: string
  readonly requestId: string | null
  readonly attempts: number
  /** Rows that an iteration had given when it failed; null outside of iterations. */
  rowsGiven: number | null = null

  constructor(message: string, context: FailureContext, options?: ErrorOptions) {
    super(message, options)
    this.method = context.method
    this.url = context.url
    this.requestId = context.requestId
    this.attempts = context.attempts
  }
}

/** No connection, or one that ended before the response did. */
export class ConnectionError extends FormosaError {
  override readonly name: string = 'ConnectionError'
}

/** No byte arrived for as long as `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'
}

/** A response that is not this API's, as the page of a proxy or an inconsistent body. */
export class UnexpectedResponseError extends FormosaError {
  override readonly name: string = 'UnexpectedResponseError'
  readonly status: number

  constructor(message: string, status: number, context: FailureContext, options?: ErrorOptions) {
    super(message, context, options)
    this.status = status
  }
}

/** The body of an error: fields beside `detail` and `code` depend on the code. */
export type ErrorBody = { readonly detail: string; readonly code?: string; readonly [field: string]: unknown }

const escaped = (name: string): string => name.replace(/[^\w]/g, '\\$&')

/** The question that follows the sentence of an unknown dataset; nothing where the sentence names the right one. */
function questionOf(code: string, { detail, suggestions }: ErrorBody): string {
  if (code !== 'unknown_dataset' || !Array.isArray(suggestions) || suggestions.length === 0) return ''
  const names = suggestions.map(String)
  if (new RegExp(`(?<!\\w)${escaped(names[0]!)}(?!\\w)`).test(detail)) return ''
  return /\p{Script=Han}/u.test(detail) ? `您要找的可能是：${names.join('、')}。` : ` Did you mean ${names.join(', ')}?`
}

/** A refusal of the service. Every code has a class of its own; `code` tells them apart too. */
export class ApiError<C extends string = string, B extends object = object> extends FormosaError {
  override readonly name: string = 'ApiError'
  readonly code: C
  /** `X-Error-Code`, which tells the kinds of a 429 apart, as quota_exceeded from address_limited; else the code. */
  readonly errorCode: string
  readonly status: number
  /** One sentence that names the fix, in the client's language. */
  readonly detail: string
  readonly body: ErrorBody & Readonly<B>
  /** `retry_after_seconds` or `Retry-After`; null where there is none. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: C,
    given: {
      readonly status: number
      readonly body: ErrorBody
      readonly retryAfterSeconds: number | null
      readonly errorCode?: string | undefined
    },
    context: FailureContext,
  ) {
    const { errorCode = code } = given
    const id = context.requestId === null ? '' : `, request id ${context.requestId}`
    const tries = context.attempts > 1 ? `, after ${context.attempts} attempts` : ''
    super(
      `${given.body.detail}${questionOf(code, given.body)} [${given.status} ${errorCode}${id}${tries}: ${context.method} ${context.url}]`,
      context,
    )
    this.code = code
    this.errorCode = errorCode
    this.status = given.status
    this.detail = given.body.detail
    this.body = given.body as ErrorBody & Readonly<B>
    this.retryAfterSeconds = given.retryAfterSeconds
  }
}

/** Notes how many rows an iteration had given, on the error and, where there were any, in its message. */
export function withRowsGiven(error: unknown, rows: number): unknown {
  if (!(error instanceof FormosaError)) return error
  error.rowsGiven = rows
  if (rows > 0) error.message += ` (${rows} rows were given before)`
  return error
}
