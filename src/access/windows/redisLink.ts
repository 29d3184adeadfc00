import { createClient, ErrorReply } from '@redis/client'
import { SettingError } from '../../errors.ts'
import { scripts } from './redisScripts.ts'
import { CounterDown } from './windows.ts'

type Client = ReturnType<typeof createRedis>

type Terms = {
  readonly url: string
  readonly deadlineMs: number
  /** The cause may name addresses: it is for the log. */
  readonly onState: (state: string, cause?: string) => void
}

/** A connection that answers within the deadline or says at once that it cannot. */
export type RedisLink = {
  /** Throws `CounterDown`; an answer that comes after that goes to `onLate`. */
  readonly ask: <T>(send: (client: Client) => Promise<T>, onLate?: (answer: T, client: Client) => void) => Promise<T>
  /** 'ok', or a sentence about what is the matter, without addresses. */
  readonly state: () => string
  /** Counts how often the connection was lost or late. */
  readonly losses: () => number
  readonly close: () => void
}

/** Comes back when the server was first reached or could not be; it is reconnected to for ever. */
export async function openLink({ url, deadlineMs, onState }: Terms): Promise<RedisLink> {
  const client = createRedis(url)
  /** Why nothing is asked now, and what was the matter with the last answer. */
  let blocked: string | null = 'Redis has not been reached yet'
  let fault: string | null = null
  let said = ''
  let losses = 0
  const state = () => blocked ?? fault ?? 'ok'

  function turn(next: { blocked?: string | null; fault?: string | null; cause?: string }): void {
    if (next.blocked) losses++
    if (next.blocked !== undefined) blocked = next.blocked
    if (next.fault !== undefined) fault = next.fault
    if (said === state()) return
    said = state()
    onState(said, next.cause)
  }

  client.on('ready', () => turn({ blocked: null, fault: null }))
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (client.isOpen && !client.isReady)
      turn({ blocked: `Redis cannot be reached${codeOf(error)}`, cause: error.message })
  })

  /** Nothing is asked of a server that is late until it answers in time again. */
  async function probe(): Promise<void> {
    for (let isLate = true; isLate; ) {
      const began = performance.now()
      try {
        await client.ping()
      } catch (error) {
        // A connection that broke says itself when it is back.
        if (!(error instanceof ErrorReply)) return
      }
      isLate = performance.now() - began > deadlineMs
    }
    turn({ blocked: null })
  }

  function beLate(): CounterDown {
    if (blocked === null) {
      turn({ blocked: `Redis did not answer within ${deadlineMs} ms` })
      void probe()
    }
    return new CounterDown(state())
  }

  await new Promise<void>((resolve) => {
    client.once('ready', resolve)
    client.once('error', () => resolve())
    client.connect().catch(() => resolve())
  })

  return {
    ask: (send, onLate = () => {}) =>
      new Promise((resolve, reject) => {
        if (blocked !== null) return reject(new CounterDown(blocked))
        let isPending = true
        let isLate = false
        const giveUp = () => {
          isLate = isPending
          if (isLate) reject(beLate())
        }
        // A loop that was held up itself first reads what has arrived meanwhile.
        const timer = setTimeout(() => setImmediate(giveUp), deadlineMs)
        const settle = () => {
          isPending = false
          clearTimeout(timer)
        }
        send(client).then(
          (answer) => {
            settle()
            if (isLate) return onLate(answer, client)
            if (fault !== null) turn({ fault: null })
            resolve(answer)
          },
          (error: Error) => {
            settle()
            if (error instanceof ErrorReply)
              turn({ fault: `Redis refuses to count${codeOf(error)}`, cause: error.message })
            reject(new CounterDown(state() === 'ok' ? 'Redis cannot be asked' : state(), { cause: error }))
          },
        )
      }),
    state,
    losses: () => losses,
    close() {
      turn({ blocked: 'the connection to Redis is closed' })
      client.destroy()
    },
  }
}

/** The name of a fault, which a server puts first and a socket beside it. */
function codeOf({ code, message }: NodeJS.ErrnoException): string {
  const name = code ?? /^[A-Z]{3,20}(?=[ :]|$)/.exec(message)?.[0]
  return name === undefined ? '' : ` (${name})`
}

function createRedis(url: string) {
  try {
    return createClient({
      url,
      scripts,
      disableOfflineQueue: true,
      // Deadlines are kept above, by one timer a call; the client's own end when the command is written.
      commandOptions: { timeout: 0 },
      maintNotifications: 'disabled',
      // A connection that nothing comes through any more, not even the answer to a ping, is given up.
      pingInterval: 1_000,
      socket: {
        connectTimeout: 3_000,
        socketTimeout: 3_000,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000) * (0.5 + Math.random() / 2),
      },
    })
  } catch {
    // The cause would print the address with its password.
    throw new SettingError('The address of Redis must be redis://host:port, or rediss://host:port for TLS.')
  }
}
