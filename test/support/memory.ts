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

export type CommandCost = {
  readonly peakMb: number
  readonly seconds: number
  /** The end of what it wrote to stderr. */
  readonly stderr: string
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
    const timer = setInterval(() => {
      peakMb = Math.max(peakMb, peakOf(child.pid!))
    }, 20)
    child.stderr.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-10_000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ peakMb, seconds: (performance.now() - began) / 1000, stderr })
      else reject(new Error(`it ended with ${code}: ${stderr}`))
    })
  })
}
