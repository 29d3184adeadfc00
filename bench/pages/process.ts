import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './measure.ts'

export type Running = Server & { readonly child: ChildProcess }

export async function untilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    if (await isReady().catch(() => false)) return
    await sleep(50)
  }
  throw new Error(`${child.spawnfile} is not ready after a minute`)
}

/** Starts a server of the comparison beside this file; it says its port when it listens. */
export async function startOurs(name: string, file: string, terms: unknown): Promise<Running> {
  const child = fork(join(import.meta.dirname, '..', file), [JSON.stringify(terms)])
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return { name, url: `http://127.0.0.1:${port}`, pids: [child.pid!], child }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
