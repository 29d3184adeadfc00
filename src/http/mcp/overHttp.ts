import { createMcpHandler } from '@modelcontextprotocol/server'
import { misplaced } from '../../access/keyPlace.ts'
import { languageParameter } from '../../web/words/words.ts'
import type { Send } from '../ownRequest.ts'
import { failedReply } from '../reply/failed.ts'
import { objectOf } from '../request/body.ts'
import type { BaseServices, McpMessage, OwnResponse } from '../services.ts'
import { type Backend, linesOf, type ToolReply } from './backend.ts'
import { createToolServer } from './server.ts'

/** Headers of a message that its calls have too: the key, wherever it stands. */
const keyHeaders = ['authorization', ...misplaced]

/** The headers that the protocol reads. */
const protocolHeaders = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']

const pick = (headers: McpMessage['request']['headers'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))

/** The service of this process, for one message. Receipts of payments are recorded when `release` is called. */
function createBackend(services: BaseServices, sendOwn: Send, message: McpMessage) {
  const { request, language, isCounted } = message
  const { id, entry, address } = request
  const keys = pick(request.headers, keyHeaders)
  const shared = { 'accept-language': languageParameter(language) }
  const releases: (() => void)[] = []
  const replyOf = ({ status, headers, body }: Pick<OwnResponse, 'status' | 'headers' | 'body'>): ToolReply => ({
    status,
    headers: linesOf(headers),
    text: body,
  })
  const backend: Backend = {
    language,
    hasKey: Object.keys(keys).length > 0,
    async send({ method, url, body, payment }, signal) {
      const own = payment === undefined ? keys : { 'payment-signature': payment }
      const response = await sendOwn({
        ...{ id, entry, method, url, address, isCounted, body, signal, internal: null },
        headers: { ...shared, ...own },
      })
      if (response.release) releases.push(response.release)
      return replyOf(response)
    },
    failed(error) {
      const { status, headers, body } = failedReply(services, error, { id, headers: shared })
      return replyOf({ status, headers, body: String(body) })
    },
  }
  const release = (): void => {
    for (const one of releases) one()
  }
  return { backend, release, isPaid: () => releases.length > 0 }
}

/** The whole text of a response; empty where the client left first. */
async function textOf(response: Response, signal: AbortSignal): Promise<string> {
  const left = new Promise<string>((resolve) => {
    if (signal.aborted) resolve('')
    signal.addEventListener('abort', () => resolve(''), { once: true })
  })
  return Promise.race([response.text(), left])
}

/** Answers one message at a time: there are no sessions, and no stream stays open. */
export function createExchange(services: BaseServices, send: Send) {
  const { log, release } = services
  return async (message: McpMessage): Promise<OwnResponse> => {
    const { raw, signal } = message
    const { headers } = message.request
    // Batches, which one revision of the protocol had, are refused with everything else that is no object.
    const parsedBody = objectOf(raw, headers['content-type'])
    const own = createBackend(services, send, message)
    const handler = createMcpHandler(() => createToolServer(own.backend, release, signal), {
      onerror: ({ message: reason }) => log.debug({ reason }, 'a message of the Model Context Protocol was refused'),
      // A subscription would hold its connection for as long as its client wants.
      maxSubscriptions: 0,
    })
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { ...pick(headers, protocolHeaders), accept: 'application/json, text/event-stream' },
      body: raw as never,
      signal,
    })
    const response = await handler.fetch(request, { parsedBody })
    if (response.status >= 500) throw new Error('the library of the Model Context Protocol failed; its reason is above')
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    const text = await textOf(response, signal)
    return {
      status: response.status,
      headers: ['Content-Type', type],
      body: text,
      ...(own.isPaid() ? { release: own.release } : {}),
    }
  }
}
