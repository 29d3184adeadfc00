import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { Unreached } from '../../ingest/fetching/reach.ts'
import type { Step } from '../../market/fill.ts'
import { moduleFile } from '../../moduleFile.ts'
import type { Want } from '../lake/pages.ts'
import type { FromChild } from '../progress.ts'

/** The exit code of a command, and its last error message. */
export type ChildResult = { readonly code: number; readonly reason: string | null }

type ChildOptions = {
  readonly onStep?: (step: Step) => void
  /** Called while no publisher is reached, and with null once one is. */
  readonly onUnreached?: (state: Unreached | null) => void
  readonly signal: AbortSignal
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called with the means to send messages to the process. */
  readonly connect?: (send: (message: Want) => void) => void
}

/** Lines of a crashed command that are logged. */
const mostLines = 20

/** Runs a command in a child process, so that builds and refreshes neither delay requests nor leave memory behind. */
export function runChild(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { onStep, onUnreached, signal, log, connect }: ChildOptions,
): Promise<ChildResult> {
  // A signal that is aborted already sends no event.
  if (signal.aborted) return Promise.resolve({ code: 1, reason: null })
  return new Promise((resolve, reject) => {
    const child = fork(moduleFile(import.meta.dirname, '../main'), words, {
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
    let reason: string | null = null
    let plain: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const [, message] = /^formosa: (.+)$/.exec(line) ?? []
      reason = message ?? reason
      // Off a terminal a program reads the log: every line of it is JSON.
      if (process.stderr.isTTY || line.startsWith('{')) process.stderr.write(`${line}\n`)
      else if (line !== '') {
        log[message ? 'error' : 'info'](line)
        plain = [...plain.slice(1 - mostLines), line]
      }
    })
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.on('message', (message: FromChild) => {
      if ('step' in message) onStep?.(message.step)
      else onUnreached?.(message.unreached)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      // A crash prints its stack, which a log of warnings would lose.
      if (code !== 0 && reason === null && plain.length > 0 && !signal.aborted)
        log.warn({ lines: plain.join('\n') }, 'a command crashed')
      resolve({ code: code ?? 1, reason })
    })
  })
}
