import type { IncomingMessage } from 'node:http'
import { find as findDataset } from '../catalogue/index.ts'
import { turnNameOf } from './admission/sender.ts'
import { attempt, chain } from './chain.ts'
import { assertHead, ClientRequest } from './connection/clientRequest.ts'
import type { PlainRequest } from './connection/plainHead.ts'
import { createMcp } from './mcp/mcp.ts'
import type { Observer } from './measures/observe.ts'
import { createSend } from './ownRequest.ts'
import { createInternalClient } from './pages/internalClient.ts'
import { pages } from './pages/pages.ts'
import { createPipeline } from './pipeline.ts'
import { protocols } from './protocols/protocols.ts'
import { withDeprecation } from './reply/deprecation.ts'
import { createCompression } from './reply/encoding.ts'
import { failedReply } from './reply/failed.ts'
import { respond } from './reply/respond.ts'
import { bytesOf, type Outgoing, type Reply } from './reply.ts'
import { type Asked, createRouter } from './router.ts'
import { healthz, readyz } from './routes/health.ts'
import { routes } from './routes/routes.ts'
import { createRowPages } from './rows/rowPages.ts'
import type { BaseServices, Services } from './services.ts'

/** Probes of the state of the service, which do not count as its traffic. */
const probes = new Set([healthz.path, readyz.path])

const allRoutes = [...routes, ...protocols, ...pages(routes)]

/** Reports a request to the observer when its answer has left or its client has. */
function watch(
  observe: Observer,
  request: ClientRequest,
  { route }: Asked,
  response: Outgoing,
): (reply: Reply) => void {
  const begun = performance.now()
  let answered: Reply | null = null
  response.once('close', () => {
    const isWhole = response.writableFinished
    observe({
      id: request.id,
      method: request.method,
      route: route?.path ?? (answered?.status === 204 ? 'preflight' : 'unknown'),
      // Known names alone: an address may hold a secret of its client.
      dataset:
        request.path
          .split('/')
          .map(findDataset)
          .find((dataset) => dataset !== undefined)?.name ?? null,
      keyId: answered?.caller?.keyId ?? null,
      status: answered?.status ?? 0,
      code: answered?.code ?? null,
      ms: performance.now() - begun,
      bytes: isWhole && answered && request.method !== 'HEAD' ? bytesOf(answered) : 0,
      isWhole,
    })
  })
  return (reply) => {
    answered = reply
  }
}

/** Answers the requests of clients: each is read here alone, goes through the pipeline, and is sent by `respond` alone. */
export function createApp(base: BaseServices, find = createRouter(allRoutes)) {
  const { turns, traffic, addresses } = base
  const send = createSend(base, (request) => pipeline(request, find(request.method, request.path)))
  const services: Services = {
    ...base,
    rows: createRowPages(base),
    mcp: createMcp(base, send),
    internal: createInternalClient(send),
  }
  const pipeline = createPipeline(services, find)
  const compress = createCompression()

  function handle(request: ClientRequest, received: IncomingMessage | PlainRequest, response: Outgoing): void {
    // The client may have left before its turn.
    if (response.destroyed) return
    const asked = find(request.method, request.path)
    const note = base.observe && watch(base.observe, request, asked, response)
    const finish = (reply: Reply): void => {
      note?.(reply)
      if (!asked.route || !probes.has(asked.route.path)) traffic.count(reply.status)
      respond(base, request, response, reply)
    }
    const encode = (reply: Reply) =>
      compress(withDeprecation(request, asked, reply), request.headers['accept-encoding'])
    const made = attempt(
      () => {
        assertHead(received)
        return chain(pipeline(request, asked), encode)
      },
      (error) => encode(failedReply(services, error, request)),
    )
    if (made instanceof Promise) void made.then(finish)
    else finish(made)
  }

  return (received: IncomingMessage | PlainRequest, response: Outgoing): void => {
    const request = new ClientRequest(received, response, addresses)
    const begin = () =>
      turns.run(
        () => turnNameOf(services, request),
        () => handle(request, received, response),
      )
    if (response.socket) begin()
    // A pipelined request waits for the one before it, so that a connection never holds two answers.
    else response.once('socket', () => process.nextTick(begin))
  }
}
