import { type ErrorCode, errorClasses } from './apiErrors.ts'
import {
  ApiError,
  ConnectionError,
  type ErrorBody,
  type FailureContext,
  FormosaError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
import type { Pacing } from './pacing.ts'
import { askedDelay, delayBefore, longestTimer, type RetryOptions, retriedStatuses, wait } from './retry.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** A repetition that is about to be waited for. */
export type RetryEvent = {
  /** The attempt that failed, from 1. */
  readonly attempt: number
  readonly delayMs: number
  readonly error: FormosaError
}

export type TransportOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly retry: RetryOptions
  readonly pacing: Pacing
  readonly fetch: typeof fetch
  readonly onWarning: (warning: Warning) => void
  readonly onRetry: (event: RetryEvent) => void
}

export type Call = {
  readonly path: string
  readonly query?: URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON, by POST. Only for calls that change nothing, since they are repeated like the others. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly onWarning?: ((warning: Warning) => void) | undefined
  /** The body is a file, not JSON. */
  readonly isBytes?: boolean
  /** The answer comes at the beginning of its body, which is read from `chunks`. */
  readonly isStream?: boolean
  /** Statuses other than 2xx that are no failure here. */
  readonly accepts?: readonly number[]
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly json: unknown
  /** The rest of the body: a stream's, or nothing. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly context: FailureContext
}

/** A response with its whole body, or the beginning of a stream. */
type Attempt = Pick<Answer, 'status' | 'headers' | 'bytes' | 'chunks'>

/** A stream of this service is never silent for so long: it has a line every 15 seconds. */
const streamSilenceMs = 45_000

const join = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The first words of a body that is not understood. */
const beginning = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 200)).replace(/\s+/g, ' ').trim()

const isEventStream = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

const isErrorBody = (body: unknown): body is ErrorBody => typeof (body as ErrorBody | null)?.detail === 'string'

/** The code of a failure: a 429 has none in its body, and releases before 0.11 have one for every 5xx. */
const codeOf = (status: number, { code }: ErrorBody): string =>
  status === 429 ? 'rate_limited' : status === 503 && code === 'internal' ? 'unavailable' : (code ?? 'unknown')

/** The error of a response that is no success. */
function failureOf({ status, headers, bytes }: Attempt, context: FailureContext): ApiError | UnexpectedResponseError {
  const body = parsed(bytes)
  if (!isErrorBody(body)) {
    const text = beginning(bytes)
    return new UnexpectedResponseError(
      `The response is not this API's: status ${status}, ${text === '' ? 'without a body' : `beginning "${text}"`}. Check the address, and proxies before it. [${context.method} ${context.url}]`,
      status,
      context,
    )
  }
  const code = codeOf(status, body)
  const errorCode = headers.get('x-error-code') ?? undefined
  const given = { status, body, retryAfterSeconds: askedDelay(headers, body), errorCode }
  const Known = errorClasses[code as ErrorCode] as
    | (new (
        given: ConstructorParameters<typeof ApiError>[1],
        context: FailureContext,
      ) => ApiError)
    | undefined
  return Known ? new Known(given, context) : new ApiError(code, given, context)
}

