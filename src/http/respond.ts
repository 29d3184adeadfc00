import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../access/guard.ts'
import type { Code } from '../errors.ts'
import { fitHead, forPages } from './head.ts'
import type { Services } from './services.ts'
import type { Turns } from './turns.ts'
import { type Recipient, stallSeconds } from './unsent.ts'

/** A part of a file that a body consists of. */
type FileBody = { readonly handle: FileHandle; readonly start: number; readonly length: number }

/** Name and value in turn, including the headers of every answer. */
export type Headers = readonly string[]

export type Reply = {
  readonly status: number
  /** Headers prepared once for many answers. */
  readonly common?: Headers
  /** Name and value in turn, beside those every answer has. */
  readonly headers: readonly string[]
  /** The rate-limit headers of its caller. */
  readonly rate?: readonly string[]
  readonly body: Buffer | string
  /** Sent instead of the body, piece by piece. */
  readonly file?: FileBody
  /** True where each character of the body is a byte to send. */
  readonly isBytes?: boolean
  /** True where the body is compressed already. */
  readonly isGzip?: boolean
  /** True for a format that is compressed in itself. */
  readonly isCompressed?: boolean
  /** The ETag of a body that many clients get. */
  readonly etag?: string
  /** The identified user and key. */
  readonly caller?: Pick<Caller, 'userId' | 'keyId'>
  /** The path of the route that made it. */
  readonly route?: string
  /** The code of its failure. */
  readonly code?: Code
  /** Called once the body has left the process. */
  readonly release?: () => void
  /** Called once the answer has left or the client has. */
  readonly after?: () => void
}

/** The parts of a `ServerResponse` with which requests are answered. */
export type Outgoing = {
  /** Null where the answers to earlier requests of the connection have yet to leave. */
  readonly socket: Socket | null
  readonly destroyed: boolean
  /** True once the answer has left or the client has. */
  readonly closed: boolean
  readonly writableFinished: boolean
  once(event: 'close' | 'socket', listener: () => void): unknown
  writeHead(status: number, headers: string[]): unknown
  write(bytes: Buffer, sent: (error?: Error | null) => void): unknown
  end(body?: Buffer | string, encoding?: BufferEncoding): unknown
  destroy(): unknown
}

/**
 * `Vary` does not name `Origin`, although only requests with it get the CORS headers: no answer may be reused without
 * revalidation (`no-cache`, `no-store`), and revalidation replaces the stored headers.
 */
export const always = ['Vary', 'Authorization, Accept, Accept-Encoding, Accept-Language']

const none: Headers = []

export const headersOf = (headers: readonly string[]): Headers => [...always, ...headers]

/** Answers up to this size fit into the socket's own buffers; larger ones are counted until they have left. */
const countedBytes = 64 << 10
/** A larger answer is written in pieces of this size, so that a reader that stopped reading shows. */
const pieceBytes = 256 << 10
/** Of a file. */
const filePieceBytes = 128 << 10

/** The bytes of a body as they are sent. */
export const bytesOf = ({ body, isBytes = false, file }: Reply): number =>
  file ? file.length : typeof body === 'string' && !isBytes ? Buffer.byteLength(body) : body.length

/** Sends an answer: the only place that writes to a response. */
export function respond(
  { unsent, addresses, turns }: Pick<Services, 'unsent' | 'addresses' | 'turns'>,
  request: IncomingMessage,
  response: Outgoing,
  id: string,
  reply: Reply,
): void {
  // The client left while its answer was made: no event would follow, and its bytes would count as unread for ever.
  if (response.closed) {
    reply.after?.()
    return
  }
  const { status, common = always, headers, rate = none, body, isBytes = false, isGzip = false, release, after } = reply
  const hasBody = status !== 204 && status !== 304
  const length = bytesOf(reply)
  const list = common.concat(headers, rate)
  list.push('X-Request-Id', id)
  if (hasBody && isGzip) list.push('Content-Encoding', 'gzip')
  if (hasBody) list.push('Content-Length', String(length))
  if (after) response.once('close', after)
  if (request.headers.origin !== undefined) list.push(...forPages)
  response.writeHead(status, fitHead(list) as string[])
  if (!hasBody || request.method === 'HEAD') {
    response.end()
    release?.()
    return
  }
  const { file } = reply
  const recipient = (): Recipient => ({ userId: reply.caller?.userId ?? null, address: addresses.of(request) })
  // Of a file only a piece is in memory.
  const held = file ? Math.min(length, filePieceBytes) : length
  const letGo = length > countedBytes ? unsent.hold(recipient(), held) : undefined
  if (letGo || release)
    response.once('close', () => {
      letGo?.()
      // Only bytes that have left may be written over; a broken answer's buffer is left to the garbage collector.
      if (response.writableFinished) release?.()
    })
  if (file) void sendFile(turns, response, file)
  else if (!letGo) response.end(body, isBytes ? 'latin1' : 'utf8')
  else sendInPieces(turns, response, typeof body === 'string' ? Buffer.from(body, isBytes ? 'latin1' : 'utf8') : body)
}

/** Sends the next piece when the system has taken the one before; a reader that takes none for long is dropped. */
function sendInPieces(turns: Turns, response: Outgoing, body: Buffer): void {
  const stalled = setTimeout(() => response.destroy(), stallSeconds * 1_000)
  response.once('close', () => clearTimeout(stalled))
  let sent = 0
  const next = (): void => {
    stalled.refresh()
    const piece = body.subarray(sent, sent + pieceBytes)
    sent += piece.length
    if (sent < body.length) response.write(piece, (error) => error ?? turns.pause(next))
    else response.end(piece)
  }
  next()
}

/** Sends a file with one piece in memory: the next is read when the system has taken the one before. */
async function sendFile(turns: Turns, response: Outgoing, { handle, start, length }: FileBody): Promise<void> {
  const stalled = setTimeout(() => response.destroy(), stallSeconds * 1_000)
  response.once('close', () => clearTimeout(stalled))
  const buffer = Buffer.allocUnsafeSlow(Math.min(length, filePieceBytes))
  try {
    for (let sent = 0; sent < length; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, length - sent), start + sent)
      // The file is shorter than it was; the client sees that its answer is cut.
      if (bytesRead === 0) throw new Error('the file ended early')
      sent += bytesRead
      await new Promise<void>((resolve, reject) =>
        response.write(buffer.subarray(0, bytesRead), (error) => (error ? reject(error) : resolve())),
      )
      stalled.refresh()
      if (sent < length) await new Promise<void>(turns.pause)
    }
    response.end()
  } catch {
    response.destroy()
  }
}
