import { onFreePort } from './ports.ts'
import { findPrograms } from './programs.ts'
import { createSupervisor } from './supervisor.ts'

export type Redis = {
  readonly url: string
  /** Suspends it: it keeps every connection and does not respond. */
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it at once: it keeps nothing. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A Redis server of its own on a free loopback port, in memory alone. */
export async function startRedis(): Promise<Redis | { readonly skip: string }> {
  const { paths, skip } = await findPrograms(['redis-server'])
  if (skip !== null) return { skip }
  const supervisor = createSupervisor({ name: 'redis', killSignal: 'KILL', user: null })

  const startOn = async (port: number): Promise<number> => {
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', supervisor.folder]
    const words = [...where, '--save', '', '--appendonly', 'no', '--daemonize', 'no']
    await supervisor.run(paths['redis-server'], words, /Ready to accept connections/)
    return port
  }

  try {
    const port = await onFreePort(startOn)
    return {
      url: `redis://127.0.0.1:${port}`,
      pause: () => supervisor.signal('SIGSTOP'),
      resume: () => supervisor.signal('SIGCONT'),
      crash: supervisor.crash,
      async start() {
        await startOn(port)
      },
      stop: supervisor.end,
    }
  } catch (error) {
    await supervisor.end()
    throw error
  }
}
