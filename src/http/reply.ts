import type { FileHandle } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Caller } from '../access/guard.ts'
import type { Code } from '../errors.ts'

/** A part of a file that a body consists of. */
export type FileBody = { readonly handle: FileHandle; readonly start: number; readonly length: number }

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
  /** Sends the body in place of `body`, as long as its client stays. */
  readonly stream?: (response: Outgoing) => void
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
  /** The calls that it costs, one where it is left out. */
  readonly calls?: number
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

export const headersOf = (headers: readonly string[]): Headers => [...always, ...headers]

/** The bytes of a body as they are sent. */
export const bytesOf = ({ body, isBytes = false, file }: Reply): number =>
  file ? file.length : typeof body === 'string' && !isBytes ? Buffer.byteLength(body) : body.length
