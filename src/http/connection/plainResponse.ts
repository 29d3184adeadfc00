import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Outgoing } from '../reply.ts'

/** A character that Node sends in no header: it could begin a line of its own. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/

let second = 0
let date = ''
/** The `Date` header of this second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    date = `Date: ${new Date(now * 1_000).toUTCString()}\r\n`
  }
  return date
}

/**
 * The response to a plain request. Node's own checks and stores each header by itself and takes twice the time of a
 * short answer for it; here the head is one text that leaves together with the body.
 */
export class PlainResponse implements Outgoing {
  readonly socket: Socket
  readonly #lastLines: string
  readonly #onFree: () => void
  #head = ''
  #onClose: (() => void)[] | null = null
  closed = false
  writableFinished = false

  /** `lastLines` end each head; `onFree` is called when the answer has left. */
  constructor(socket: Socket, lastLines: string, onFree: () => void) {
    this.socket = socket
    this.#lastLines = lastLines
    this.#onFree = onFree
  }

  get destroyed(): boolean {
    return this.socket.destroyed
  }

  once(event: 'close' | 'socket', listener: () => void): void {
    if (event === 'socket') return
    this.#onClose ??= []
    this.#onClose.push(listener)
  }

  writeHead(status: number, headers: readonly string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let i = 0; i < headers.length; i += 2) {
      const value = headers[i + 1]!
      if (unsendable.test(value)) throw new TypeError(`the header ${headers[i]} has a character that cannot be sent`)
      head += `${headers[i]}: ${value}\r\n`
    }
    this.#head = head + dateLine() + this.#lastLines
  }

  write(bytes: Buffer, sent: (error?: Error | null) => void): void {
    this.#send(bytes, 'latin1', sent)
  }

  end(body: Buffer | string = '', encoding: BufferEncoding = 'utf8'): void {
    this.#send(body, encoding, (error) => {
      // The connection is broken; its end closes the response.
      if (error) return
      this.writableFinished = true
      this.close()
      this.#onFree()
    })
  }

  destroy(): void {
    this.socket.destroy()
  }

  /** Marks the response as closed: it has left, or its client has. */
  close(): void {
    if (this.closed) return
    this.closed = true
    for (const listener of this.#onClose ?? []) listener()
  }

  #send(body: Buffer | string, encoding: BufferEncoding, sent: (error?: Error | null) => void): void {
    const { socket } = this
    const head = this.#head
    this.#head = ''
    if (head === '') socket.write(body, encoding, sent)
    else if (body === '') socket.write(head, 'latin1', sent)
    else if (typeof body === 'string' && encoding === 'latin1') socket.write(head + body, 'latin1', sent)
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body, encoding, sent)
      socket.uncork()
    }
  }
}
