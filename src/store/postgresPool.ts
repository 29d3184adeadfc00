import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

type Terms = {
  readonly url: string
  /** How long a query may take; as long as it likes where it is left out. */
  readonly queryMs: number | undefined
  /** How long a caller waits for a connection. */
  readonly connectMs: number
}

/** What the driver says where nothing came from the server in time. */
const late = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/

const silent = (): Error => new Error('Connection terminated: the database does not answer')

/**
 * Connections to PostgreSQL that are given up where the server is silent. A connection whose query was late is closed:
 * its answer could still come, in a transaction that nobody waits for. While the server is silent one caller at a time
 * tries it, and all others are told at once.
 */
export function openPool({ url, queryMs, connectMs }: Terms): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    query_timeout: queryMs,
    application_name: 'formosa',
  })
  // A connection that breaks while it is idle is replaced at the next query; there is nobody to tell yet.
  pool.on('error', () => {})
  // One that breaks while it is in use says so to its query; unheard, the same event would end the whole thread.
  pool.on('connect', (connection) => connection.on('error', () => {}))

  /** When the server last answered, on the clock of `performance.now`; silent where nothing came since a late question. */
  let answeredAt = 0
  let isSilent = false
  let isTrying = false

  function hear(): void {
    answeredAt = performance.now()
    isSilent = false
  }
  function miss(error: unknown, askedAt: number): boolean {
    const isLate = late.test((error as Error).message)
    // A server that answers others meanwhile is only slow with this one, which waits for a lock perhaps.
    if (isLate && answeredAt < askedAt) isSilent = true
    return isLate
  }

  async function connect(): Promise<PostgresPoolClient> {
    const isTrial = isSilent
    if (isTrial && isTrying) throw silent()
    if (isTrial) isTrying = true
    const endTrial = () => {
      if (isTrial) isTrying = false
    }
    const askedAt = performance.now()
    const client = await pool.connect().catch((error: unknown) => {
      endTrial()
      miss(error, askedAt)
      throw error
    })
    let isBroken = false
    async function query(text: string, parameters: readonly unknown[]) {
      if (isBroken) throw silent()
      const askedAt = performance.now()
      try {
        const answer = await client.query(text, [...parameters])
        hear()
        return answer
      } catch (error) {
        // An error of the server is an answer too.
        if ((error as { severity?: string }).severity !== undefined) hear()
        isBroken = miss(error, askedAt)
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
