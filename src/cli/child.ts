import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Step } from '../market/fill.ts'
import type { Want } from './pages.ts'

/** The exit code of a command, and its last error message. */
export type ChildResult = { readonly code: number; readonly reason: string | null }

/** Runs a command in a child process, so that builds and refreshes neither delay requests nor leave memory behind. */
export function runChild(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  {
    onStep,
    signal,
    connect,
  }: {
    onStep?: (step: Step) => void
    signal: AbortSignal
    /** Called with the means to send messages to the process. */
    connect?: (send: (message: Want) => void) => void
  },
): Promise<ChildResult> {
  // A signal that is aborted already sends no event.
  if (signal.aborted) return Promise.resolve({ code: 1, reason: null })
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'main.ts'), words, {
      // The system's allocator would keep freed memory for every thread. The threshold suits serving, which reuses its
      // buffers.
      env: { MALLOC_ARENA_MAX: '2', ...process.env, MALLOC_MMAP_THRESHOLD_: undefined, ...env },
      // The rows of a day are short-lived: with the usual 16 MB each of four threads holds 24 MB more.
      execArgv: [...process.execArgv, '--max-semi-space-size=8'],
      stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    })
    connect?.((message) => {
      if (child.connected) child.send(message)
    })
    let tail = ''
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      process.stderr.write(chunk)
      tail = (tail + chunk).slice(-4_000)
    })
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.on('message', (step) => onStep?.(step as Step))
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      const [, reason = null] = /^formosa: (.+)$/m.exec(tail) ?? []
      resolve({ code: code ?? 1, reason })
    })
  })
}
