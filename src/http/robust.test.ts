import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { residentMegabytes } from '../../test/support/measures.ts'
import { compiled } from '../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'

const torture = Number(process.env.TORTURE ?? 0)
/** Requests over 48 connections; one user's hourly quota is 10,000, so each key makes some of them only. */
const requests = torture > 0 ? 100_000 : 120
const connections = 48
const keys: string[] = []
/** A busy machine may take so long; every wait ends with its event. */
const patienceMs = 60_000
const looking = { log: () => service.log() }

const root = mkdtempSync(join(tmpdir(), 'formosa-robust-'))
const home = join(root, 'home')
let service: Service
let client: ReturnType<typeof createClient>
let host: { hostname: string; port: number }

before(async () => {
  await copyOfFew(home)
  // Node tells of each thread it starts: enough to end one from outside.
  const preload = join(root, 'end-a-thread.mjs')
  writeFileSync(
    preload,
    `import { isMainThread } from 'node:worker_threads'
     if (isMainThread) {
       const threads = new Set()
       process.on('worker', (thread) => {
         threads.add(thread)
         thread.once('exit', () => threads.delete(thread))
       })
       process.on('SIGUSR2', () => [...threads][0]?.terminate())
     }`,
  )
  const options = `${compiled.NODE_OPTIONS} --import=${preload}`
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '2', NODE_OPTIONS: options })
  client = createClient(service.url)
  const { hostname, port } = new URL(service.url)
  host = { hostname, port: Number(port) }
  for (let n = 0; n < 1 + requests / 4_000; n++) keys.push(await keyOf(home, 'plus'))
})
after(async () => {
  client?.close()
  await service?.stop('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

const prices = 'TaiwanStockPrice'
const loans = 'TaiwanStockMarginPurchaseShortSale'
const line = (path: string, key = keys[0]!, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: formosa\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** A connection that reads responses one after the other, at a given speed. */
function dial(pauseMs = () => 0) {
  const socket = connect(host.port, host.hostname)
  // A connection that is broken off on purpose may end with a reset.
  socket.on('error', () => {})
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const pause = pauseMs()
    if (pause > 0) await sleep(pause)
    const { value, done } = await chunks.next()
    if (done) throw new Error('the connection ended before the answer did')
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }

  return {
    socket,
    send: (text: string) => socket.write(text, 'latin1'),
    async head(): Promise<{ status: number; length: number; text: string }> {
      let end = held.indexOf('\r\n\r\n')
      for (; end < 0; end = held.indexOf('\r\n\r\n')) await more()
      const text = held.toString('latin1', 0, end)
      held = held.subarray(end + 4)
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text)!
      return { status: Number(status), length: Number(/\r\nContent-Length: (\d+)/i.exec(text)?.[1] ?? 0), text }
    },
    async body(length: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = length; left > 0; ) {
        if (held.length === 0) await more()
        const part = held.subarray(0, left)
        held = held.subarray(part.length)
        parts.push(part)
        left -= part.length
      }
      return Buffer.concat(parts)
    },
    /** Number of received bytes that belong to no response. */
    rest: () => held.length,
  }
}

const isAlive = async () => {
  const response = await client.send('/healthz')
  assert.equal(response.status, 200)
}

/** Queries whose answers differ in every byte that matters, from a few hundred bytes to two megabytes. */
const paths = [
  ...['2330', '2317', '2412', '0050', '1101', '2454'].flatMap((id) => [
    `/v1/data/${prices}?stock_id=${id}&limit=5`,
    `/v1/data/TaiwanStockPER?stock_id=${id}&limit=100`,
    `/v1/data/${loans}?stock_id=${id},2881&limit=300&sort=asc`,
    `/v1/data/${prices}?stock_id=${id}&limit=64&columns=trade_date,close`,
  ]),
  `/v1/data/${prices}?limit=1000`,
  `/v1/data/${prices}?limit=1000&sort=asc`,
  `/v1/data/${loans}?limit=1000`,
  '/v1/data/TaiwanStockOverview?limit=240',
  '/v1/data/TaiwanStockPER?stock_id=2330,2412&limit=2000',
  '/v1/data/GoldPrice?limit=300',
  '/v1/data',
  '/v1/data?category=chips',
  '/healthz',
  `/v1/data/${prices}?limit=0`,
  '/v1/data/Nothing',
]
/** Answers of the same class of size, so that a buffer let go too early is soon written over. */
const large = [
  `/v1/data/${prices}?limit=10000`,
  `/v1/data/${prices}?limit=10000&sort=asc`,
  `/v1/data/${prices}?limit=10000&end=2026-06-30`,
  `/v1/data/${loans}?limit=8000`,
  `/v1/data/${loans}?limit=9000&sort=asc`,
]

/** The body of a refusal names its request: its own, by the header. */
const withoutId = (body: Buffer, id: string): Buffer =>
  body.length > 2_000 ? body : Buffer.from(body.toString('latin1').replace(id, '-'.repeat(id.length)), 'latin1')

test(`no byte of one answer reaches another client: ${requests} requests over ${connections} connections`, async () => {
  const expected = new Map<string, Buffer>()
  for (const path of [...paths, ...large]) {
    const { bytes, headers } = await client.send(path, { key: keys[0]! })
    expected.set(path, withoutId(bytes, String(headers['x-request-id'])))
  }
  let requestCount = 0
  let compared = 0
  let broken = 0
  const pick = () => {
    const from = Math.random() < 0.02 ? large : paths
    return from[Math.floor(Math.random() * from.length)]!
  }

  async function visit(n: number): Promise<void> {
    const isSlow = n % 4 === 1
    const visitor = dial(isSlow ? () => Math.random() * 4 : undefined)
    // A connection makes some requests one by one or sent ahead, and some connections break off in the middle: of the
    // first four every one that may, so that a run of few requests has them too.
    const breaksOffAt = n % 3 === 0 ? 1 + (n < 4 ? 0 : Math.floor(Math.random() * 20)) : Number.POSITIVE_INFINITY
    try {
      for (let done = 0; done < 40 && requestCount < requests; ) {
        // The system takes some megabytes of what a slow reader has not read; only more than that waits with us.
        const fills = isSlow && done === 0
        const ahead = fills ? 5 : n % 2 === 0 ? 1 : 1 + Math.floor(Math.random() * 6)
        const batch = Array.from({ length: ahead }, (_, i) => ({
          path: fills ? large[(n + i) % large.length]! : pick(),
          isHead: !fills && breaksOffAt !== 1 && Math.random() < 0.05,
        }))
        // The slow readers of one key would together pass the limit of unread bytes, should one thread get them all.
        const key = keys[(n >> 2) % keys.length]!
        requestCount += ahead
        visitor.send(batch.map(({ path, isHead }) => line(path, key, isHead ? 'HEAD' : 'GET')).join(''))
        if (fills) await sleep(300)
        for (const { path, isHead } of batch) {
          const { length, text } = await visitor.head()
          assert.equal(length, expected.get(path)!.length, `${path}\n${text}`)
          if (isHead) continue
          if (++done >= breaksOffAt) {
            await visitor.body(Math.floor(length / 2))
            broken++
            return
          }
          const body = await visitor.body(length)
          const [, id = ''] = /^x-request-id: (\S+)/im.exec(text) ?? []
          assert.ok(withoutId(body, id).equals(expected.get(path)!), `${path} came with other bytes`)
          compared++
        }
        assert.equal(visitor.rest(), 0)
      }
    } finally {
      visitor.socket.destroy()
    }
  }

  let visits = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (requestCount < requests) await visit(visits++)
    }),
  )
  assert.ok(compared > requests / 2, `${compared} compared`)
  assert.ok(broken >= Math.max(1, requests / 200), `${broken} broken off`)
  await isAlive()
})

