import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  readonly url: string
  /** The machines that requests go to from now on. */
  readonly use: (urls: readonly string[]) => void
  /** The machines of requests whose connection broke after they were sent: they may have counted them. */
  readonly broken: () => readonly string[]
  readonly close: () => Promise<void>
}

/**
 * A proxy that gives each request to the next machine. One that refuses the connection is passed over; where a
 * connection breaks later, that of the client is broken too.
 */
export async function startBalancer(): Promise<Balancer> {
  // A kept connection may be closed by its machine while a request is sent over it.
  const agent = new Agent({ keepAlive: false })
  let targets: readonly string[] = []
  let next = 0
  const broken: string[] = []

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const url = targets[next++ % targets.length]!
    const target = new URL(url)
    const forwarded = request({
      ...{ agent, hostname: target.hostname, port: target.port },
      ...{ method: incoming.method, path: incoming.url, headers: incoming.headers },
    })
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode!, response.rawHeaders)
      response.on('error', () => outgoing.destroy())
      response.on('aborted', () => {
        broken.push(url)
        outgoing.destroy()
      })
      response.pipe(outgoing)
    })
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return
      if (error.code === 'ECONNREFUSED' && tries < 100) return void setTimeout(pass, 20, incoming, outgoing, tries + 1)
      broken.push(url)
      outgoing.destroy()
    })
    forwarded.end()
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, 0))
  // Clients may pause for as long as they like.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(urls) {
      targets = urls
    },
    broken: () => broken,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
