import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** What came back: a status, and the body as it came. */
export type Posted = { readonly status: number; readonly body: Buffer; readonly retryAfterSeconds: number | undefined }

/** No answer came, or not a whole one; what was asked may have been worked on all the same. */
export class Unheard extends Error {
  override name = 'Unheard'
}

/** Many times what an answer needs, thoughts included. */
const mostBytes = 1024 ** 2
/** The longest wait that a server is believed; one that says more is taken to say this. */
export const mostRetryAfterSeconds = 300

function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(mostRetryAfterSeconds, Math.max(0, Math.ceil(seconds)))
}

/**
 * Sends JSON and reads what comes back, in so much time: no other time-out ends it sooner. A redirect is not followed,
 * as the key is for this address alone, and nothing packed is asked for, so that a megabyte is a megabyte.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Posted> {
  const late = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    // What the system says may hold the address; it is not told on.
    const fail = () => reject(new Unheard(late.aborted ? 'it took too long' : 'the connection failed'))
    const send = url.startsWith('https:') ? secureRequest : plainRequest
    const sent = send(
      url,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          Accept: 'application/json',
          'Accept-Encoding': 'identity',
          ...headers,
        },
        signal: signal ? AbortSignal.any([late, signal]) : late,
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > mostBytes) {
            reject(new Unheard('the answer is too long'))
            sent.destroy()
          } else chunks.push(chunk)
        })
        response.on('error', fail)
        response.on('close', () => {
          if (!response.complete) return fail()
          const retryAfterSeconds = secondsOf(response.headers['retry-after'])
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), retryAfterSeconds })
        })
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}
