import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Fields of `/proc/<pid>/stat` behind the program's name, which may hold spaces. */
function statOf(pid: number | string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Processor time in microseconds of some processes and their direct children. */
export function cpuOf(pids: readonly number[]): number {
  const parents = new Set(pids.map(String))
  let used = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const stat = statOf(pid)
    if (stat && (parents.has(pid) || parents.has(stat[1]!))) used += Number(stat[11]) + Number(stat[12])
  }
  return (used * 1e6) / ticks
}

/** A server under test: where it listens and the processes that do its work. */
export type Server = { readonly name: string; readonly url: string; readonly pids: readonly number[] }

/** How the client wants its answers: as they are, or compressed. */
export const forms = ['identity', 'gzip'] as const
export type Form = (typeof forms)[number]

/** How hard a server is loaded: over so many connections, and with so much time between an answer and the next request. */
export type Pressure = { readonly connections: number; readonly pauseMs: number }

export type Load = { readonly requests: number; readonly cpu: number; readonly seconds: number }

const longestSeconds = 15

type Summary = { requests: number; microseconds: number; refused: number; broken: number }

/** Loads a server for some seconds with the addresses of a list and adds up what it cost. */
export async function load(
  wrk: string,
  { name, url, pids }: Server,
  list: string,
  /** A file with the Authorization headers to use in turn. */
  keys: string,
  seconds: number,
  { connections, pauseMs }: Pressure,
  form: Form = 'identity',
  /** Whether each address differs from those before it, so that no page is kept for it. */
  isFresh = false,
): Promise<Load> {
  const script = join(import.meta.dirname, 'walk.lua')
  const before = cpuOf(pids)
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    script,
    url,
    '--',
    list,
    keys,
    form,
    String(pauseMs),
  ]
  if (isFresh) words.push('fresh')
  const { stdout } = await promisify(execFile)(wrk, words)
  const cpu = cpuOf(pids) - before
  const { requests, microseconds, refused, broken }: Summary = JSON.parse(/\{.*\}/.exec(stdout)![0])
  // A server of a busy machine may not answer within a second.
  if (requests + refused + broken === 0 && seconds < longestSeconds)
    return load(wrk, { name, url, pids }, list, keys, seconds * 4, { connections, pauseMs }, form, isFresh)
  if (refused + broken > 0 || requests === 0)
    throw new Error(`${name} answered ${requests} requests of ${list}, ${refused} of them badly; ${broken} broke`)
  return { requests, cpu, seconds: microseconds / 1e6 }
}
