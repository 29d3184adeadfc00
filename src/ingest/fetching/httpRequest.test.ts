import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { startPublisher } from '../../../test/support/publisher.ts'
import { type HttpRequestOptions, sendHttpRequest } from './httpRequest.ts'
import type { OutgoingRequest } from './sharedRequests.ts'

const to = (address: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  host: 'gold.test',
  address,
  method: 'GET',
  body: null,
  type: null,
  ...more,
})

const options = (more: Partial<HttpRequestOptions> = {}): HttpRequestOptions => ({
  timeouts: { connectMs: 60_000, headersMs: 60_000, wholeMs: 60_000 },
  maxBytes: 1_000_000,
  now: () => new Date('2026-06-01T10:00:00Z'),
  signal: new AbortController().signal,
  ...more,
})

/** What one request to a publisher that answers so gives. */
async function fetched(respond: (response: ServerResponse) => void, more: Partial<HttpRequestOptions> = {}) {
  const publisher = await startPublisher((_, response) => respond(response))
  try {
    return await sendHttpRequest(to(`${publisher.url}/x`), options(more))
  } finally {
    await publisher.stop()
  }
}

const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString()

test('a response has its whole body and its headers', async () => {
  const { tookMs, bytes, ...rest } = await fetched((response) => {
    response.setHeader('last-modified', 'Mon, 01 Jun 2026 06:30:00 GMT')
    response.end('資料')
  })
  assert.equal(textOf(bytes), '資料')
  assert.ok(tookMs >= 0)
  assert.deepEqual(rest, {
    status: 200,
    location: null,
    modified: '2026-06-01T06:30:00.000Z',
    retryAfterMs: null,
    fault: null,
    isTooLarge: false,
  })
})

test('a form and JSON are posted with their content type, and every request has a user agent', async () => {
  const publisher = await startPublisher((_, response) => void response.end())
  const form = { method: 'POST', body: 'a=1', type: 'application/x-www-form-urlencoded' } as const
  await sendHttpRequest(to(publisher.url, form), options())
  await sendHttpRequest(to(publisher.url), options({ skipCaches: true }))
  await publisher.stop()
  const [posted, anew] = publisher.requests
  assert.deepEqual([posted!.method, posted!.body, posted!.headers['content-type']], ['POST', 'a=1', form.type])
  assert.match(posted!.headers['user-agent']!, /^Mozilla.*Formosa/)
  assert.deepEqual([posted!.headers['cache-control'], anew!.headers['cache-control']], [undefined, 'no-cache'])
})

test('a redirect is returned as a response and not followed', async () => {
  const { status, location } = await fetched((response) =>
    response.writeHead(307, { location: 'https://elsewhere.test/' }).end(),
  )
  assert.deepEqual([status, location], [307, 'https://elsewhere.test/'])
})

test('bodies are unpacked, whichever way they were packed', async () => {
  for (const [name, packed] of [
    ['gzip', gzipSync('data')],
    ['deflate', deflateSync('data')],
    ['br', brotliCompressSync('data')],
  ] as const) {
    const { bytes, fault } = await fetched((response) => response.setHeader('content-encoding', name).end(packed))
    assert.deepEqual([textOf(bytes), fault], ['data', null], name)
  }
})

test('a packed body that is cut, of an unknown kind or a bomb is a fault', async () => {
  const packed = gzipSync('data'.repeat(1_000))
  const send = (encoding: string, body: Buffer) => (response: ServerResponse) =>
    response.setHeader('content-encoding', encoding).end(body)
  assert.match((await fetched(send('gzip', packed.subarray(0, 30)))).fault!, /gzip encoding is broken/)
  assert.match((await fetched(send('zstd', packed))).fault!, /encoded as zstd/)
  const bomb = await fetched(send('gzip', gzipSync(Buffer.alloc(3_000_000))))
  assert.deepEqual([bomb.isTooLarge, bomb.fault], [true, 'larger than 1000000 bytes'])
})

test('a truncated body is reported with the bytes received', async () => {
  const known = await fetched((response) => {
    response.setHeader('content-length', 100)
    response.write('half of it')
    setTimeout(() => response.destroy(), 20)
  })
  assert.deepEqual([known.status, textOf(known.bytes), known.fault], [200, 'half of it', 'cut after 10 of 100 bytes'])
  const chunked = await fetched((response) => {
    response.write('half')
    setTimeout(() => response.destroy(), 20)
  })
  assert.deepEqual([chunked.status, textOf(chunked.bytes), chunked.fault], [200, 'half', 'cut after 4 bytes'])
})

test('a response over the size limit is aborted, and its beginning is kept', async () => {
  const { status, isTooLarge, fault, bytes } = await fetched((response) => response.end(Buffer.alloc(3_000_000, 'x')))
  assert.deepEqual([status, isTooLarge, fault], [200, true, 'larger than 1000000 bytes'])
  assert.equal(bytes!.length, 1 << 16)
})

test('a connection that is reset, refused or speaks no HTTP is a fault with its name', async () => {
  const reset = await fetched((response) => response.destroy())
  assert.deepEqual([reset.status, reset.bytes], [null, null])
  assert.match(reset.fault!, /ECONNRESET/)
  const publisher = await startPublisher(() => {})
  await publisher.stop()
  assert.match((await sendHttpRequest(to(publisher.url), options())).fault!, /ECONNREFUSED/)
  const babble = createServer((socket) => void socket.end('what?\r\n\r\n')).listen(0, '127.0.0.1')
  await once(babble, 'listening')
  const address = `http://127.0.0.1:${(babble.address() as AddressInfo).port}`
  assert.match((await sendHttpRequest(to(address), options())).fault!, /HPE_INVALID/)
  babble.close()
})

test('a missing or incomplete response times out', async () => {
  const long = options().timeouts
  const silent = await fetched(() => {}, { timeouts: { ...long, headersMs: 50 } })
  assert.deepEqual([silent.status, silent.fault], [null, 'no answer within 50 ms'])
  const slow = (wholeMs: number) =>
    fetched((response) => void response.write('a little'), { timeouts: { ...long, wholeMs } })
  let wholeMs = 100
  let cut = await slow(wholeMs)
  // On a busy machine the time may be over before the first byte.
  while (cut.status === null && wholeMs < 20_000) {
    wholeMs *= 4
    cut = await slow(wholeMs)
  }
  assert.deepEqual([cut.status, textOf(cut.bytes)], [200, 'a little'])
  assert.match(cut.fault!, new RegExp(`cut after 8 bytes: no whole answer within ${wholeMs} ms`))
})

test('a connection that is never established times out', async () => {
  // A listener that accepts no connection: a TLS handshake with it never completes.
  const mute = createServer(() => {}).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const address = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const timeouts = { connectMs: 50, headersMs: 5_000, wholeMs: 5_000 }
  assert.match((await sendHttpRequest(to(address), options({ timeouts }))).fault!, /no connection within 50 ms/)
  mute.close()
})

test('an abort ends the request before it is sent, while it waits and while it reads', async () => {
  const reason = new Error('enough')
  await assert.rejects(
    sendHttpRequest(to('http://127.0.0.1:9'), options({ signal: AbortSignal.abort(reason) })),
    reason,
  )
  for (const begin of [() => {}, (response: ServerResponse) => void response.write('a')]) {
    const controller = new AbortController()
    const respond = (response: ServerResponse) => {
      begin(response)
      setTimeout(() => controller.abort(reason), 20)
    }
    await assert.rejects(fetched(respond, { signal: controller.signal }), reason)
  }
})
