import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/support/until.ts'
import type { Outgoing } from '../reply.ts'
import { createFront } from './front.ts'
import { createPlainHeads, type PlainRequest } from './plainHead.ts'
import { PlainResponse } from './plainResponse.ts'

/* Node alone and Node behind the front answer the same app: nobody may see a difference. */

const settings = { keepAliveTimeout: 20_000, headersTimeout: 15_000, requireHostHeader: false, noDelay: true }
let isDraining = false
/** Answers of `/v1/data/later` that wait, oldest first. */
const waiting: (() => void)[] = []
const closed: Outgoing[] = []
const plainly: string[] = []

function app({ method, url, headers, rawHeaders }: IncomingMessage | PlainRequest, response: Outgoing): void {
  if (response instanceof PlainResponse) plainly.push(url!)
  response.once('close', () => closed.push(response))
  const body = JSON.stringify({ method, url, headers, rawHeaders })
  const lines = ['X-Text', 'a"b\tc', 'Content-Length', String(Buffer.byteLength(body))]
  const respond = () => {
    const status = url!.includes('none') ? 304 : 200
    response.writeHead(status, status === 304 ? ['X-Text', 'none'] : lines)
    if (status === 304) response.end()
    else if (url!.includes('pieces')) response.write(Buffer.from(body.slice(0, 5)), () => response.end(body.slice(5)))
    else if (url!.includes('bytes')) response.end(Buffer.from(body))
    else response.end(body, url!.includes('latin1') ? 'latin1' : 'utf8')
  }
  if (url!.includes('later')) waiting.push(respond)
  else respond()
}

let node: Server
let fronted: Server
let front: ReturnType<typeof createFront>

before(async () => {
  node = createServer(settings, app)
  fronted = createServer(settings, app)
  // On a busy machine a first request may be read late.
  front = createFront(fronted, app, () => isDraining, 60_000)
  for (const server of [node, fronted]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(() => {
  front.closeAll()
  node.closeAllConnections()
  for (const server of [node, fronted]) server.close()
})

function dial(server: Server): { readonly socket: Socket; readonly text: () => string } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk.replace(/\r\nDate: [^\r]+ GMT\r\n/g, '\r\nDate: …\r\n')
  })
  socket.on('error', () => {})
  return { socket, text: () => text }
}

/** Gives the server, which runs in this process, the turns to accept a connection and to read what was sent. */
async function letRead(): Promise<void> {
  await sleep(20)
  for (let turns = 0; turns < 5; turns++) await nextTurn()
}

const countResponses = (text: string): number => text.split('HTTP/1.1 ').length - 1

/** The bytes that a server answers to parts that are sent one after the other. */
async function talk(server: Server, parts: readonly string[], responseCount: number): Promise<string> {
  const { socket, text } = dial(server)
  await once(socket, 'connect')
  for (const part of parts) {
    socket.write(part, 'latin1')
    if (parts.length > 1) await letRead()
  }
  await until('all is answered', () => countResponses(text()) >= responseCount)
  await letRead()
  socket.destroy()
  return text()
}

const plainHead = (path: string, ...lines: string[]) =>
  `GET /v1/data/${path} HTTP/1.1\r\n${['Host: formosa', ...lines].join('\r\n')}\r\n\r\n`

const usual = [
  plainHead('prices'),
  plainHead('prices?stock_id=2330,2317&limit=5', 'Authorization: Bearer x', 'Accept: */*'),
  plainHead('latin1', 'accept-encoding: gzip, deflate, br', 'User-Agent: a (b; c) "d"'),
  plainHead('bytes', 'CONNECTION: Keep-Alive', 'Accept-Language: zh-TW,zh;q=0.9'),
  plainHead('pieces', 'If-None-Match: "a", W/"b"', 'X-Forwarded-For: 1.2.3.4, 5.6.7.8', 'Via: 1.1 Caddy'),
  plainHead('none'),
]

test('a plain request gets the bytes that Node would send, without Node', async () => {
  for (const head of usual) {
    plainly.length = 0
    const behind = await talk(fronted, [head], 1)
    assert.equal(plainly.length, 1, head)
    assert.equal(behind, await talk(node, [head], 1))
  }
})

