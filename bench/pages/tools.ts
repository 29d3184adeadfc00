import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folders = (): string[] => [
  ...(process.env.PATH ?? '').split(':').filter(Boolean),
  '/usr/sbin',
  ...(existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
]

const pathOf = (name: string): string | null =>
  folders()
    .map((folder) => join(folder, name))
    .find(existsSync) ?? null

/** The programs of others that the comparison needs, and the Debian package of each. */
const packages = { wrk: 'wrk', nginx: 'nginx', postgres: 'postgresql', initdb: 'postgresql', psql: 'postgresql' }

export type Tools = Readonly<Record<keyof typeof packages, string | null>>

const look = (): Tools => ({
  wrk: pathOf('wrk'),
  nginx: pathOf('nginx'),
  postgres: pathOf('postgres'),
  initdb: pathOf('initdb'),
  psql: pathOf('psql'),
})

const missing = (tools: Tools): string[] => [
  ...new Set((Object.keys(packages) as (keyof Tools)[]).filter((name) => !tools[name]).map((name) => packages[name])),
]

/** Where the programs are; installs what is missing where that is ours to do, and says what is left out otherwise. */
export function findTools(say: (line: string) => void): Tools {
  const wanted = missing(look())
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version') && pathOf('apt-get')) {
    say(`installing ${wanted.join(', ')}`)
    // A run level of 1 keeps the packages from starting services of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], { env }).status
    if (install() !== 0) {
      spawnSync('apt-get', ['update'], { env })
      install()
    }
  }
  const tools = look()
  for (const name of missing(tools)) say(`left out: ${name} is not installed; "apt-get install ${name}" enables it`)
  return tools
}

/** Servers that refuse to run as root run as somebody else. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
