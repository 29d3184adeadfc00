import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { StreamOptions } from './streamProcess.ts'

/** What runs only where nobody else wants the core; only Linux has it. */
const idle = ['chrt', '--idle', '0'] as const

/**
 * Lets this process run whenever it wants to, where it may: people sit at other machines too, and wait for the service
 * alone. Processes that it starts later would do the same.
 */
export function goFirst(): void {
  if (spawnSync('chrt', ['--rr', '--pid', '1', String(process.pid)], { stdio: 'ignore' }).status !== 0)
    process.stderr.write('the people of this bench wait for a core like everybody else: chrt --rr is not allowed\n')
}

type Readers = {
  readonly pid: number
  /** Reads for the given time; resolves with the bytes read. */
  readonly read: (options: StreamOptions) => Promise<number>
  readonly stop: () => void
}

/**
 * Starts the process of readers. Such readers sit at other machines: here they take the time that the service and the
 * people leave.
 */
export function startReaders(): Readers {
  const words = [process.execPath, join(import.meta.dirname, 'streamProcess.ts')]
  const [command, ...rest] = spawnSync(idle[0], [...idle.slice(1), 'true']).status === 0 ? [...idle, ...words] : words
  const child: ChildProcess = spawn(command!, rest, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  if (command === process.execPath) setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  const exited = once(child, 'exit').then((): never => {
    throw new Error('the readers ended')
  })
  // Their end is expected after `stop`.
  exited.catch(() => {})
  return {
    pid: child.pid!,
    async read(options) {
      const { promise: bytes, resolve } = Promise.withResolvers<number>()
      child.once('message', resolve)
      child.send(options)
      return Promise.race([bytes, exited])
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