const plainOne = plainHead('prices')
/** Requests that Node reads, in parts, and the number of their answers. */
const others: readonly (readonly [parts: readonly string[], answers: number])[] = [
  [[plainOne.replace('GET', 'HEAD')], 1],
  [[plainOne.replace('GET', 'get')], 1],
  [[plainOne.replace('GET', 'POST')], 1],
  [[plainOne.replace('1.1', '1.0')], 1],
  [[plainOne.replace('1.1', '1.2')], 1],
  [[plainOne.replace(' HTTP', '  HTTP')], 1],
  [[plainOne.replace('/v1/data', '/v1/other')], 1],
  [[plainOne.replace('/v1/data', '/v1/data/more')], 1],
  [[plainOne.replace('Host: formosa', 'Accept: */*')], 1],
  [[plainOne.replaceAll('\r\n', '\n')], 1],
  [[`\r\n${plainOne}`], 1],
  [[plainHead('prices#part')], 1],
  [[plainHead('prices?a="b"')], 1],
  [[plainHead('prices?q=é')], 1],
  [[plainHead('prices?q=a b')], 1],
  [[plainHead('prices', 'Host: other')], 1],
  [[plainHead('prices', 'Accept: a', 'accept: b')], 1],
  [[plainHead('prices', 'Accept:a')], 1],
  [[plainHead('prices', 'Accept: ')], 1],
  [[plainHead('prices', 'Accept: a ')], 1],
  [[plainHead('prices', 'Accept : a')], 1],
  [[plainHead('prices', 'Accept: a', ' folded')], 1],
  [[plainHead('prices', 'Accept: \u0000')], 1],
  [[plainHead('prices', 'Accept: é')], 1],
  [[plainHead('prices', 'Accept: a\rX: b')], 1],
  [[plainHead('prices', 'X-Other: a')], 1],
  [[plainHead('prices', '__proto__: a')], 1],
  [[plainHead('prices', 'Connection: close')], 1],
  [[plainHead('prices', 'Connection: Upgrade', 'Upgrade: websocket')], 1],
  [[`${plainHead('prices', 'Content-Length: 3')}abc`], 1],
  [[plainHead('prices', 'Content-Length: 3'), 'abc'], 1],
  [[`${plainHead('prices', 'Transfer-Encoding: chunked')}0\r\n\r\n`], 1],
  [[plainHead('prices', 'Content-Length: 3', 'Transfer-Encoding: chunked'), '0\r\n\r\n'], 1],
  [[plainOne + plainOne], 2],
  [[plainOne.slice(0, 20), plainOne.slice(20)], 1],
  [[plainOne.slice(0, -2), '\r\n'], 1],
  [[plainOne + plainOne.slice(0, 30), plainOne.slice(30)], 2],
  [['nonsense\r\n\r\n'], 1],
  [[plainHead('prices', `User-Agent: ${'a'.repeat(9_000)}`)], 1],
  [[plainHead('prices', `User-Agent: ${'a'.repeat(20_000)}`)], 1],
]

test('every other request is read by Node, also after plain ones', async () => {
  for (const [parts, responseCount] of others) {
    plainly.length = 0
    const alone = await talk(node, parts, responseCount)
    assert.equal(await talk(fronted, parts, responseCount), alone, JSON.stringify(parts))
    assert.deepEqual(plainly, [], JSON.stringify(parts))
    const mixed = [plainOne, ...parts]
    assert.equal(
      await talk(fronted, mixed, responseCount + 1),
      await talk(node, mixed, responseCount + 1),
      JSON.stringify(parts),
    )
    assert.equal(plainly.length, 1)
  }
})

test('a cached head is not used for another request', () => {
  const read = createPlainHeads()
  const urls = ['a', 'b?x=1']
  const fields = [['Accept: */*'], ['Authorization: Bearer 1'], ['Authorization: Bearer 2', 'Accept: */*']]
  for (let n = 0; n < 2; n++)
    for (const url of urls)
      for (const lines of fields) {
        const { url: target, headers } = read(Buffer.from(plainHead(url, ...lines)))!
        assert.equal(target, `/v1/data/${url}`)
        const pairs = ['Host: formosa', ...lines].map((line) => line.split(': ') as [string, string])
        assert.deepEqual({ ...headers }, Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])))
      }
})

test('responses are sent in the order of their requests, and made one at a time', async () => {
  const { socket, text } = dial(fronted)
  socket.write(plainHead('later?n=1'))
  await until('the request is read', () => waiting.length === 1)
  socket.write(plainHead('later?n=2'))
  await letRead()
  socket.write(plainHead('other', 'X-Other: a'))
  await letRead()
  assert.equal(waiting.length, 1)
  waiting.shift()!()
  await until('the request is read', () => waiting.length === 1)
  waiting.shift()!()
  await until('all is answered', () => countResponses(text()) === 3)
  assert.deepEqual(
    [...text().matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url),
    ['/v1/data/later?n=1', '/v1/data/later?n=2', '/v1/data/other'],
  )
  socket.destroy()
})

test('a response closes when its client leaves', async () => {
  for (const leave of ['destroy', 'end', 'resetAndDestroy'] as const) {
    closed.length = 0
    const { socket } = dial(fronted)
    socket.write(plainHead('later'))
    await until('the request is read', () => waiting.length === 1)
    socket[leave]()
    await until('the response is closed', () => closed.length === 1)
    assert.ok(closed[0]!.destroyed && !closed[0]!.writableFinished)
    waiting.shift()!()
  }
})

test('idle connections are closed, others when their answer has left, and a draining server says so', async () => {
  const idle = dial(fronted)
  idle.socket.write(plainOne)
  const busy = dial(fronted)
  busy.socket.write(plainHead('later'))
  await until('both requests are read', () => waiting.length === 1 && countResponses(idle.text()) === 1)
  front.closeIdle()
  await once(idle.socket, 'close')
  isDraining = true
  waiting.shift()!()
  await until('the first is answered', () => countResponses(busy.text()) === 1)
  plainly.length = 0
  busy.socket.write(plainOne)
  await until('the second is answered', () => countResponses(busy.text()) === 2)
  assert.deepEqual(plainly, [])
  isDraining = false
  busy.socket.destroy()
})

test('a header that would begin a line of its own is not sent', () => {
  const response = new PlainResponse({} as Socket, '', () => {})
  for (const value of ['a\r\nb', 'a\nb', 'a\u0000', '台'])
    assert.throws(() => response.writeHead(200, ['X-Text', value]), TypeError)
})
