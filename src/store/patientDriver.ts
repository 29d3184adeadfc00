import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely'

/** SQLite's code for a file that another connection is writing to. */
const busy = 5
/** The longest pause between two attempts. */
const pauseMs = 5

const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === busy

/**
 * Waits for another writer between attempts instead of inside SQLite, where the wait would block the whole thread and
 * every request on it.
 */
class PatientDriver extends SqliteDriver {
  readonly #patienceMs: number

  constructor(config: SqliteDialectConfig, patienceMs: number) {
    super(config)
    this.#patienceMs = patienceMs
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const patienceMs = this.#patienceMs
    return {
      async executeQuery(query) {
        for (const begun = performance.now(); ; )
          try {
            return await connection.executeQuery(query)
          } catch (error) {
            const isOver = performance.now() - begun > patienceMs
            if (!isBusy(error) || isOver || query.sql.startsWith('PRAGMA')) throw error
            await sleep(1 + Math.random() * pauseMs)
          }
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }
}

/** The dialect of SQLite with a driver that waits at most so long. */
export const patientDialect = (config: SqliteDialectConfig, patienceMs: number): SqliteDialect =>
  Object.assign(new SqliteDialect(config), { createDriver: () => new PatientDriver(config, patienceMs) })
