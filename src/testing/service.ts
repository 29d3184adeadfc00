import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnv, formosa } from './run.ts'

const main = join(import.meta.dirname, '../cli/main.ts')

export type Service = {
  readonly url: string
  readonly home: string
  readonly process: ChildProcess
  /** Everything it wrote so far. */
  readonly output: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the service as a user would, on a free port, and waits for its line. */
export function startService(home: string, settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, 'serve'], {
      env: cleanEnv({ FORMOSA_HOME: home, PORT: '0', ...settings }),
    })
    let output = ''
    const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
    const read = (chunk: Buffer) => {
      output += chunk
      const [, url] = /ready at (http:\S+)/.exec(output) ?? []
      if (url)
        resolve({
          url,
          home,
          process: child,
          output: () => output,
          stop(signal = 'SIGTERM') {
            child.kill(signal)
            return ended
          },
        })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`the service ended with ${code} before it was ready:\n${output}`)))
  })
}

/** Makes a user and returns its key. */
export async function keyOf(
  home: string,
  tier: 'free' | 'lite' | 'plus',
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { out, err, code } = await formosa(
    ['user', 'add', `${tier}-${process.hrtime.bigint()}@example.com`, '--tier', tier],
    {
      FORMOSA_HOME: home,
      ...settings,
    },
  )
  if (code !== 0) throw new Error(err)
  return out.trim()
}
