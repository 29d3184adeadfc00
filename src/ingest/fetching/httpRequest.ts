import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { networkFault } from './networkFault.ts'
import type { OutgoingRequest } from './sharedRequests.ts'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** Removes the content encoding; a body that cannot be decoded is returned as it came, with a fault. */
async function decodeBody(bytes: Uint8Array, encoding = 'identity', maxBytes: number) {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '' || bytes.length === 0) return { bytes, fault: null, isTooLarge: false }
  if (!(name in decoders)) return { bytes, fault: `encoded as ${name}, which was not asked for`, isTooLarge: false }
  try {
    const whole = await decoders[name as keyof typeof decoders](bytes, { maxOutputLength: maxBytes })
    return { bytes: whole, fault: null, isTooLarge: false }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') return { bytes, fault: `larger than ${maxBytes} bytes`, isTooLarge: true }
    return { bytes, fault: `its ${name} encoding is broken: ${message}`, isTooLarge: false }
  }
}

/** Milliseconds of a Retry-After header: seconds, or a date by the server's own clock. */
export function retryAfterMs(text: string | undefined, theirDate: string | undefined, now: Date): number | null {
  const header = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  if (Number.isNaN(until) || !/[a-z]/i.test(header)) return null
  const theirs = Date.parse(theirDate ?? '')
  return Math.max(0, until - (Number.isNaN(theirs) ? now.getTime() : theirs))
}

export type Timeouts = {
  readonly connectMs: number
  /** Until the response headers. */
  readonly headersMs: number
  readonly wholeMs: number
}

export type HttpRequestOptions = {
  readonly timeouts: Timeouts
  readonly maxBytes: number
  readonly now: () => Date
  readonly signal: AbortSignal
  /** Sends no-cache headers. */
  readonly skipCaches?: boolean
}

export type HttpResponse = {
  /** Null if no response began. */
  readonly status: number | null
  readonly location: string | null
  readonly modified: string | null
  readonly retryAfterMs: number | null
  /** The received bytes; all of them unless there is a fault. */
  readonly bytes: Uint8Array | null
  readonly fault: string | null
  readonly isTooLarge: boolean
  readonly tookMs: number
}

/** Several publishers send a web page instead of data to clients without a browser's user agent. */
const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; Formosa)',
  accept: '*/*',
  'accept-language': 'zh-TW,zh;q=0.9,en;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
}

/** Bytes of a too large body that are kept as evidence. */
const evidenceBytes = 1 << 16

const instantIn = (text: string | undefined): string | null => {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

type Body = Pick<HttpResponse, 'bytes' | 'fault' | 'isTooLarge'>

/** `why` returns the timeout that cut the body, if one did. */
function bodyOf(response: IncomingMessage, maxBytes: number, why: () => string | null): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (fault: string | null, isTooLarge = false) =>
      resolve({ bytes: Buffer.concat(chunks).subarray(0, isTooLarge ? evidenceBytes : undefined), fault, isTooLarge })
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= maxBytes) return
      end(`larger than ${maxBytes} bytes`, true)
      response.destroy()
    })
    response.on('end', () => end(response.complete ? null : `cut after ${size} bytes`))
    const cut = () => {
      const length = response.headers['content-length']
      const given = why()
      const detail = given === null ? '' : `: ${given}`
      end(`cut after ${size}${length === undefined ? '' : ` of ${length}`} bytes${detail}`)
    }
    response.on('error', cut)
    response.on('close', cut)
  })
}

/**
 * Sends one request over its own connection: at a publisher's pace, a kept-alive connection would be closed by the
 * other side just as it is reused. Redirects are returned, not followed. Rejects only when aborted.
 */
export function sendHttpRequest(outgoing: OutgoingRequest, options: HttpRequestOptions): Promise<HttpResponse> {
  const { address, method, body, type } = outgoing
  const { timeouts, maxBytes, now, signal, skipCaches: isAnew = false } = options
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const began = performance.now()
    const isSecure = address.startsWith('https:')
    const request = (isSecure ? secure : plain)(address, {
      method,
      agent: false,
      headers: {
        ...headers,
        ...(type !== null && { 'content-type': type, 'content-length': Buffer.byteLength(body!) }),
        ...(isAnew && { 'cache-control': 'no-cache', pragma: 'no-cache' }),
      },
    })
    const timers = new Set<NodeJS.Timeout>()
    let given: string | null = null
    const limit = (ms: number, timeout: string) => {
      const timer = setTimeout(() => {
        given = `${timeout} within ${ms} ms`
        request.destroy(new Error(given))
      }, ms)
      timers.add(timer)
      return () => clearTimeout(timer)
    }
    const stop = () => request.destroy(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    const settle = (fetched: Omit<HttpResponse, 'tookMs'>) => {
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason)
      else resolve({ ...fetched, tookMs: Math.round(performance.now() - began) })
    }
    const connected = limit(timeouts.connectMs, 'no connection')
    const answered = limit(timeouts.headersMs, 'no answer')
    limit(timeouts.wholeMs, 'no whole answer')
    request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected))
    const nothing = { status: null, location: null, modified: null, retryAfterMs: null, bytes: null, isTooLarge: false }
    let hasBegun = false
    request.on('error', (error) => {
      // Once the response has begun, reading its body reports the error.
      if (!hasBegun) settle({ ...nothing, fault: networkFault(error) })
    })
    request.on('response', async (response) => {
      hasBegun = true
      answered()
      const { statusCode, headers: received } = response
      const content = await bodyOf(response, maxBytes, () => given)
      const whole =
        content.fault === null ? await decodeBody(content.bytes!, received['content-encoding'], maxBytes) : content
      settle({
        status: statusCode!,
        location: received.location ?? null,
        modified: instantIn(received['last-modified']),
        retryAfterMs: retryAfterMs(received['retry-after'], received.date, now()),
        ...whole,
      })
    })
    request.end(body ?? undefined)
  })
}
