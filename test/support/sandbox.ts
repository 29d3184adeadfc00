import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxError, type SandboxFault } from '../../src/ask/sandbox/errors.ts'
import type { Answer } from '../../src/ask/sandbox/messages.ts'
import type { Query, Sandbox } from '../../src/ask/sandbox/sandbox.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { openLake, type Version } from '../../src/lake/lake.ts'

export const megabyte = 1024 ** 2
export const silent = { warn() {} }

/** The current version of the lake in a home folder. */
export async function versionIn(home: string): Promise<Version> {
  const options = { origin: 'demo', datasets: catalogue, now: () => new Date(), memory: '256MB' } as const
  return (await openLake({ root: join(home, 'demo/lake'), ...options }).current())!
}

/** The answer, or why there is none. */
export const outcome = (sandbox: Pick<Sandbox, 'run'>, query: Query): Promise<Answer | SandboxFault> =>
  sandbox.run(query).catch((error) => {
    if (error instanceof SandboxError) return error.fault
    throw error
  })

const status = (pid: number, field: 'VmHWM' | 'VmRSS'): number => {
  try {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Follows the memory of the sandbox's processes and of this one; the peaks are read at the end. */
export function watchMemory(sandbox: Sandbox): { child: () => number; own: () => number; stop: () => void } {
  const before = status(process.pid, 'VmRSS')
  let [child, own] = [0, 0]
  const look = () => {
    for (const pid of sandbox.state().pids) child = Math.max(child, status(pid, 'VmHWM'))
    own = Math.max(own, status(process.pid, 'VmRSS') - before)
  }
  const timer = setInterval(look, 10)
  return { child: () => child, own: () => own, stop: () => clearInterval(timer) }
}

export const canWatch = existsSync('/proc/self/status')
