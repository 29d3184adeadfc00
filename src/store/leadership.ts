import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { lockNumber } from './database.ts'

type LeadershipOptions = {
  readonly url: string
  /** Another number is another lock: each origin has a leader of its own. */
  readonly lock: number
  /** Called when this process begins or ceases to lead. */
  readonly onChange: (isLeader: boolean) => void
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/**
 * The server ends the session of a leader that is silent for so long, and the lock with it. It finds a frozen process
 * too, whose system still confirms every packet.
 */
const silentMs = 10_000
/** A leader that was not confirmed for so long no longer acts, well before another one can begin. */
const confirmedMs = 7_000
const confirmEveryMs = 2_000
/** Interval between two attempts to take the lock. */
const tryEveryMs = 1_000
const answerMs = 4_000

const aborted = AbortSignal.abort()

/** Which of several processes may write. */
export type Leadership = ReturnType<typeof openLeadership>

/** Competes for an advisory lock of PostgreSQL on a connection of its own: whoever has it leads. */
export function openLeadership({ url, lock, onChange, log }: LeadershipOptions) {
  const closing = new AbortController()
  let term: AbortController | null = null
  let confirmedUntil = 0
  let expiry: NodeJS.Timeout | undefined
  let reason = 'the database has not been reached yet'

  /** True while this process holds the lock and the database has confirmed it recently. */
  const isLeader = (): boolean => term !== null && performance.now() < confirmedUntil
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  function lose(why: string, cause?: string): void {
    reason = why
    clearTimeout(expiry)
    if (term === null) return
    const ending = term
    term = null
    log.warn({ reason: cause ?? why }, 'this process no longer leads')
    ending.abort()
    onChange(false)
  }

  /** The database confirmed at a query that was sent at this time. */
  function confirm(sentAt: number): void {
    confirmedUntil = sentAt + confirmedMs
    clearTimeout(expiry)
    expiry = setTimeout(() => lose('the database did not confirm the lock in time'), confirmedUntil - performance.now())
    expiry.unref()
    if (term !== null) return
    term = new AbortController()
    log.info({}, 'this process leads')
    onChange(true)
  }

  /** Holds one connection for as long as it works. */
  async function compete(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: 'formosa leadership',
    })
    const { promise: broken, reject: onBroken } = Promise.withResolvers<never>()
    broken.catch(() => {})
    client.on('error', (error) => {
      lose('the connection to the database broke', error.message)
      onBroken(error)
    })
    client.on('end', () => {
      lose('the connection to the database ended')
      onBroken(new Error('the connection ended'))
    })
    try {
      await client.connect()
      await client.query(`SET idle_session_timeout = ${silentMs}`)
      let isHeld = false
      while (!closing.signal.aborted) {
        const sentAt = performance.now()
        if (isHeld) await client.query('SELECT 1')
        else {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS held', [lockNumber, lock])
          isHeld = rows[0].held === true
          if (!isHeld) reason = 'another process leads'
        }
        // A process that was frozen may read an answer from before its session was ended.
        if (isHeld && performance.now() - sentAt > confirmedMs) throw new Error('the answer came too late')
        if (isHeld) confirm(sentAt)
        await Promise.race([pause(isHeld ? confirmEveryMs : tryEveryMs), broken])
      }
    } finally {
      lose('the connection to the database ended')
      await Promise.race([client.end().catch(() => {}), sleep(answerMs, undefined, { ref: false })])
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await compete()
      } catch (error) {
        if (closing.signal.aborted) return
        // The cause may name an address: it is for the log.
        const why = 'the database does not answer'
        if (reason !== why) log.warn({ reason: (error as Error).message }, 'this process cannot lead')
        lose(why)
        await pause(tryEveryMs)
      }
    }
  }
  const running = run()

  return {
    isLeader,
    /** Aborted when the present term ends; aborted already where this process does not lead. */
    term: (): AbortSignal => (isLeader() ? term!.signal : aborted),
    /** Why this process does not lead, or that it does; for `/readyz`. */
    state: (): string => (isLeader() ? 'ok: this process leads' : `ok: stands by; ${reason}`),
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
