import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer, isIPv6 } from 'node:net'
import { BusyError, SettingError } from '../../errors.ts'

/** Whether threads can share a port; elsewhere one thread serves, and a second listener is refused. */
export const sharesPorts = process.platform === 'linux'

/** How long a busy process has to tell its id. */
const answerMs = 10_000

/**
 * Locks a name on this machine: an abstract Unix socket that answers with the process id; false where another process
 * has it. The kernel releases it when the process ends.
 */
async function holdName(name: string): Promise<boolean> {
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  try {
    server.listen(`\0formosa ${name}`)
    await once(server, 'listening')
    server.unref()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
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

/** Locks a port for this process before its threads listen. Port 0 needs no lock: the kernel picks a free one. */
export async function holdPort(host: string, port: number): Promise<void> {
  if (port === 0 || !sharesPorts) return
  const { address } = await lookup(host).catch((error) => {
    throw cannotListen(host, port, error)
  })
  const name = `serves ${isIPv6(address) ? `[${address}]` : address}:${port}`
  if (!(await holdName(name))) throw takenBy(host, port, await holderOf(name))
  await probe(host, port)
}
