import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request, STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostHeadBytes } from '../../src/http/reply/head.ts'

export type HttpResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Header lines as received; a name may occur in several. */
  readonly lines: readonly (readonly [string, string])[]
  readonly warnings: readonly string[]
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  readonly json: any
}

/** Size in bytes of a response head as sent. */
export const headBytes = (status: number, lines: HttpResponse['lines']): number =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n\r\n`.length +
  lines.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

export type RequestOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
  readonly cookie?: string
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is, with the content type of the headers. */
  readonly body?: string | Buffer
  /** Local address to send from. */
  readonly from?: string
}

/** The Cookie header that a browser would send after this response. */
export const cookieOf = ({ headers }: HttpResponse): string =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

/** Sends requests over one agent; keeps repeated header lines, which `fetch` would join. */
export function createClient(url: string, sockets = 4) {
  // Only an agent with a time-out of its own closes idle connections before the service does.
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, timeout: 600_000 })
  const send = (
    path: string,
    { method, headers = {}, key, cookie, json, body, from }: RequestOptions = {},
  ): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const bytes = json === undefined ? body : JSON.stringify(json)
      const sent = request(url + path, {
        method: method ?? (bytes === undefined ? 'GET' : 'POST'),
        agent,
        ...(from === undefined ? {} : { localAddress: from }),
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(cookie === undefined ? {} : { Cookie: cookie }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          // Node says no length for a method that seldom has a body.
          ...(bytes === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(bytes)) }),
          ...headers,
        },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const raw = response.rawHeaders
          const lines = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1]!] as const] : []))
          // Proxies do not pass on a longer head.
          const head = headBytes(response.statusCode!, lines)
          try {
            assert.ok(head <= mostHeadBytes, `the head of ${path} has ${head} bytes`)
          } catch (error) {
            reject(error)
          }
          let text: string | undefined
          let parsed: { readonly json: unknown } | undefined
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            lines,
            warnings: lines.filter(([name]) => name === 'X-Warning').map(([, value]) => value),
            bytes,
            get text() {
              text ??= bytes.toString()
              return text
            },
            get json() {
              parsed ??= { json: JSON.parse(bytes.toString()) }
              return parsed.json
            },
          })
        })
      })
      sent.end(bytes)
    })
  return { send, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof createClient>

/** On a busy machine Redis may answer too late: then a call was counted or not, and is to be made again. */
export const isUncounted = ({ status, text }: HttpResponse): boolean =>
  status === 503 && text.includes('the counter of calls does not answer')

/** The client, sending a request again where it was not counted, for half a minute at most. */
export const resending = (client: Client): Client => ({
  ...client,
  async send(path, options) {
    let response = await client.send(path, options)
    for (let tries = 0; isUncounted(response) && tries < 60; tries++) {
      await sleep(500)
      response = await client.send(path, options)
    }
    return response
  },
})
