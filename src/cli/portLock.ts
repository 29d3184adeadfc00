import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer, isIPv6, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BusyError, SettingError } from '../errors.ts'

/** Where the system shares a port among listeners; elsewhere one thread serves, and listening itself refuses a second. */
export const sharesPorts = process.platform === 'linux'

/** How long a start waits for another one that is just taking the same port. */
const patienceMs = 60_000
const answerMs = 1_000

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/**
 * Takes a name of this machine, as an abstract Unix socket that tells the process id to whoever connects; null where
 * another process has it. The kernel releases it when the process ends, however it ends.
 */
async function holdName(name: string): Promise<Server | null> {
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  try {
    server.listen(`\0formosa ${name}`)
    await once(server, 'listening')
    server.unref()
    return server
  } catch (error) {
    if (isInUse(error)) return null
    throw error
  }
}

/** The process that holds a name; null where it does not tell. */
async function holderOf(name: string): Promise<number | null> {
  const socket = connect(`\0formosa ${name}`)
  try {
    const [text] = await once(socket, 'data', { signal: AbortSignal.timeout(answerMs) })
    const pid = Number(String(text))
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

const takenBy = (host: string, port: number, pid: number | null): BusyError =>
  new BusyError(
    `Port ${port} on ${host} is taken${pid === null ? '' : ` by another Formosa service (pid ${pid})`}: stop what uses it or set PORT to another.`,
  )

/** The sentence for an address that cannot be listened on. */
export const cannotListen = (
  host: string,
  port: number,
  { code, message }: { readonly code?: string | undefined; readonly message: string },
) =>
  code === 'EADDRINUSE' ? takenBy(host, port, null) : new SettingError(`Cannot listen on ${host}:${port}: ${message}.`)

/** Listens for a moment as nobody else may: threads share a port, and would share it with a stranger as well. */
async function probe(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(host, port, error as NodeJS.ErrnoException)
  }
  server.close()
  await once(server, 'close')
}

/**
 * Takes a port for this process before its threads listen. Starts on the same port come one after the other; call
 * `started` once the threads listen. Port 0 needs none of it: the kernel picks one that nobody has.
 */
export async function holdPort(host: string, port: number): Promise<{ readonly started: () => void }> {
  if (port === 0 || !sharesPorts) return { started: () => {} }
  const until = Date.now() + patienceMs
  const turn = `starts on port ${port}`
  let starting = await holdName(turn)
  while (!starting) {
    if (Date.now() > until) throw takenBy(host, port, await holderOf(turn))
    await sleep(100)
    starting = await holdName(turn)
  }
  const { address } = await lookup(host).catch((error) => {
    throw cannotListen(host, port, error)
  })
  const name = `serves ${isIPv6(address) ? `[${address}]` : address}:${port}`
  if (!(await holdName(name))) throw takenBy(host, port, await holderOf(name))
  await probe(host, port)
  return { started: () => void starting.close() }
}
