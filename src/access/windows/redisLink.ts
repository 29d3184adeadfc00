import { createClient, ErrorReply } from '@redis/client'
import { SettingError } from '../../errors.ts'
import { scripts } from './redisScripts.ts'
import { CounterDown } from './windows.ts'

type Client = ReturnType<typeof createRedis>

type LinkOptions = {
  readonly url: string
  readonly deadlineMs: number
  /** The cause may contain addresses: log it, do not publish it. */
  readonly onState: (state: string, cause?: string) => void
}

/**
 * A connection that answers within the deadline or fails at once. Resolves after the first attempt to connect; reconnects
 * for ever.
 */
export async function openLink({ url, deadlineMs, onState }: LinkOptions) {
  // A connection that is silent for three deadlines is closed.
  const client = createRedis(url, Math.max(3_000, 3 * deadlineMs))
  /** Why nothing is sent now, and the fault of the last answer. */
  let blocked: string | null = 'Redis has not been reached yet'
  let fault: string | null = null
  let reported = ''
  let losses = 0
  const state = () => blocked ?? fault ?? 'ok'

  function turn(next: { blocked?: string | null; fault?: string | null; cause?: string }): void {
    if (next.blocked) losses++
    if (next.blocked !== undefined) blocked = next.blocked
    if (next.fault !== undefined) fault = next.fault
    if (reported === state()) return
    reported = state()
    onState(reported, next.cause)
  }

  client.on('ready', () => turn({ blocked: null, fault: null }))
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (client.isOpen && !client.isReady)
      turn({ blocked: `Redis cannot be reached${codeOf(error)}`, cause: error.message })
  })

  /** Pings a late server until it answers in time again. */
  async function probe(): Promise<void> {
    for (let isLate = true; isLate; ) {
      const began = performance.now()
      try {
        await client.ping()
      } catch (error) {
        // A broken connection emits an event when it is back.
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
    /** Throws `CounterDown`; a later answer goes to `onLate`. */
    ask: <T>(send: (client: Client) => Promise<T>, onLate: (answer: T, client: Client) => void = () => {}) =>
      new Promise<T>((resolve, reject) => {
        if (blocked !== null) return reject(new CounterDown(blocked))
        let isPending = true
        let isLate = false
        const giveUp = () => {
          isLate = isPending
          if (isLate) reject(beLate())
        }
        // After a blocked event loop, answers that have arrived are read first.
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
    /** 'ok', or a sentence about the problem, without addresses. */
    state,
    /** Counts how often the connection was lost or late. */
    losses: () => losses,
    close(): void {
      turn({ blocked: 'the connection to Redis is closed' })
      client.destroy()
    },
  }
}

/** The code of an error: the first word of a server's, or a socket's `code`. */
function codeOf({ code, message }: NodeJS.ErrnoException): string {
  const name = code ?? /^[A-Z]{3,20}(?=[ :]|$)/.exec(message)?.[0]
  return name === undefined ? '' : ` (${name})`
}

function createRedis(url: string, silentMs: number) {
  try {
    return createClient({
      url,
      scripts,
      disableOfflineQueue: true,
      // Deadlines are kept above; the client's own time-out ends when the command is written.
      commandOptions: { timeout: 0 },
      maintNotifications: 'disabled',
      // A connection on which not even pings are answered is closed.
      pingInterval: 1_000,
      socket: {
        connectTimeout: 3_000,
        socketTimeout: silentMs,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000) * (0.5 + Math.random() / 2),
      },
    })
  } catch {
    // The cause would contain the password in the address.
    throw new SettingError('The address of Redis must be redis://host:port, or rediss://host:port for TLS.')
  }
}
