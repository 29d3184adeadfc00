import { createInterface } from 'node:readline'
import {
  deserializeMessage,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'

/** A line longer than this is no message of a client. */
const longestLine = 1 << 20

/** The codes of JSON-RPC. */
const [notJson, notMessage] = [-32_700, -32_600]

/** The response to a line that is no message; null where it is one. The library would skip it, and its sender wait. */
function refusalOf(line: string): object | null {
  const refuse = (code: number, message: string, id: unknown = null) => ({
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: { code, message },
  })
  if (line.length > longestLine) return refuse(notMessage, `A message may have ${longestLine} characters.`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return refuse(notJson, 'A line is no JSON: send one JSON-RPC message a line.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(notMessage, 'A line is no JSON-RPC message: send one object a line.')
  const { jsonrpc, id, method } = value as Readonly<Record<string, unknown>>
  if (jsonrpc !== '2.0') return refuse(notMessage, 'A JSON-RPC message has "jsonrpc": "2.0".', id)
  if (typeof method === 'string' || 'result' in value || 'error' in value) return null
  return refuse(
    notMessage,
    'A JSON-RPC message has a "method", as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}.',
    id,
  )
}

/**
 * Standard input and output for a tool server, one message a line. The library's own transport drops the requests under
 * way when the input ends; here the end waits for their answers, so that `formosa mcp < requests` works.
 */
export function createStdioTransport() {
  const pending = new Set<RequestId>()
  let hasInput = true
  /** Resolves when the input has ended and every request in it is answered, or when nobody reads the output. */
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const write = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
  const endIfDone = () => {
    if (!hasInput && pending.size === 0) resolve()
  }
  const settle = (id: RequestId) => {
    pending.delete(id)
    endIfDone()
  }

  function take(line: string): void {
    if (line.trim() === '') return
    const refusal = refusalOf(line)
    if (refusal) {
      write(refusal)
      return
    }
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(line)
    } catch (error) {
      transport.onerror?.(error as Error)
      return
    }
    if (isJSONRPCRequest(message)) pending.add(message.id)
    // A cancelled request gets no answer.
    else if ('method' in message && message.method === 'notifications/cancelled')
      settle(message.params?.requestId as RequestId)
    transport.onmessage?.(message)
  }

  const transport: Transport = {
    async start() {
      createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
        .on('line', take)
        .on('close', () => {
          hasInput = false
          endIfDone()
        })
      process.stdout.once('error', () => resolve())
    },
    async send(message) {
      write(message)
      if (!('method' in message) && message.id !== undefined) settle(message.id)
    },
    async close() {
      transport.onclose?.()
      resolve()
    },
  }
  return { transport, ended }
}
