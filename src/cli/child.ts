import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Step } from '../market/build.ts'

/**
 * Runs a command of ours in a process of its own, so that building and refreshing neither hold up requests nor leave
 * their memory behind. Resolves with the exit code.
 */
export function runChild(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { onStep, signal }: { onStep?: (step: Step) => void; signal: AbortSignal },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'main.ts'), words, {
      env: { ...process.env, ...env },
      stdio: 'inherit',
    })
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.on('message', (step) => onStep?.(step as Step))
    child.on('error', reject)
    child.on('exit', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code ?? 1)
    })
  })
}
