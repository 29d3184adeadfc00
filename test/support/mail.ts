import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type Message, readMessage } from './message.ts'
import { until } from './until.ts'

/** A message with the sender and recipients of its envelope. */
type Delivered = Message & { readonly from: string; readonly to: readonly string[] }

/** A mail server on a free loopback port that keeps what it is given. */
export async function startMail() {
  const messages: Delivered[] = []
  const taken = new Set<Delivered>()
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    closeTimeout: 100,
    onData(stream, { envelope }, callback) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        messages.push({ ...readMessage(raw), from, to: envelope.rcptTo.map(({ address }) => address) })
        callback()
      }, callback)
    },
  })
  // A client that breaks off is the client's affair.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    messages: (): readonly Delivered[] => [...messages],
    /** The oldest message to an address that was not waited for before. */
    waitFor: (to: string): Promise<Delivered> =>
      until(`a message to ${to}`, () => {
        const found = messages.find((message) => message.to.includes(to) && !taken.has(message))
        if (found) taken.add(found)
        return found
      }),
    stop: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  }
}
