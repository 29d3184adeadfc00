import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { find as findDataset } from '../catalogue/index.ts'
import { createAgent } from './agent.ts'
import { createBulk } from './bulk.ts'
import { createData } from './data.ts'
import { createCompression } from './encoding.ts'
import { createEndpoints } from './endpoints.ts'
import { failedReply } from './failed.ts'
import { createLinked } from './links.ts'
import { assertHead, targetOf } from './request.ts'
import { bytesOf, type Reply, respond } from './respond.ts'
import type { Route } from './route.ts'
import { bulkFile } from './routes/bulk.ts'
import { useLink } from './routes/links.ts'
import { payForDataset } from './routes/paidRows.ts'
import { queryDataset } from './routes/rows.ts'
import type { Services } from './services.ts'

/** `/v1/data/`: the part of the path before the name of the dataset. */
const prefixOf = ({ path }: Route): string => path.replace('{dataset}', '')
const dataPrefix = prefixOf(queryDataset)
const agentPrefix = prefixOf(payForDataset)
const bulkPrefix = bulkFile.path.replace('{dataset}/{file}', '')
const linkPrefix = useLink.path.replace('{token}/{file}', '')

/** The one segment after a prefix; empty where there is none or more. */
const segment = (path: string, prefix: string): string =>
  path.startsWith(prefix) && !path.includes('/', prefix.length) ? path.slice(prefix.length) : ''

/** The two segments after a prefix; null where there are fewer or more. */
function segments(path: string, prefix: string): readonly [string, string] | null {
  if (!path.startsWith(prefix)) return null
  const [first, second, ...more] = path.slice(prefix.length).split('/')
  return first && second && more.length === 0 ? [first, second] : null
}

/** A signal that is aborted when the client has left. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

const named =
  ({ path }: Route) =>
  (reply: Reply): Reply => ({ ...reply, route: path })

/** Answers requests: each is read here alone, and sent by `respond` alone. */
export function createApp(services: Services) {
  const { addresses, turns } = services
  const data = createData(services)
  const agent = createAgent(services)
  const bulk = createBulk(services)
  const linked = createLinked(services, data, bulk)
  const endpoints = createEndpoints(services)
  const compress = createCompression()

  function reply(request: IncomingMessage, response: ServerResponse, id: string): Reply | Promise<Reply> {
    assertHead(request)
    const { path, query } = targetOf(request)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const name = segment(path, dataPrefix)
      if (name !== '') return data.answer(request, name, query, id)
      const sold = segment(path, agentPrefix)
      if (sold !== '') return agent(request, sold, query)
      const file = segments(path, bulkPrefix)
      if (file) return bulk.answer(request, { dataset: file[0], file: file[1], query }, id).then(named(bulkFile))
      const link = segments(path, linkPrefix)
      if (link) return linked(request, link[0], link[1], query, id).then(named(useLink))
    }
    return endpoints(request, path, query, id, goneSignal(response))
  }

  /** Reports a request to the observer when its answer has left or its client has. */
  function watch(request: IncomingMessage, response: ServerResponse, id: string): (reply: Reply) => void {
    const { observe } = services
    if (!observe) return () => {}
    const begun = performance.now()
    let answered: Reply | null = null
    let isWhole = false
    response.once('finish', () => {
      isWhole = true
    })
    response.once('close', () => {
      const { path } = targetOf(request)
      const name = segment(path, dataPrefix) || segment(path, agentPrefix)
      const isRows = name !== '' && (request.method === 'GET' || request.method === 'HEAD')
      const [prefix] = [dataPrefix, agentPrefix].filter((start) => path.startsWith(start))
      observe({
        id,
        method: request.method!,
        route: isRows ? `${prefix}{dataset}` : (answered?.route ?? 'unknown'),
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

  const senderOf = (request: IncomingMessage): string => request.headers.authorization ?? addresses.of(request)

  function handle(request: IncomingMessage, response: ServerResponse): void {
    // The client may have left before its turn.
    if (response.destroyed) return
    const id = randomUUID()
    const note = watch(request, response, id)
    const finish = (reply: Reply) => {
      note(reply)
      respond(services, request, response, id, reply)
    }
    const send = (reply: Reply): void | Promise<void> => {
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

  return (request: IncomingMessage, response: ServerResponse): void => {
    const begin = () =>
      turns.run(
        () => senderOf(request),
        () => handle(request, response),
      )
    if (response.socket) begin()
    // A pipelined request waits for the one before it, so that a connection never holds two answers.
    else response.once('socket', () => process.nextTick(begin))
  }
}
