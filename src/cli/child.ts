import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Step } from '../market/build.ts'

/** How a command ended, and the sentence it ended with. */
export type Ended = { readonly code: number; readonly reason: string | null }

/**
 * Runs a command of ours in a process of its own, so that building and refreshing neither hold up requests nor leave
 * their memory behind.
 */
export function runChild(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { onStep, signal }: { onStep?: (step: Step) => void; signal: AbortSignal },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'main.ts'), words, {
      env: { ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
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
