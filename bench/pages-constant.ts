/**
 * A server of the comparison: Buffers, sent by `node:http` and nothing else. A message names the size of the only
 * Buffer, or the files of several, of which each request gets any.
 */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let bodies: Buffer[] = [Buffer.alloc(0)]
process.on('message', (wanted: number | readonly string[]) => {
  bodies = typeof wanted === 'number' ? [Buffer.alloc(wanted, 'x')] : wanted.map((file) => readFileSync(file))
  process.send!('ready')
})
process.on('disconnect', () => process.exit(0))

const server = createServer((_, response) => {
  const body = bodies[Math.floor(Math.random() * bodies.length)]!
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
