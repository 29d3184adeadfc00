import { spawn } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../cli/main.ts')

export type Run = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** The environment of a test: none of the settings of whoever runs it. */
export const cleanEnv = (settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), LOG_LEVEL: 'warn', ...settings }
}

/** Runs the command line as a user would; `killAfterMs` sends SIGKILL. */
export const formosa = (
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  { killAfterMs }: { killAfterMs?: number } = {},
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...words], { env: cleanEnv(settings) })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, out, err })
    })
  })
