import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem, problem } from '../errors.ts'
import { createData, matches } from './data.ts'
import { languageOf, readQuery, targetOf } from './request.ts'
import { type Reply, respond } from './respond.ts'
import type { Route } from './route.ts'
import { byPath } from './routes.ts'
import type { Services } from './services.ts'

const readMethods = 'GET, HEAD, OPTIONS'
const preflight = [
  'Allow',
  readMethods,
  'Access-Control-Allow-Methods',
  readMethods,
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, Prefer, X-PAYMENT, PAYMENT-SIGNATURE, Access-Control-Expose-Headers',
  'Access-Control-Max-Age',
  '86400',
]
const dataPrefix = '/v1/data/'

/** Answers requests: the only place where one is read, and `respond` the only one where one is answered. */
export function createApp(services: Services) {
  const data = createData(services)

  function reply(request: IncomingMessage): Reply | Promise<Reply> {
    const { path, query } = targetOf(request)
    const name = path.startsWith(dataPrefix) ? path.slice(dataPrefix.length) : ''
    const isData = name !== '' && !name.includes('/')
    const route = isData ? undefined : byPath.get(path)
    if (!isData && !route) throw problem('not_found', [path.slice(0, 200)])
    if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: '' }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw problem('method_not_allowed', [String(request.method), 'GET or HEAD'], { headers: { Allow: readMethods } })
    return isData ? data(request, name, query) : run(route!, request, query)
  }

  async function run(route: Route, request: IncomingMessage, query: string): Promise<Reply> {
    const language = languageOf(request.headers['accept-language'])
    const {
      status = 200,
      headers = {},
      body,
    } = await route.handle(
      { query: readQuery(route.query, query), language, authorization: request.headers.authorization },
      services,
    )
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
    const tag = `"${hash('sha1', text, 'base64url')}"`
    const common = [
      ...(headers['Content-Type'] ? [] : ['Content-Type', type]),
      ...Object.entries(headers).flat(),
      'Cache-Control',
      status === 200 ? 'private, no-cache' : 'no-store',
      ...(status === 200 ? ['ETag', tag] : []),
    ]
    if (status === 200 && matches(request.headers['if-none-match'], tag))
      return { status: 304, headers: common, body: '' }
    return { status, headers: common, body: text }
  }

  function failed(error: unknown, request: IncomingMessage, id: string): Reply {
    const known = error instanceof Problem ? error : problem('internal', [], { extra: { request_id: id } })
    if (known !== error) services.log.error({ err: error, request_id: id }, 'request failed')
    const language = languageOf(request.headers['accept-language'])
    return {
      status: known.status,
      headers: [
        'Content-Type',
        'application/json; charset=utf-8',
        'Cache-Control',
        'no-store',
        ...Object.entries(known.headers).flat(),
      ],
      body: JSON.stringify({ detail: known.detail(language), code: known.code, ...known.extra(language) }),
    }
  }

  function finish(answer: Promise<Reply>, request: IncomingMessage, response: ServerResponse, id: string): void {
    const send = (reply: Reply) => respond(request, response, id, reply)
    answer.then(send, (error) => send(failed(error, request, id)))
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const id = randomUUID()
    try {
      const answer = reply(request)
      if (answer instanceof Promise) finish(answer, request, response, id)
      else respond(request, response, id, answer)
    } catch (error) {
      respond(request, response, id, failed(error, request, id))
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (response.socket) handle(request, response)
    // Sent ahead of the answer before it: it waits for its turn, so that a connection never holds two answers.
    else response.once('socket', () => process.nextTick(handle, request, response))
  }
}
