import type { Turns } from '../connection/turns.ts'
import { type Recipient, stallSeconds } from '../connection/unsent.ts'
import { always, bytesOf, type FileBody, type Headers, type Outgoing, type Reply } from '../reply.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { Services } from '../services.ts'
import { fitHead, forPages } from './head.ts'

const none: Headers = []

/** Answers up to this size fit into the socket's own buffers; larger ones are counted until they have left. */
const countedBytes = 64 << 10
/** A larger answer is written in pieces of this size, so that a reader that stopped reading shows. */
const pieceBytes = 256 << 10
/** Of a file. */
const filePieceBytes = 128 << 10

/** Sends an answer: the only place that writes to a response. */
export function respond(
  { unsent, turns }: Pick<Services, 'unsent' | 'turns'>,
  request: Pick<ApiRequest, 'id' | 'method' | 'headers' | 'address'>,
  response: Outgoing,
  reply: Reply,
): void {
  // The client left while its answer was made: no event would follow, and its bytes would count as unread for ever.
  if (response.closed) {
    reply.after?.()
    return
  }
  const {
    status,
    common = always,
    headers,
    rate = none,
    body,
    isBytes = false,
    isGzip = false,
    release,
    after,
    stream,
  } = reply
  const hasBody = status !== 204 && status !== 304
  const length = bytesOf(reply)
  const list = common.concat(headers, rate)
  list.push('X-Request-Id', request.id)
  if (hasBody && isGzip) list.push('Content-Encoding', 'gzip')
  if (hasBody && !stream) list.push('Content-Length', String(length))
  if (after) response.once('close', after)
  if (request.headers.origin !== undefined) list.push(...forPages)
  response.writeHead(status, fitHead(list) as string[])
  if (!hasBody || request.method === 'HEAD') {
    response.end()
    release?.()
    return
  }
  if (stream) {
    stream(response)
    return
  }
  const { file } = reply
  const recipient = (): Recipient => ({ userId: reply.caller?.userId ?? null, address: request.address })
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
