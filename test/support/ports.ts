import { once } from 'node:events'
import { createServer } from 'node:net'

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}

/**
 * A free loopback port below those that the system gives to whoever asks for any, so that nobody is given it while its
 * server is down for a moment.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('no port between 20000 and 32000 is free')
}

/** Starts something on a free port; on another one if the port was taken meanwhile. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await start(await freePort())
    } catch (error) {
      if (tries === 5 || !/address already in use/i.test((error as Error).message)) throw error
    }
}
