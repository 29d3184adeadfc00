import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Place } from '../../src/store/database.ts'
import { startPostgres } from './postgres.ts'

export type TestEngine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Why tests on it cannot run. */
  readonly skip: string | false
  /** A database that was not opened yet. */
  readonly fresh: () => Promise<Place>
  /** A database with an empty ledger of payments. That of PostgreSQL is one and the same, for one shop at a time. */
  readonly emptied: () => Promise<Place>
}

/** What the files of one process share: a server takes a second of CPU to start. */
let server: ReturnType<typeof startPostgres> | undefined
/** Files that have not stopped it yet. */
let takers = 0
let databases = 0
/** A database of PostgreSQL for one shop at a time, and a file of SQLite to copy, both with all tables. */
let kept: Promise<Place> | undefined
let model: Promise<string> | undefined

async function migrated(path: string): Promise<string> {
  await (await openDatabase({ path })).close()
  return path
}

/** Both engines of the control plane, and a function that stops them. */
export async function startEngines(): Promise<{
  readonly sqlite: TestEngine
  readonly postgres: TestEngine
  readonly folder: string
  readonly stop: () => Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-engines-'))
  takers++
  server ??= startPostgres({ fsync: false })
  const started = await server
  let files = 0
  const freshFile = (): { path: string } => ({ path: join(folder, String(files++), 'control.sqlite') })
  return {
    folder,
    sqlite: {
      name: 'SQLite',
      skip: false,
      fresh: async () => freshFile(),
      async emptied() {
        model ??= migrated(freshFile().path)
        const { path } = freshFile()
        mkdirSync(dirname(path))
        copyFileSync(await model, path)
        return { path }
      },
    },
    postgres: {
      name: 'PostgreSQL',
      skip: 'skip' in started ? started.skip : false,
      async fresh() {
        if ('skip' in started) throw new Error(started.skip)
        return { ...freshFile(), url: await started.database(`control_${databases++}`) }
      },
      // To make a database and its tables takes the server a quarter of a second of CPU.
      async emptied() {
        kept ??= this.fresh()
        const place = await kept
        const { db, close } = await openDatabase(place)
        await sql`TRUNCATE agent_payments, agent_leases RESTART IDENTITY`.execute(db)
        await close()
        return place
      },
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
      if (--takers > 0) return
      server = kept = model = undefined
      if (!('skip' in started)) await started.stop()
    },
  }
}