/** Sends bytes as they are and reads what comes until the response is whole or the server closes. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(host.port, host.hostname)
    let text = ''
    const end = () => {
      socket.destroy()
      resolve(text)
    }
    const timer = setTimeout(end, patienceMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const [head, body = ''] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? -1)
      if (length >= 0 && body.length >= length) end()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
    socket.write(bytes)
  })
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
const jsonIn = (text: string) => JSON.parse(Buffer.from(text.split('\r\n\r\n')[1]!, 'latin1').toString())

test('bad input of every kind gets a clear error, and the server stays up', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i)).join(',')
  const cases: [string, string | Buffer, number, string][] = [
    ['NUL in the path', line('/v1/data/\0'), 400, 'bad_request'],
    ['a line feed in a header', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nOrigin: b\nX-Evil: 1\r\n\r\n', 400, 'bad_request'],
    [
      'a carriage return in a header',
      'GET /v1/me HTTP/1.1\r\nHost: a\r\nCookie: b\rX-Evil: 1\r\n\r\n',
      400,
      'bad_request',
    ],
    ['NUL in a header', `GET /v1/data HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n`, 400, 'bad_request'],
    [
      'bytes that are not UTF-8',
      Buffer.from(line(`/v1/data/${prices}?stock_id=\xff\xfe`), 'latin1'),
      400,
      'bad_request',
    ],
    ['an encoding that is not UTF-8', line(`/v1/data/${prices}?stock_id=%FF%FE`), 400, 'bad_request'],
    ['an encoding cut short', line(`/v1/data/${prices}?stock_id=%E5%8`), 400, 'bad_request'],
    ['a query of 1 MB', line(`/v1/data/${prices}?stock_id=${'1'.repeat(1 << 20)}`), 431, 'header_too_large'],
    ['10,000 ids', line(`/v1/data/${prices}?stock_id=${ids(10_000)}`), 431, 'header_too_large'],
    ['3,000 ids', line(`/v1/data/${prices}?stock_id=${ids(3_000)}`), 422, 'invalid_parameter'],
    ['a parameter 1,000 times', line(`/v1/data/${prices}?${'limit=1&'.repeat(1_000)}`), 422, 'invalid_parameter'],
    ['a huge limit', line(`/v1/data/${prices}?limit=${'9'.repeat(400)}`), 422, 'invalid_parameter'],
    ['a forged cursor', line(`/v1/data/${prices}?cursor=${'QUJD'.repeat(300)}`), 400, 'invalid_cursor'],
    ['thousands of unknown parameters', line(`/v1/data/${prices}?${'a&'.repeat(7_000)}`), 422, 'unknown_parameter'],
    ['an unknown method', line('/v1/data', keys[0], 'FETCH'), 400, 'bad_request'],
    ['a method of WebDAV', line('/v1/data', keys[0], 'PROPFIND'), 405, 'method_not_allowed'],
    [
      'a very long header',
      `GET /v1/data HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'header_too_large',
    ],
    [
      'very many headers',
      `GET /v1/data HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(5_000)}\r\n`,
      431,
      'header_too_large',
    ],
    ['a very long path', line(`/${'x'.repeat(8_000)}`), 404, 'not_found'],
    ['climbing out of the folder', line('/v1/data/../../etc/passwd'), 404, 'not_found'],
    ['climbing out, encoded', line('/v1/data/..%2F..%2Fetc%2Fpasswd'), 404, 'unknown_dataset'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 400, 'bad_request'],
    ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'bad_request'],
    ['no host', 'GET /v1/data HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['two hosts', 'GET /v1/data HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'bad_request'],
    [
      'an unknown expectation',
      'GET /v1/data HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n',
      417,
      'expectation_failed',
    ],
    [
      'two lengths',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
    ['a bad chunk', 'GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400, 'bad_request'],
    ['an address with its host', 'GET http://a/v1/data HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'not_found'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'not_found'],
  ]
  for (const [what, bytes, status, code] of cases) {
    const text = await raw(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    assert.equal(statusOf(text), status, `${what}: ${text.slice(0, 300)}`)
    const body = jsonIn(text)
    assert.equal(body.code, code, what)
    assert.ok(body.detail.length < 4_000, what)
    assert.doesNotMatch(text, /node:|\.ts\b|at [A-Z]\w+\.|^X-Evil/im, what)
    await isAlive()
  }
})

test('a body on a GET is not read, and what follows it is answered', async () => {
  const connection = dial()
  connection.send('GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789' + line('/healthz'))
  for (let n = 0; n < 2; n++) {
    const { status, length } = await connection.head()
    assert.equal(status, 200)
    assert.match((await connection.body(length)).toString(), /"ok"/)
  }
  connection.socket.destroy()
})

const megabytes = ({ process: child }: Service) => residentMegabytes(child.pid!)

/** Connections that ask for large answers one after the other and read none of them. */
const lazyReaders = (count: number, key: string, path: string): Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect(host.port, host.hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write(line(path, key).repeat(6))
    return socket
  })