/** Sends requests to one service: paced, with time-outs, repeated where that is safe. */
export function createTransport(options: TransportOptions) {
  const { retry, pacing, timeoutMs } = options

  /** One request with its whole body, or the beginning of a stream. No byte for `timeoutMs` ends it. */
  async function attempt(url: string, call: Call, context: FailureContext): Promise<Attempt> {
    const { signal, body } = call
    const controller = new AbortController()
    const onAbort = () => controller.abort(signal!.reason)
    let isLate = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let silenceMs = timeoutMs
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          isLate = true
          controller.abort()
        },
        Math.min(silenceMs, longestTimer),
      )
    }
    const close = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const failureOfConnection = (error: unknown): unknown => {
      close()
      if (signal?.aborted) return signal.reason
      if (isLate)
        return new TimeoutError(
          `${options.url} sent nothing for ${silenceMs / 1_000} s. [${context.method} ${context.url}]`,
          context,
        )
      return new ConnectionError(
        `The connection to ${options.url} failed: ${causeOf(error)}. [${context.method} ${context.url}]`,
        context,
        { cause: error },
      )
    }
    /** The body; the time that its reader takes is no silence. */
    async function* read(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
      const reader = response.body?.getReader()
      try {
        for (;;) {
          restart()
          const next = await reader?.read()
          clearTimeout(timer)
          if (next?.value === undefined) return
          yield next.value
        }
      } catch (error) {
        throw failureOfConnection(error)
      } finally {
        close()
        controller.abort()
      }
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    restart()
    const response = await options
      .fetch(url, {
        method: context.method,
        headers: {
          Accept: 'application/json',
          ...options.headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...call.headers,
        },
        signal: controller.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      .catch((error) => {
        throw failureOfConnection(error)
      })
    const { status, headers } = response
    const chunks = read(response)
    if (call.isStream && response.ok && isEventStream(headers)) {
      silenceMs = Math.max(timeoutMs, streamSilenceMs)
      return { status, headers, bytes: new Uint8Array(), chunks }
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of chunks) {
      parts.push(part)
      size += part.length
    }
    return { status, headers, bytes: join(parts, size), chunks }
  }

  /** The answer to a request, or the failure of this attempt; throws what no repetition can help. */
  async function once(url: string, call: Call, context: FailureContext): Promise<Answer | FormosaError> {
    let got: Attempt
    try {
      got = await attempt(url, call, context)
    } catch (error) {
      if (error instanceof ConnectionError) return error
      throw error
    }
    pacing.saw(got.headers)
    const known = { ...context, requestId: got.headers.get('x-request-id') }
    if ((got.status < 200 || got.status > 299) && !call.accepts?.includes(got.status)) {
      const error = failureOf(got, known)
      if (retriedStatuses.has(got.status)) return error
      throw error
    }
    if (call.isBytes || (call.isStream && isEventStream(got.headers))) return { ...got, json: null, context: known }
    const json = call.isStream ? undefined : parsed(got.bytes)
    const type = got.headers.get('content-type') ?? ''
    // Another kind of body comes again however often it is asked for.
    if (json === undefined && type !== '' && (call.isStream || !/json/i.test(type)))
      throw new UnexpectedResponseError(
        `The response is not ${call.isStream ? 'a stream of events' : 'JSON'} but ${type}, beginning "${beginning(got.bytes)}". Check the address, and proxies before it. [${context.method} ${context.url}]`,
        got.status,
        known,
      )
    // A body that was cut where its length is not known, as by some proxies.
    if (json === undefined)
      return new ConnectionError(
        `The response of ${options.url} is not complete JSON. [${context.method} ${context.url}]`,
        known,
      )
    return { ...got, json, context: known }
  }

  /** Milliseconds before the next attempt; throws the failure where there is none. */
  function delayAfter(error: FormosaError, attempts: number): number {
    if (attempts > retry.retries) throw error
    const asked = error instanceof ApiError ? error.retryAfterSeconds : null
    const delayMs = delayBefore(attempts, asked, retry)
    if (asked !== null && asked * 1_000 > retry.maxDelayMs) {
      error.message += ` (not repeated: the server asks to wait ${asked} s, and maxDelayMs is ${retry.maxDelayMs})`
      throw error
    }
    return delayMs
  }

  return {
    async send(call: Call): Promise<Answer> {
      const method = call.body === undefined ? 'GET' : 'POST'
      const text = call.query?.toString() ?? ''
      const url = `${options.url}${call.path}${text === '' ? '' : `?${text}`}`
      for (let attempts = 1; ; attempts++) {
        call.signal?.throwIfAborted()
        const delay = pacing.delay()
        if (delay > 0) await wait(delay, call.signal)
        const result = await once(url, call, { method, url, requestId: null, attempts })
        if (!(result instanceof FormosaError)) {
          for (const warning of warningsOf(result.headers)) (call.onWarning ?? options.onWarning)(warning)
          return result
        }
        const delayMs = delayAfter(result, attempts)
        if (result instanceof ApiError && result.status === 429) pacing.pause(delayMs)
        options.onRetry({ attempt: attempts, delayMs, error: result })
        await wait(delayMs, call.signal)
      }
    },
  }
}

export type Transport = ReturnType<typeof createTransport>
