import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { find as findDataset } from '../catalogue/index.ts'
import { createDeprecation } from './deprecation.ts'
import { createDispatch } from './dispatch.ts'
import { createCompression } from './encoding.ts'
import { failedReply } from './failed.ts'
import { createHotPages } from './hotPages.ts'
import { createMcp } from './mcp.ts'
import type { Observer } from './observe.ts'
import { createInternalClient } from './pages/internalClient.ts'
import { createReplies, type Replies, rowsOf } from './replies.ts'
import { assertHead, targetOf } from './request.ts'
import { bytesOf, type Outgoing, type Reply, respond } from './respond.ts'
import { healthz, readyz } from './routes/health.ts'
import { routes } from './routes/routes.ts'
import { turnNameOf } from './sender.ts'
import type { BaseServices } from './services.ts'

/** Probes of the state of the service, which do not count as its traffic. */
const probes = new Set([healthz.path, readyz.path])

/** A signal that is aborted when the client has left. */
function goneSignal(response: Outgoing): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** Answers requests: each is read here alone, and sent by `respond` alone. */
export function createApp(services: BaseServices, withDeprecation = createDeprecation(routes)) {
  const { turns, traffic } = services
  const hotPages = createHotPages(services.hotBytes)
  const dispatch = createDispatch(services, hotPages, () => replies)
  const internal = createInternalClient(services, hotPages)
  const replies: Replies = createReplies({ ...services, internal, mcp: createMcp(services, dispatch) }, hotPages)
  const compress = createCompression()

  function reply(request: IncomingMessage, response: Outgoing, id: string): Reply | Promise<Reply> {
    assertHead(request)
    return replies(request, id, () => goneSignal(response))
  }

  /** Reports a request to the observer when its answer has left or its client has. */
  function watch(observe: Observer, request: IncomingMessage, response: Outgoing, id: string): (reply: Reply) => void {
    const begun = performance.now()
    let answered: Reply | null = null
    response.once('close', () => {
      const { path } = targetOf(request)
      const isWhole = response.writableFinished
      observe({
        id,
        method: request.method!,
        route: rowsOf(request)?.route.path ?? answered?.route ?? 'unknown',
        // Known names alone: an address may hold a secret of its client.
        dataset:
          path
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

  function handle(request: IncomingMessage, response: Outgoing): void {
    // The client may have left before its turn.
    if (response.destroyed) return
    const id = randomUUID()
    const note = services.observe && watch(services.observe, request, response, id)
    const finish = (reply: Reply) => {
      note?.(reply)
      if (reply.route === undefined || !probes.has(reply.route)) traffic.count(reply.status)
      respond(services, request, response, id, reply)
    }
    const send = (made: Reply): void | Promise<void> => {
      const reply = withDeprecation(request, () => rowsOf(request)?.route.path ?? made.route, made)
      const encoded = compress(reply, request.headers['accept-encoding'])
      return encoded instanceof Promise ? encoded.then(finish) : finish(encoded)
    }
    const fail = (error: unknown) => send(failedReply(services, error, request, id))
    try {
      const answer = reply(request, response, id)
      if (answer instanceof Promise) answer.then(send).catch(fail)
      else void send(answer)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  return (request: IncomingMessage, response: Outgoing): void => {
    const begin = () =>
      turns.run(
        () => turnNameOf(services, request),
        () => handle(request, response),
      )
    if (response.socket) begin()
    // A pipelined request waits for the one before it, so that a connection never holds two answers.
    else response.once('socket', () => process.nextTick(begin))
  }
}
