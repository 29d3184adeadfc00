import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Place } from '../../src/store/database.ts'
import { startPostgres } from './postgres.ts'

export type TestEngine = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Why tests on it cannot run. */
  readonly skip: string | false
  /** A database that nobody has opened yet. */
  readonly fresh: () => Promise<Place>
  /** A database with an empty ledger of payments. That of PostgreSQL is one and the same, for one shop at a time. */
  readonly emptied: () => Promise<Place>
}

type Engines = {
  readonly sqlite: TestEngine
  readonly postgres: TestEngine
  readonly folder: string
  readonly stop: () => Promise<void>
}

let started: Promise<Engines> | undefined
/** Files that have not stopped them yet. */
let takers = 0

/** Both engines of the control plane, and what ends them: those of the process, which the last file to stop them ends. */
export async function startEngines(): Promise<Engines> {
  takers++
  started ??= start()
  const engines = await started
  const stop = async () => {
    if (--takers > 0) return
    started = undefined
    await engines.stop()
  }
  return { ...engines, stop }
}

async function start(): Promise<Engines> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-engines-'))
  const server = await startPostgres({ fsync: false })
  let made = 0
  let kept: Place | undefined
  const freshFile = (): Place => ({ path: join(folder, String(made++), 'control.sqlite') })
  return {
    folder,
    sqlite: { name: 'SQLite', skip: false, fresh: async () => freshFile(), emptied: async () => freshFile() },
    postgres: {
      name: 'PostgreSQL',
      skip: 'skip' in server ? server.skip : false,
      async fresh() {
        if ('skip' in server) throw new Error(server.skip)
        return { ...freshFile(), url: await server.database(`control_${made}`) }
      },
      // To make a database and its tables takes the server a quarter of a second of CPU.
      async emptied() {
        kept ??= await this.fresh()
        const { db, close } = await openDatabase(kept)
        await sql`TRUNCATE agent_payments, agent_leases RESTART IDENTITY`.execute(db)
        await close()
        return kept
      },
    },
    async stop() {
      if (!('skip' in server)) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
