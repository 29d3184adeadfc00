import { isJSONRPCRequest, type JSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createMessageLines } from './messageLines.ts'

/**
 * Standard input and output for a tool server. The library's own transport drops the requests under way when the input
 * ends; here the end waits for their answers, so that `formosa mcp < requests` works.
 */
export function createStdioTransport() {
  const pending = new Set<RequestId>()
  let onAnswered = () => {}
  const settle = (id: RequestId) => {
    pending.delete(id)
    if (pending.size === 0) onAnswered()
  }

  const input = createMessageLines(
    (response) => process.stdout.write(`${JSON.stringify(response)}\n`),
    (done) =>
      setImmediate(() => {
        onAnswered = done
        if (pending.size === 0) onAnswered()
      }),
  )
  const inner = new StdioServerTransport(input)

  /** Resolves when the input has ended and every request in it is answered, or when nobody reads the output. */
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const note = (message: JSONRPCMessage) => {
    if (isJSONRPCRequest(message)) pending.add(message.id)
    // A cancelled request gets no answer.
    else if ('method' in message && message.method === 'notifications/cancelled')
      settle(message.params?.requestId as RequestId)
  }
  const transport: Transport = {
    async start() {
      inner.onmessage = (message) => {
        note(message)
        transport.onmessage?.(message)
      }
      inner.onerror = (error) => transport.onerror?.(error)
      inner.onclose = () => {
        transport.onclose?.()
        resolve()
      }
      await inner.start()
      process.stdin.pipe(input)
    },
    async send(message) {
      await inner.send(message)
      if (!('method' in message) && message.id !== undefined) settle(message.id)
    },
    close: () => inner.close(),
  }
  return { transport, ended }
}