test('a key with unread answers is refused, its slow readers are dropped, and other clients are served', async () => {
  const path = `/v1/data/${prices}?limit=10000`
  const lazyKey = await keyOf(home, 'lite')
  const standing = megabytes(service)
  const lazy = lazyReaders(130, lazyKey, path)
  /** Each serving thread has a bound of its own, and a new connection may reach any of them. */
  const sendAnew = async (options: { readonly key: string }) => {
    const fresh = createClient(service.url)
    try {
      return await fresh.send(path, options)
    } finally {
      fresh.close()
    }
  }
  const whileOthersAreServed = async () => {
    // Whatever the one leaves unread, the other is served.
    assert.equal((await sendAnew({ key: keys[0]! })).status, 200)
    const response = await sendAnew({ key: lazyKey })
    // Those that were refused hold nothing, and the system takes some of the other answers.
    if (response.status === 200) lazy.push(...lazyReaders(4, lazyKey, path))
    return response.status !== 200 && response
  }
  const refused = await until('the lazy key is refused', whileOthersAreServed, { ...looking, pauseMs: 20 })
  assert.equal(refused.status, 429)
  assert.match(refused.json.detail, /have not been read yet/)
  assert.equal(refused.headers['retry-after'], '10')
  assert.deepEqual(Object.keys(refused.json), ['detail', 'retry_after_seconds'])
  const remaining = async () => (await client.send('/v1/key/info', { key: lazyKey })).json.remaining_this_hour
  // Answers to the readers on another thread may be counted meanwhile; a refused call that counts does so each time.
  const isFree = async () => {
    const before = await remaining()
    const again = await sendAnew({ key: lazyKey })
    if (again.status === 200) lazy.push(...lazyReaders(4, lazyKey, path))
    return again.status === 429 && (await remaining()) === before
  }
  await until('a refused call costs nothing', isFree, looking)
  const grown = megabytes(service) - standing
  assert.ok(grown < 300, `grew by ${Math.round(grown)} MB`)
  // The service drops a reader that takes nothing for ten seconds.
  // A reset is an end too, which `once` would take for a failure.
  const isDropped = Promise.all(
    lazy.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))),
  )
  for (const socket of lazy) socket.once('end', () => socket.destroy())
  await sleep(12_000)
  for (const socket of lazy) socket.resume()
  await isDropped
  // The connections are closed here; the service hears of it a moment later.
  const again = async () => {
    const response = await sendAnew({ key: lazyKey })
    return response.status !== 429 && response
  }
  const last = await until('the reader is served again', again, { ...looking, pauseMs: 100 })
  assert.equal(last.status, 200, last.text.slice(0, 200))
})

