import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from '../../src/lake/lock.ts'

/** The programs of others that tests and the bench start, and the Debian package of each. */
const packages = {
  initdb: 'postgresql',
  postgres: 'postgresql',
  psql: 'postgresql',
  pg_dump: 'postgresql',
  'redis-server': 'redis-server',
  radosgw: 'radosgw',
  'radosgw-admin': 'ceph-common',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  monmaptool: 'ceph-base',
  nginx: 'nginx',
  caddy: 'caddy',
  openssl: 'openssl',
  wrk: 'wrk',
  chromium: 'chromium',
} as const

type Program = keyof typeof packages

/** Where all of them are, or the sentence that says what to install. */
type Found<P extends Program> =
  | { readonly paths: Readonly<Record<P, string>>; readonly skip: null }
  | { readonly paths: null; readonly skip: string }

const postgresHome = '/usr/lib/postgresql'

const folders = (): string[] => [
  ...(process.env.PATH ?? '').split(':').filter(Boolean),
  '/usr/sbin',
  ...(existsSync(postgresHome) ? readdirSync(postgresHome) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(postgresHome, version, 'bin')),
]

const pathOf = (name: string): string | null =>
  folders()
    .map((folder) => join(folder, name))
    .find(existsSync) ?? null

const mayInstall = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && pathOf('apt-get') !== null

async function aptGet(...words: readonly string[]): Promise<boolean> {
  // A run level of 1 keeps packages from starting services of their own where no systemd runs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], { env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Finds programs; installs what is missing where that is ours to do: as root on Debian. */
export async function findPrograms<const P extends Program>(
  names: readonly P[],
  say: (line: string) => void = () => {},
): Promise<Found<P>> {
  const missing = () => names.filter((name) => pathOf(name) === null)
  const wanted = () => [...new Set(missing().map((name) => packages[name]))]
  const isOurs = mayInstall()
  const lock = join(tmpdir(), 'formosa-install.lock')
  // Another process may be installing: programs are there before their libraries and users.
  if (isOurs && (wanted().length > 0 || existsSync(lock)))
    // The waiting of apt-get itself does not cover its update.
    await withLock(lock, { patienceMs: 900_000 }, async () => {
      const now = wanted()
      if (now.length === 0) return
      say(`installing ${now.join(', ')}`)
      const install = () => aptGet('install', '-y', '--no-install-recommends', ...now)
      if (!(await install()) && (await aptGet('update'))) await install()
    })
  const left = missing()
  if (left.length > 0)
    return {
      paths: null,
      skip: `${left.join(', ')} not found${isOurs ? ' and apt-get could not install it' : ''}: \
put it in PATH, on Debian by "apt-get install ${wanted().join(' ')}"`,
    }
  return {
    paths: Object.fromEntries(names.map((name) => [name, pathOf(name)])) as Record<P, string>,
    skip: null,
  }
}

/** PostgreSQL refuses to run as root: there it runs as another user. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
