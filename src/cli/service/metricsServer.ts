import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { BusyError, SettingError } from '../../errors.ts'

type MetricsServerOptions = {
  readonly host: string
  readonly port: number
  readonly contentType: string
  readonly scrape: () => Promise<string>
  readonly log: Logger
}

export type MetricsServer = { readonly close: () => Promise<void> }

/** Serves `GET /metrics` and nothing else. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, contentType, scrape, log } = options
  const server = createServer((request, response) => {
    const isScrape = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isScrape) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only GET /metrics is answered here.\n')
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      (error: Error) => {
        log.error({ err: error }, 'metrics could not be collected')
        response.writeHead(500, { 'Content-Type': 'text/plain' }).end('The metrics could not be collected.\n')
      },
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new BusyError(`METRICS_PORT ${port} on ${host} is taken: stop what uses it or set another.`)
          : new SettingError(`Cannot listen on METRICS_HOST ${host}, METRICS_PORT ${port}: ${error.message}.`),
      ),
    )
    server.listen(port, host, resolve)
  })
  const at = server.address() as AddressInfo
  const metrics = `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}/metrics`
  log.info({ metrics }, 'metrics')
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