test('an answer under way is sent before the refusal of the next request on the connection', async () => {
  const body = JSON.stringify({ email: `late-${process.hrtime.bigint()}@example.com`, password: 'correct horse' })
  const connection = dial()
  connection.send(
    `POST /v1/auth/sign-up HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}NONSENSE\r\n\r\n`,
  )
  const made = await connection.head()
  assert.equal(made.status, 201, made.text)
  assert.match(JSON.parse((await connection.body(made.length)).toString()).key.key, /^fmsa_live_/)
  const refused = await connection.head()
  assert.equal(refused.status, 400)
  assert.equal(JSON.parse((await connection.body(refused.length)).toString()).code, 'bad_request')
  connection.socket.destroy()
})

test('a thread that dies is replaced, and the others go on answering', async () => {
  const path = `/v1/data/${prices}?stock_id=2330&limit=50`
  const fresh = () => {
    const once = createClient(service.url, 1)
    return once.send(path, { key: keys[0]! }).finally(once.close)
  }
  const expected = (await fresh()).bytes
  for (let death = 1; death <= 2; death++) {
    service.process.kill('SIGUSR2')
    const lost = () => service.output().split('a serving thread died').length - 1
    let responseCount = 0
    for (const until = Date.now() + patienceMs; (lost() < death || responseCount < 40) && Date.now() < until; ) {
      // A connection that the dead thread had taken may be cut; a new one is always answered.
      const response = await fresh().catch(() => null)
      if (response) {
        assert.ok(response.bytes.equals(expected))
        responseCount++
      } else await sleep(25)
    }
    assert.equal(lost(), death)
    assert.ok(responseCount >= 40)
  }
})

test('at SIGTERM answers under way are finished, new connections refused, and the end is 0', async () => {
  const [key] = keys
  const path = `/v1/data/${loans}?limit=10000`
  const once = createClient(service.url)
  const expected = (await once.send(path, { key: key! })).bytes
  once.close()
  const idle = dial()
  idle.send(line('/healthz', key))
  await idle.body((await idle.head()).length)
  // Several answers each, since the system takes the first from us at once, read or not; together below the limit of
  // unread bytes, should one thread get them all.
  const readers = Array.from({ length: 4 }, () => dial(() => 2))
  for (const reader of readers) reader.send(line(path, key).repeat(3))
  // Whoever has the first head is being answered, however busy the machine is.
  const heads = await Promise.all(readers.map((reader) => reader.head()))
  const stopped = service.stop()
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const late = connect(host.port, host.hostname)
      late.once('error', () => resolve(true))
      late.once('connect', () => {
        late.destroy()
        resolve(false)
      })
    })
  // The process may take a while to handle the signal; the answers that are read below keep it until then.
  await until('new connections are refused', isRefused, looking)
  await Promise.all(
    readers.map(async (reader, i) => {
      for (let n = 0; n < 3; n++) {
        const { length } = n === 0 ? heads[i]! : await reader.head()
        assert.ok((await reader.body(length)).equals(expected))
      }
    }),
  )
  for (const { socket } of [...readers, idle]) socket.destroy()
  const { process: child } = service
  await until('the service has ended', () => child.exitCode !== null || child.signalCode, looking)
  assert.equal(await stopped, 0)
})
