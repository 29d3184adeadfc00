import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer, isIPv6, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BusyError, SettingError } from '../../errors.ts'

/** Whether threads can share a port; elsewhere one thread serves, and a second listener is refused. */
export const sharesPorts = process.platform === 'linux'

/** How long a start waits for another start on the same port. */
const patienceMs = 60_000
/** How long a busy process has to tell its id. */
const answerMs = 10_000

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/**
 * Locks a name on this machine: an abstract Unix socket that answers with the process id; null where another process
 * has it. The kernel releases it when the process ends.
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

/** The process that holds a name; null where it does not answer. */
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

/** Listens exclusively for a moment: threads share a port, and would share it with another program, too. */
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
 * Locks a port for this process before its threads listen. Concurrent starts on one port wait for each other; call
 * `started` once the threads listen. Port 0 needs no lock: the kernel picks a free one.
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
