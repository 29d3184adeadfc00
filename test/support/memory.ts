import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnv } from './run.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

/** The most memory that a process had resident so far, as the system counts it; 0 once it is gone. */
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Processor seconds that a process and its threads have taken so far; null once it is gone. */
function cpuOf(pid: number): number | null {
  try {
    // Behind the name, which may have spaces: the 12th and 13th field, in hundredths of a second.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return null
  }
}

export type CommandCost = {
  readonly peakMb: number
  readonly seconds: number
  /** Processor seconds that it had taken at a moment. */
  readonly cpuUntil: (moment: number) => number
}

/** Runs the command line as a user would, and returns its peak memory; on Linux alone. */
export function measureCommand(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<CommandCost> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...words], {
      env: cleanEnv(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let peakMb = 0
    let stderr = ''
    const taken: { readonly at: number; readonly cpu: number }[] = []
    const cpuUntil = (moment: number) => taken.findLast(({ at }) => at <= moment)?.cpu ?? 0
    const timer = setInterval(() => {
      const cpu = cpuOf(child.pid!)
      if (cpu !== null) taken.push({ at: Date.now(), cpu })
      peakMb = Math.max(peakMb, peakOf(child.pid!))
    }, 20)
    child.stderr.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-10_000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ peakMb, seconds: (performance.now() - began) / 1000, cpuUntil })
      else reject(new Error(`it ended with ${code}: ${stderr}`))
    })
  })
}
