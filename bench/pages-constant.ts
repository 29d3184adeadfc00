/** A server of the comparison: one Buffer, sent by `node:http` and nothing else. The size comes by message. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let body: Buffer = Buffer.alloc(0)
process.on('message', (size: number) => {
  body = Buffer.alloc(size, 'x')
  process.send!('ready')
})
process.on('disconnect', () => process.exit(0))

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
