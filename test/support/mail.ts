import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type Message, readMessage } from './message.ts'

/** A message with the sender and recipients of its envelope. */
type Delivered = Message & { readonly from: string; readonly to: readonly string[] }

type Options = {
  /** Credentials that senders need; none by default. */
  readonly auth?: { readonly user: string; readonly pass: string }
  /** How long `waitFor` waits. */
  readonly patienceMs?: number
}

/** A mail server on a free loopback port that keeps what it is given. */
export async function startMail({ auth, patienceMs = 60_000 }: Options = {}) {
  const messages: Delivered[] = []
  const taken = new Set<Delivered>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !auth,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === auth?.user && password === auth?.pass
      callback(isRight ? null : new Error('wrong user or password'), { user: username })
    },
    onData(stream, { envelope }, callback) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        messages.push({ ...readMessage(raw), from, to: envelope.rcptTo.map(({ address }) => address) })
        callback()
        for (const look of waiting) look()
      }, callback)
    },
  })
  // A client that breaks off is the client's affair.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const login = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''

  return {
    /** With user and password where they are needed. */
    url: `smtp://${login}127.0.0.1:${port}`,
    messages: (): readonly Delivered[] => [...messages],
    /** The oldest message to an address that was not waited for before. */
    waitFor: (to: string): Promise<Delivered> =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find((message) => message.to.includes(to) && !taken.has(message))
          if (!found) return
          taken.add(found)
          stopWaiting()
          resolve(found)
        }
        const late = setTimeout(() => {
          stopWaiting()
          const others = messages.map((message) => `${message.to.join(', ')}: ${message.subject}`)
          reject(new Error(`no new mail to ${to} in ${patienceMs} ms; what came: ${others.join('; ') || 'none'}`))
        }, patienceMs)
        const stopWaiting = () => {
          clearTimeout(late)
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
    stop: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  }
}
