import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onFreePort } from './ports.ts'
import { findPrograms, unprivileged } from './programs.ts'
import { createSupervisor } from './supervisor.ts'

export type Postgres = {
  /** The address of a fresh database. */
  readonly url: string
  /** Makes another fresh database and returns its address. */
  readonly database: (name: string) => Promise<string>
  /** The folder of everything it holds, its Unix socket among it. */
  readonly folder: string
  readonly port: number
  readonly pid: () => number
  /** Ends it at once, without a checkpoint: what was not committed is lost, and the next start recovers the rest. */
  readonly crash: () => Promise<void>
  /** Suspends all of its processes: they keep every connection and do not respond. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Starts it again on the same port and data. */
  readonly start: () => Promise<void>
  /** Ends it and removes all it held. */
  readonly stop: () => Promise<void>
}

type Options = {
  /** Whether a commit waits for the disk. */
  readonly fsync?: boolean
  /** Settings of the server, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Signals a process and its children. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal)
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      if (Number(parent) === pid) process.kill(Number(name), signal)
    } catch {
      // It has ended meanwhile.
    }
}

/** The only user, who needs no password. */
const superuser = 'formosa'

/**
 * Fills the data folder of a server. The first of a machine is made by `initdb` and kept for the others to copy, which
 * takes a third of the time.
 */
async function fillData(data: string, initdb: string, supervisor: ReturnType<typeof createSupervisor>): Promise<void> {
  const name = createHash('sha256').update(`${initdb} ${process.getuid?.()}`).digest('hex').slice(0, 16)
  const kept = join(tmpdir(), `formosa-initdb-${name}`)
  if (existsSync(kept)) return void execFileSync('cp', ['-a', kept, data])
  await supervisor.run(initdb, ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  const fresh = `${kept}.${process.pid}`
  execFileSync('cp', ['-a', data, fresh])
  try {
    renameSync(fresh, kept)
  } catch {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** A PostgreSQL server of its own on a free loopback port. */
export async function startPostgres({
  fsync = true,
  settings = {},
}: Options = {}): Promise<Postgres | { readonly skip: string }> {
  const { paths, skip } = await findPrograms(['initdb', 'postgres'])
  if (skip !== null) return { skip }
  // SIGKILL would leave its children and its shared memory behind.
  const supervisor = createSupervisor({ name: 'postgres', killSignal: 'QUIT', user: unprivileged() })
  const data = join(supervisor.folder, 'data')

  const startOn = async (port: number): Promise<number> => {
    const all = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: supervisor.folder,
      dynamic_shared_memory_type: 'mmap',
      fsync: fsync ? 'on' : 'off',
      ...settings,
    }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    await supervisor.run(paths.postgres, ['-D', data, ...flags], /database system is ready to accept connections/)
    return port
  }

  try {
    await fillData(data, paths.initdb, supervisor)
    const port = await onFreePort(startOn)
    const addressOf = (name: string) => `postgres://${superuser}@127.0.0.1:${port}/${encodeURIComponent(name)}`
    const database = async (name: string): Promise<string> => {
      const client = new pg.Client(addressOf('postgres'))
      await client.connect()
      try {
        await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
      } finally {
        await client.end()
      }
      return addressOf(name)
    }
    return {
      url: await database('formosa'),
      database,
      folder: supervisor.folder,
      port,
      pid: supervisor.pid,
      crash: supervisor.crash,
      freeze: () => signalAll(supervisor.pid(), 'SIGSTOP'),
      thaw: () => signalAll(supervisor.pid(), 'SIGCONT'),
      async start() {
        await startOn(port)
      },
      stop: supervisor.end,
    }
  } catch (error) {
    await supervisor.end()
    throw error
  }
}
