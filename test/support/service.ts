import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnv, oneEncoder, refuseKeys } from './run.ts'
import { openUsers } from './users.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

export type Service = {
  readonly url: string
  readonly home: string
  readonly process: ChildProcess
  /** Everything it wrote so far. */
  readonly output: () => string
  /** What of it is the log. */
  readonly log: () => string
  /** Its exit code; an error where a key stands in its log, so that no test passes whose service wrote one. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** What a service has written by the time it is taken for started. */
const started = {
  ready: /ready at (http:\S+)/,
  /** It answers, but may have no data yet; needs the log level info. */
  listening: /"url":"(http:[^"]+)"/,
}

/**
 * One thread, no preparation for questions and a small reserve are half the work to start, and files that nobody damages
 * need no scrubbing; tests that need more say so.
 */
export const brief = {
  PORT: '0',
  WORKERS: '1',
  ASK_WARM_UP: 'off',
  FORMOSA_RESERVE: '1MB',
  FORMOSA_SCRUB: '0',
  ...oneEncoder,
}

/** Starts the service as a user would, on a free port, and waits for its line. */
export function startService(
  home: string,
  settings: Readonly<Record<string, string>> = {},
  until: keyof typeof started = 'ready',
): Promise<Service> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, 'serve'], {
      env: cleanEnv({ ...brief, FORMOSA_HOME: home, ...settings }),
    })
    let output = ''
    let log = ''
    const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
    const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      const code = await exited
      refuseKeys(log)
      return code
    }
    const read = (chunk: string) => {
      output += chunk
      const [, url] = started[until].exec(output) ?? []
      if (url) resolve({ url, home, process: child, output: () => output, log: () => log, stop })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
      read(chunk)
    })
    void exited.then((code) => reject(new Error(`the service ended with ${code} before it was ready:\n${output}`)))
  })
}

/** Makes a user and returns its key. */
export async function keyOf(
  home: string,
  tier: 'free' | 'lite' | 'plus',
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const users = await openUsers(home, settings)
  try {
    return (await users.add(tier)).key
  } finally {
    await users.close()
  }
}
