import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Told = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Header lines as they came: a name may stand in several. */
  readonly lines: readonly (readonly [string, string])[]
  readonly warnings: readonly string[]
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  readonly json: any
}

export type Ask = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

/** Asks a service over one agent, and keeps of its answer what `fetch` would fold together. */
export function createClient(url: string, sockets = 4) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const ask = (path: string, { method = 'GET', headers = {}, key }: Ask = {}): Promise<Told> =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, {
        method,
        agent,
        headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers },
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
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            lines,
            warnings: lines.filter(([name]) => name === 'X-Warning').map(([, value]) => value),
            bytes,
            get text() {
              return bytes.toString()
            },
            get json() {
              return JSON.parse(bytes.toString())
            },
          })
        })
      })
      sent.end()
    })
  return { ask, close: () => agent.destroy() }
}
