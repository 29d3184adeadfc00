import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Outgoing } from '../reply.ts'
import { createPlainHeads, type PlainRequest } from './plainHead.ts'
import { PlainResponse } from './plainResponse.ts'

/** Node keeps an idle connection for a moment longer than its headers state: a request may be under way. */
const spareMs = 1_000

/** A connection that has sent nothing but plain requests. */
type Plain = { readonly socket: Socket; response: PlainResponse | null }

/**
 * Answers plain requests (`plainHead.ts`) without the request and response objects of Node, which take half the time of
 * a short answer. The first request that is not plain hands its connection to Node for good.
 */
export function createFront(
  server: Server,
  serve: (request: PlainRequest, response: Outgoing) => void,
  /** True while the service stops: Node then asks clients to open no more requests on their connections. */
  isDraining: () => boolean,
  /** A connection whose first request has not come after this time is left to Node, which knows when to give it up. */
  firstMs = 1_000,
) {
  const readHead = createPlainHeads()
  const plain = new Set<Plain>()
  const lastLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${server.keepAliveTimeout / 1_000}\r\n\r\n`
  const toNode = server.listeners('connection') as ((socket: Socket) => void)[]

  function accept(socket: Socket): void {
    const connection: Plain = { socket, response: null }
    /** Bytes that came before the request ahead of them was answered. */
    let early: Buffer | null = null
    let isFirst = true

    function receive(bytes: Buffer): void {
      if (connection.response) {
        early = early ? Buffer.concat([early, bytes]) : bytes
        socket.pause()
        return
      }
      const head = isDraining() ? null : readHead(bytes)
      if (!head) {
        handOver()
        socket.unshift(bytes)
        return
      }
      if (isFirst) socket.setTimeout(server.keepAliveTimeout + spareMs)
      isFirst = false
      connection.response = new PlainResponse(socket, lastLines, goOn)
      serve({ method: 'GET', ...head, httpVersionMinor: 1, socket }, connection.response)
    }

    function goOn(): void {
      connection.response = null
      if (!early) return
      const bytes = early
      early = null
      socket.resume()
      receive(bytes)
    }

    function handOver(): void {
      leave()
      for (const listener of toNode) listener.call(server, socket)
    }

    function leave(): void {
      plain.delete(connection)
      socket.off('data', receive).off('end', onEnd).off('timeout', onIdle).off('error', onError).off('close', onClose)
    }

    /** A client that sends no more counts as closed, as it does to Node. */
    function onEnd(): void {
      socket.end()
    }

    function onIdle(): void {
      if (isFirst) handOver()
      else if (connection.response && socket.timeout! < server.timeout) socket.setTimeout(server.timeout)
      else socket.destroy()
    }

    /** `close` follows. */
    function onError(): void {}

    function onClose(): void {
      plain.delete(connection)
      connection.response?.close()
    }

    plain.add(connection)
    socket.setTimeout(firstMs)
    socket.on('data', receive).on('end', onEnd).on('timeout', onIdle).on('error', onError).on('close', onClose)
  }

  server.removeAllListeners('connection')
  server.on('connection', accept)

  return {
    /** Closes the connections that wait for no answer, Node's among them. */
    closeIdle(): void {
      for (const { socket, response } of plain) if (!response) socket.destroy()
      server.closeIdleConnections()
    },
    closeAll(): void {
      for (const { socket } of plain) socket.destroy()
      server.closeAllConnections()
    },
  }
}
