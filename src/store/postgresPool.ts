import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

type PoolOptions = {
  readonly url: string
  /** Query time-out; none by default. */
  readonly queryMs: number | undefined
  /** Connection time-out. */
  readonly connectMs: number
}

/** The driver's messages for time-outs. */
const late = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/

/** Our integers of 64 bits are counts and ids of chains, which a number holds; the driver reads them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
}

const silent = (): Error => new Error('Connection terminated: the database does not answer')

/**
 * A pool of PostgreSQL connections that copes with a silent server. A connection whose query timed out is closed: its
 * answer could still arrive, in an abandoned transaction. While the server is silent, one caller at a time tries it and
 * all others fail at once.
 */
export function openPool({ url, queryMs, connectMs }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    query_timeout: queryMs,
    application_name: 'formosa',
    types,
  })
  // A broken idle connection is replaced at the next query.
  pool.on('error', () => {})
  // A broken connection in use fails its query; the event itself would end the thread if nobody listened.
  pool.on('connect', (connection) => connection.on('error', () => {}))

  /** When the server last answered, by `performance.now`; silent where nothing came since a late query. */
  let answeredAt = 0
  let isSilent = false
  let isTrying = false

  function noteAnswer(): void {
    answeredAt = performance.now()
    isSilent = false
  }
  function noteFailure(error: unknown, sentAt: number): boolean {
    const isLate = late.test((error as Error).message)
    // A server that answered others meanwhile is only slow with this query, which may wait for a lock.
    if (isLate && answeredAt < sentAt) isSilent = true
    return isLate
  }

  async function connect(): Promise<PostgresPoolClient> {
    const isTrial = isSilent
    if (isTrial && isTrying) throw silent()
    if (isTrial) isTrying = true
    const endTrial = () => {
      if (isTrial) isTrying = false
    }
    const sentAt = performance.now()
    const client = await pool.connect().catch((error: unknown) => {
      endTrial()
      noteFailure(error, sentAt)
      throw error
    })
    let isBroken = false
    async function query(text: string, parameters: readonly unknown[]) {
      if (isBroken) throw silent()
      const sentAt = performance.now()
      try {
        const answer = await client.query(text, [...parameters])
        noteAnswer()
        return answer
      } catch (error) {
        // An error from the server is an answer, too.
        if ((error as { severity?: string }).severity !== undefined) noteAnswer()
        isBroken = noteFailure(error, sentAt)
        throw error
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release() {
        endTrial()
        client.release(isBroken)
      },
    }
  }

  return { connect, end: () => pool.end() }
}
