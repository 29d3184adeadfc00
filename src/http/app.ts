import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAgent } from './agent.ts'
import { createData } from './data.ts'
import { createEndpoints } from './endpoints.ts'
import { failedReply } from './failed.ts'
import { targetOf } from './request.ts'
import { type Reply, respond } from './respond.ts'
import type { Services } from './services.ts'

const dataPrefix = '/v1/data/'
const agentPrefix = '/v1/agent/'

/** The one segment after a prefix; empty where there is none or more. */
const segment = (path: string, prefix: string): string =>
  path.startsWith(prefix) && !path.includes('/', prefix.length) ? path.slice(prefix.length) : ''

/** Tells those who work on an answer that nobody waits for it any more. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** Answers requests: the only place where one is read, and `respond` the only one where one is answered. */
export function createApp(services: Services) {
  const data = createData(services)
  const agent = createAgent(services)
  const endpoints = createEndpoints(services)

  function reply(request: IncomingMessage, response: ServerResponse, id: string): Reply | Promise<Reply> {
    const { path, query } = targetOf(request)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const name = segment(path, dataPrefix)
      if (name !== '') return data(request, name, query, id)
      const sold = segment(path, agentPrefix)
      if (sold !== '') return agent(request, sold, query)
    }
    return endpoints(request, path, query, id, goneSignal(response))
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const id = randomUUID()
    const fail = (error: unknown) => respond(request, response, id, failedReply(services, error, request, id))
    try {
      const answer = reply(request, response, id)
      if (answer instanceof Promise) answer.then((ready) => respond(request, response, id, ready)).catch(fail)
      else respond(request, response, id, answer)
    } catch (error) {
      fail(error)
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (response.socket) handle(request, response)
    // Sent ahead of the answer before it: it waits for its turn, so that a connection never holds two answers.
    else response.once('socket', () => process.nextTick(handle, request, response))
  }
}
