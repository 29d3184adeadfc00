import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const main = join(import.meta.dirname, '../../src/cli/main.ts')

export type Run = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** Started over and over, the same code need not be compiled and looked for each time. */
export const compiled = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'formosa-compiled'),
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'resolveFast.mjs'))}`,
}

/** The environment of a test, without the settings of the shell that runs it. */
export const cleanEnv = (settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, TEST_SERVICE } = process.env
  const set = Object.fromEntries(Object.entries({ TMPDIR, TEST_SERVICE }).filter(([, value]) => value))
  return { PATH, HOME, ...set, ...compiled, LOG_LEVEL: 'warn', ...settings }
}

/** With less than 512 MB one thread makes the pages; for a small market a second one costs more to start than it saves. */
export const oneEncoder = { FORMOSA_MEMORY: '511MB' }

const keyForm = /fmsa_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}|fmsl_[\w-]{32}/

/** Throws where a log holds anything of the form of an API key or of a link's token: none is never logged, whatever happens. */
export function refuseKeys(log: string): void {
  const line = log.split('\n').find((text) => keyForm.test(text))
  if (line !== undefined) throw new Error(`an API key stands in the log: ${line}`)
}

/** Runs the command line as a user would; SIGKILL is sent `killAfterMs` after its start, or after what it wrote meets `killWhen`. */
export const formosa = (
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  { killAfterMs, killWhen }: { killAfterMs?: number; killWhen?: (err: string) => boolean } = {},
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
      if (timer === undefined && killWhen?.(err)) plan()
    })
    let timer: NodeJS.Timeout | undefined
    const plan = () => {
      timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    }
    if (killAfterMs !== undefined && !killWhen) plan()
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      try {
        refuseKeys(err)
        resolve({ code, signal, out, err })
      } catch (error) {
        reject(error)
      }
    })
  })
