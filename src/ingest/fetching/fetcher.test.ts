import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { calendarOf } from '../../../test/support/feeds/fixture.ts'
import {
  goldBody,
  goldFeed,
  publisherAt,
  respondWithGold,
  startPublisher,
  taskOn,
  tasksFrom,
} from '../../../test/support/publisher.ts'
import { get } from '../../sources/feed.ts'
import { json } from '../../sources/json.ts'
import { blocked } from '../../sources/outcome.ts'
import { type Task, taskKey } from '../task.ts'
import { openArchive } from './archive.ts'
import { createFetcher, type FetcherOptions, type FetchOptions } from './fetcher.ts'
import type { FinishedTask } from './finishedTasks.ts'
import { openJournal } from './journal.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-asker-'))
const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
  rmSync(root, { recursive: true, force: true })
})

type Respond = Parameters<typeof startPublisher>[0]

/** A publisher, a journal and an asker whose waiting costs nothing and is written down. */
async function createSetup(name: string, respond: Respond, more: Partial<FetcherOptions> = {}) {
  const server = await startPublisher(respond)
  closing.push(server.stop)
  const folder = join(root, name)
  const waits: number[] = []
  const messages: string[] = []
  let time = 0
  const start = Date.parse('2026-06-01T10:00:00Z')
  const log = (_: unknown, text?: string) => void messages.push(text!)
  const open = () => {
    const journal = openJournal(folder, () => new Date(start + time))
    const archive = openArchive(folder)
    const fetcher = createFetcher({
      journal,
      archive,
      now: () => new Date(start + time),
      log: { info: log, warn: log } as never,
      bases: ({ id }) => `${server.url}/${id}`,
      clock: () => time,
      async sleep(ms, signal) {
        signal.throwIfAborted()
        waits.push(Math.round(ms))
        time += ms
      },
      random: () => 0,
      ...more,
    })
    return { journal, archive, fetcher }
  }
  const setup = {
    ...server,
    folder,
    waits,
    messages,
    ...open(),
    now: () => time,
    pass(ms: number) {
      time += ms
    },
    async all(tasks: readonly Task[], options: Partial<FetchOptions> = {}): Promise<FinishedTask[]> {
      const run = options.run ?? setup.journal.beginRun('test', '').id
      const steps: FinishedTask[] = []
      for await (const step of setup.fetcher.fetch(tasks, { calendar: calendarOf(), run, ...options })) steps.push(step)
      return steps
    },
    /** As after a restart. */
    reopen() {
      setup.journal.close()
      Object.assign(setup, open())
    },
    [Symbol.dispose]: () => setup.journal.close(),
  }
  return setup
}

const gold = publisherAt('gold.test')
const feed = goldFeed(gold)
const kinds = (steps: readonly FinishedTask[]) => steps.map(({ outcome }) => outcome.kind)
const dayIn = (path: string) => new URL(path, 'http://any').searchParams.get('day')!
const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end('no')

test('each task finishes once, is read by its feed, and is stored in journal and archive', async () => {
  using setup = await createSetup('plain', respondWithGold)
  const tasks = tasksFrom(feed, '2026-06-01', 3)
  const steps = await setup.all([...tasks, tasks[0]!])
  assert.deepEqual(
    steps.map(({ key, outcome }) => [key, outcome.kind === 'rows' && outcome.rows[0]!.price]),
    tasks.map((task, i) => [taskKey(task), 20_605 + i]),
  )
  for (const [i, { responseId }] of steps.entries()) {
    const stored = setup.journal.response(responseId!)!
    const { from } = tasks[i]!
    assert.deepEqual(
      [stored.address, stored.host, stored.status, stored.kind],
      [`${setup.url}/gold/gold?day=${from}`, 'gold.test', 200, 'rows'],
    )
    const bytes = await setup.archive.read({ file: stored.file!, sha256: stored.sha256! })
    assert.equal(Buffer.from(bytes).toString(), goldBody(from))
  }
  assert.deepEqual(setup.waits, [1_000, 1_000])
})

test('tasks with the same response share one request', async () => {
  using setup = await createSetup('shared', respondWithGold)
  const other = goldFeed(gold, { endpoint: 'the same address', market: 'TWSE' })
  const steps = await setup.all([taskOn(feed, '2026-06-01'), taskOn(other, '2026-06-01')])
  assert.deepEqual(kinds(steps), ['rows', 'rows'])
  assert.equal(setup.requests.length, 1)
  assert.equal(new Set(steps.map(({ responseId }) => responseId)).size, 2)
})

test('publishers on one host share the slower pace; other hosts are asked in parallel', async () => {
  const at: [string, number][] = []
  using setup = await createSetup('hosts', (request, response) => {
    at.push([request.path.split('/')[1]!, setup.now()])
    respondWithGold(request, response)
  })
  const site = publisherAt('gold.test', { id: 'goldSite', pace: { requests: 1, seconds: 4 } })
  const silver = publisherAt('silver.test')
  const tasksOf = (publisher: typeof gold, days: number) => tasksFrom(goldFeed(publisher), '2026-06-01', days)
  // The slower one is not the last one named.
  const steps = await setup.all([...tasksOf(site, 6), ...tasksOf(gold, 6), ...tasksOf(silver, 3)])
  assert.equal(kinds(steps).filter((kind) => kind === 'rows').length, 15)
  const starts = at.filter(([id]) => id !== 'silver').map(([, time]) => time)
  for (const [i, start] of starts.entries()) if (i > 0) assert.ok(start - starts[i - 1]! >= 4_000)
  const finished = at.findLastIndex(([id]) => id === 'silver')
  assert.ok(finished < at.length - 1, 'the fast host does not wait for the slow one')
})

for (const [name, break_] of Object.entries({
  'a page instead of data': (response) => void response.end('<html><title>Too Many Requests</title></html>'),
  'nothing at all': (response) => void response.end(),
  'a redirect': refuse(307, { location: '/elsewhere' }),
  'a 403': refuse(403),
  'a 428': refuse(428),
  'a 429': refuse(429),
  'a 500': refuse(500),
  'a reset': (response) => void response.destroy(),
  'a cut body': (response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('{"day":')
    setTimeout(() => response.destroy(), 20)
  },
} satisfies Record<string, (response: ServerResponse) => void>))
  test(`${name} is asked again, others first, and kept as evidence`, async () => {
    using setup = await createSetup(name, (request, response) => {
      if (request.path.includes('06-01') && request.before < 2) break_(response)
      else respondWithGold(request, response)
    })
    const steps = await setup.all(tasksFrom(feed, '2026-06-01', 3))
    assert.deepEqual(kinds(steps), ['rows', 'rows', 'rows'])
    assert.equal(steps.at(-1)!.task.from, '2026-06-01')
    const stored = [...setup.journal.responses({ from: '2026-06-01', to: '2026-06-01' })]
    assert.equal(stored.length, 3)
    assert.ok(
      stored.slice(0, 2).every(({ kind, reason }) => (kind === 'blocked' || kind === 'failed') && reason !== ''),
    )
    assert.equal(stored[2]!.kind, 'rows')
  })

test('a task without a response fails with its reason after the last attempt', async () => {
  using setup = await createSetup('never', (_, response) => refuse(403)(response))
  const [step] = await setup.all([taskOn(feed, '2026-06-01')])
  assert.ok(step!.outcome.kind === 'blocked' && step!.outcome.reason === 'answered 403')
  assert.equal(setup.requests.length, 4)
  assert.deepEqual(setup.waits, [30_000, 90_000, 270_000])
  assert.equal(setup.journal.outcome(step!.key)?.kind, 'blocked')
  using gone = await createSetup('gone', () => {})
  await gone.stop()
  const [failed] = await gone.all([taskOn(feed, '2026-06-01')])
  assert.ok(failed!.outcome.kind === 'failed' && /ECONNREFUSED/.test(failed!.outcome.reason))
  assert.ok(failed!.responseId !== null)
})

test('a changed response, an empty day and a missing address are not retried', async () => {
  using setup = await createSetup('once', ({ path }, response) => {
    if (dayIn(path) === '2026-06-01') response.end('{"price":1}')
    else if (dayIn(path) === '2026-06-04') refuse(404)(response)
    else response.end('{"day":null}')
  })
  // 6 June 2026 is a Saturday.
  const days = ['2026-06-01', '2026-06-02', '2026-06-06', '2026-06-04']
  const steps = await setup.all(days.map((day) => taskOn(feed, day)))
  assert.deepEqual(kinds(steps), ['changed', 'not_yet', 'closed', 'blocked'])
  assert.equal(setup.requests.length, 4)
})

test('a response of another day is retried once, with no-cache headers', async () => {
  using setup = await createSetup('stale', ({ path, before }, response) => {
    const mends = dayIn(path) === '2026-06-01' && before > 0
    response.end(goldBody(mends ? '2026-06-01' : '2026-05-29'))
  })
  const steps = await setup.all([taskOn(feed, '2026-06-01'), taskOn(feed, '2026-06-02')])
  assert.deepEqual(
    steps.map(({ task, outcome }) => [task.from, outcome.kind]),
    [
      ['2026-06-01', 'rows'],
      ['2026-06-02', 'other_day'],
    ],
  )
  assert.deepEqual(
    setup.requests.map(({ headers }) => headers['cache-control']),
    [undefined, undefined, 'no-cache', 'no-cache'],
  )
})

test('a short Retry-After delays its host, a long one opens its circuit', async () => {
  using setup = await createSetup('retry after', (request, response) => {
    if (request.path.includes('06-01') && request.before === 0) refuse(429, { 'retry-after': '100' })(response)
    else respondWithGold(request, response)
  })
  assert.deepEqual(kinds(await setup.all(tasksFrom(feed, '2026-06-01', 2))), ['rows', 'rows'])
  assert.equal(setup.waits[0], 100_000)

  using long = await createSetup('long', (_, response) => refuse(503, { 'retry-after': '7200' })(response))
  const steps = await long.all(tasksFrom(feed, '2026-06-01', 3))
  assert.deepEqual(kinds(steps), ['held', 'held', 'blocked'])
  assert.equal(long.requests.length, 1)
  assert.equal(long.journal.hosts()[0]!.openUntil, '2026-06-01T12:00:00.000Z')
})

test('the circuit of a refusing host stays open over a restart and is probed by one request', async () => {
  let isWell = false
  using setup = await createSetup('banned', (request, response) =>
    isWell ? respondWithGold(request, response) : refuse(403)(response),
  )
  const tasks = tasksFrom(feed, '2026-06-01', 20)
  const run = setup.journal.beginRun('test', 'banned').id
  const steps = await setup.all(tasks, { run })
  assert.equal(setup.requests.length, 5)
  assert.deepEqual([kinds(steps).filter((kind) => kind === 'held').length, steps.length], [15, 20])
  const held = steps.find(({ outcome }) => outcome.kind === 'held')!
  assert.ok(held.outcome.kind === 'held' && /gold\.test is not asked until .*answered 403/.test(held.outcome.reason))
  assert.equal(held.responseId, null)
  assert.equal(setup.journal.outcomes({ isUnsettled: true }).length, 20)

  setup.reopen()
  assert.deepEqual(new Set(kinds(await setup.all(tasks, { run }))), new Set(['held']))
  assert.equal(setup.requests.length, 5, 'it is not asked while it rests')
  setup.pass(3_600_000)
  setup.reopen()
  await setup.all(tasks, { run })
  assert.equal(setup.requests.length, 6, 'one request tries it, and it rests again')
  isWell = true
  const patient = await setup.all(tasks, { run, patienceMs: 3_600_000 })
  assert.deepEqual(new Set(kinds(patient)), new Set(['rows']))
  assert.equal(setup.requests.length, 26)
  assert.deepEqual([setup.journal.hosts()[0]!.openUntil, setup.journal.hosts()[0]!.refusals], [null, 0])
})

test('one broken address does not open the circuit of its host', async () => {
  using setup = await createSetup('one broken', (request, response) =>
    request.path.includes('06-03') ? refuse(500)(response) : respondWithGold(request, response),
  )
  const steps = await setup.all(tasksFrom(feed, '2026-06-01', 30))
  assert.equal(kinds(steps).filter((kind) => kind === 'rows').length, 29)
  assert.deepEqual([steps.at(-1)!.outcome.kind, steps.at(-1)!.task.from], ['blocked', '2026-06-03'])
})

test('a resumed run reuses its responses and retries its failures', async () => {
  let isWell = false
  using setup = await createSetup('resumed', (request, response) => {
    const day = dayIn(request.path)
    if (day === '2026-06-02') response.end('{"day":null}')
    else if (day === '2026-06-03' && !isWell) refuse(403)(response)
    else respondWithGold(request, response)
  })
  const tasks = tasksFrom(feed, '2026-06-01', 3)
  const run = setup.journal.beginRun('test', 'resumed').id
  assert.deepEqual(kinds(await setup.all(tasks, { run })), ['rows', 'not_yet', 'blocked'])
  isWell = true
  setup.reopen()
  const before = setup.requests.length
  assert.deepEqual(
    setup.fetcher.pending(tasks, { run, calendar: calendarOf() }).map(({ from }) => from),
    ['2026-06-03'],
  )
  const again = await setup.all(tasks, { run })
  assert.deepEqual(
    again.map(({ outcome, isReused }) => [outcome.kind, isReused]),
    [
      ['rows', true],
      ['not_yet', true],
      ['rows', false],
    ],
  )
  assert.equal(setup.requests.length, before + 1)
  assert.equal(setup.journal.outcome(taskKey(tasks[2]!))?.kind, 'rows')

  const next = setup.journal.beginRun('test', 'the next day').id
  const since = () => ''
  assert.deepEqual(
    (await setup.all(tasks, { run: next, since })).map(({ isReused }) => isReused),
    [true, false, true],
    'rows of any age do, what was not there yet is asked for',
  )
  const fresh = await setup.all(tasks, { run: setup.journal.beginRun('test', 'anew').id, since: () => '2026-07-01' })
  assert.ok(fresh.every(({ isReused }) => !isReused))
})

test('the pace of a host outlives a restart', async () => {
  using setup = await createSetup('restarted', respondWithGold)
  await setup.all([taskOn(feed, '2026-06-01')])
  setup.pass(300)
  setup.reopen()
  await setup.all([taskOn(feed, '2026-06-02')])
  assert.deepEqual(setup.waits, [700])
})

test('a stored response that its feed now reads as blocked is requested again', async () => {
  using setup = await createSetup('doubted', respondWithGold)
  const run = setup.journal.beginRun('test', '').id
  await setup.all([taskOn(feed, '2026-06-01')], { run })
  let count = 0
  const doubting = goldFeed(gold, {
    parse(bytes, request) {
      if (count++ === 0) throw blocked('half of it')
      return feed.parse(bytes, request)
    },
  })
  const [step] = await setup.all([taskOn(doubting, '2026-06-01')], { run })
  assert.deepEqual([step!.outcome.kind, step!.isReused, setup.requests.length], ['rows', false, 2])
})

test('an unreadable response is read again, not requested, once its feed is fixed', async () => {
  using setup = await createSetup('mended', respondWithGold)
  const broken = goldFeed(gold, { parse: () => JSON.parse('{') })
  const first = await setup.all([taskOn(broken, '2026-06-01')], { run: setup.journal.beginRun('test', '1').id })
  assert.deepEqual(kinds(first), ['changed'])
  const later = await setup.all([taskOn(feed, '2026-06-01')], {
    run: setup.journal.beginRun('test', '2').id,
    since: () => '',
  })
  assert.deepEqual([kinds(later), later[0]!.isReused, setup.requests.length], [['rows'], true, 1])
  assert.equal(setup.journal.response(later[0]!.responseId!)!.kind, 'rows')
  assert.equal(setup.journal.outcome(later[0]!.key)!.kind, 'rows')
})

test('a response with damaged bytes is requested again', async () => {
  using setup = await createSetup('damaged', respondWithGold)
  const run = setup.journal.beginRun('test', '').id
  const task = taskOn(feed, '2026-06-01')
  const [first] = await setup.all([task], { run })
  writeFileSync(join(setup.folder, setup.journal.response(first!.responseId!)!.file!), 'rubbish')
  const [again] = await setup.all([task], { run })
  assert.deepEqual([again!.outcome.kind, again!.isReused, setup.requests.length], ['rows', false, 2])
  assert.ok(setup.messages.includes('a kept answer cannot be read, and is asked for again'))
})

test('a lead response is followed at the pace of the second host', async () => {
  let lead = '{"at":"/files/gold"}'
  using setup = await createSetup('lead', (request, response) => {
    if (request.path.includes('/catalogue')) response.end(lead)
    else respondWithGold(request, response)
  })
  const leading = goldFeed(gold, {
    request: ({ from }) => get('https://catalogue.test/catalogue', { day: from }),
    follow(bytes) {
      const { at } = json(bytes) as { at?: string }
      if (at === undefined) throw blocked('no address')
      return get(at, { day: '2026-06-01' })
    },
  })
  const [step] = await setup.all([taskOn(leading, '2026-06-01')])
  assert.equal(step!.outcome.kind, 'rows')
  assert.deepEqual(
    setup.requests.map(({ path }) => path),
    ['/gold/catalogue?day=2026-06-01', '/gold/files/gold?day=2026-06-01'],
  )
  assert.equal(setup.journal.response(step!.responseId!)!.host, 'gold.test')
  assert.deepEqual(
    setup.journal.hosts().map(({ host }) => host),
    ['catalogue.test', 'gold.test'],
  )
  assert.equal([...setup.journal.responses()].length, 1, 'the lead is kept, and is no answer')
  lead = '{}'
  const [without] = await setup.all([taskOn(leading, '2026-06-02')])
  assert.ok(without!.outcome.kind === 'blocked' && without!.outcome.reason === 'no address')
})

test('a task whose lead points to a host with an open circuit is held, and names it', async () => {
  using setup = await createSetup('led to rest', ({ path }, response) => {
    if (path.includes('/catalogue')) response.end('{}')
    else refuse(403)(response)
  })
  const leading = goldFeed(gold, {
    request: ({ from }) => get('https://catalogue.test/catalogue', { day: from }),
    follow: () => get('/files/gold'),
  })
  const steps = await setup.all(tasksFrom(leading, '2026-06-01', 8))
  assert.deepEqual(new Set(kinds(steps)), new Set(['blocked', 'held']))
  assert.equal(steps.length, 8)
  assert.equal(setup.requests.filter(({ path }) => path.includes('/files')).length, 5)
  assert.deepEqual(
    setup.journal.hosts().map(({ host, openUntil }) => [host, openUntil !== null]),
    [
      ['catalogue.test', false],
      ['gold.test', true],
    ],
  )
})

test('Last-Modified reaches the feed, and a form the publisher', async () => {
  const seen: (string | null)[] = []
  using setup = await createSetup('modified', (_, response) => {
    response.setHeader('last-modified', 'Mon, 01 Jun 2026 06:30:00 GMT')
    response.end('{}')
  })
  const posted = goldFeed(gold, {
    request: ({ from }) => ({ path: '/form', query: {}, form: { day: from } }),
    parse(_, { modified }) {
      seen.push(modified)
      return { kind: 'rows', rows: [], unread: [], left: [], rejected: [] }
    },
  })
  const run = setup.journal.beginRun('test', '').id
  const [step] = await setup.all([taskOn(posted, '2026-06-01')], { run })
  await setup.all([taskOn(posted, '2026-06-01')], { run })
  assert.deepEqual(seen, ['2026-06-01T06:30:00.000Z', '2026-06-01T06:30:00.000Z'])
  assert.deepEqual([setup.requests[0]!.method, setup.requests[0]!.body], ['POST', 'day=2026-06-01'])
  assert.equal(setup.journal.response(step!.responseId!)!.form, 'day=2026-06-01')
})

test('a too large response is reported and not retried', async () => {
  using setup = await createSetup('large', (_, response) => void response.end('x'.repeat(5_000)), { maxBytes: 1_000 })
  const [step] = await setup.all([taskOn(feed, '2026-06-01')])
  assert.ok(step!.outcome.kind === 'blocked' && step!.outcome.reason === 'larger than 1000 bytes')
  assert.equal(setup.requests.length, 1)
})

test('an aborted fetch keeps its responses in the journal and continues from there', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  using setup = await createSetup('stopped', (request, response) => {
    if (request.path.includes('06-04') && request.before === 0) controller.abort(reason)
    else respondWithGold(request, response)
  })
  const tasks = tasksFrom(feed, '2026-06-01', 6)
  const run = setup.journal.beginRun('test', '').id
  await assert.rejects(setup.all(tasks, { run, signal: controller.signal }), reason)
  assert.deepEqual(
    [...setup.journal.outcomes()].map(({ from }) => from),
    ['2026-06-01', '2026-06-02', '2026-06-03'],
  )
  const steps = await setup.all(tasks, { run })
  assert.deepEqual(
    steps.map(({ isReused }) => isReused),
    [true, true, true, false, false, false],
  )
  assert.equal(setup.requests.length, 7)
})

test('a consumer that stops ends the fetch', async () => {
  using setup = await createSetup('left', respondWithGold)
  const tasks = [feed, goldFeed(publisherAt('silver.test'))].flatMap((one) => tasksFrom(one, '2026-06-01', 30))
  const run = setup.journal.beginRun('test', '').id
  let taken = 0
  for await (const _ of setup.fetcher.fetch(tasks, { calendar: calendarOf(), run })) if (++taken === 5) break
  const requestCount = setup.requests.length
  assert.ok(requestCount < 15, `${requestCount} requests for 5 steps`)
  assert.equal([...setup.journal.outcomes()].length >= 5, true)
})

test('a full disk ends the fetch with a sentence, and no response is recorded without its bytes', async () => {
  using setup = await createSetup('no room', respondWithGold)
  writeFileSync(join(setup.folder, 'raw'), 'a file where a folder must be')
  await assert.rejects(setup.all([taskOn(feed, '2026-06-01')]), /Cannot keep an answer/)
  assert.deepEqual([...setup.journal.responses()], [])
  assert.deepEqual(readdirSync(join(setup.folder, 'tmp')), [])
})

test('an estimate counts the pending requests of each host at its pace', async () => {
  using setup = await createSetup('estimate', respondWithGold)
  const slow = goldFeed(publisherAt('slow.test', { pace: { requests: 1, seconds: 4 } }))
  const run = setup.journal.beginRun('test', '').id
  const tasks = [...tasksFrom(feed, '2026-06-01', 101), ...tasksFrom(slow, '2026-06-01', 51)]
  const estimate = () => setup.fetcher.estimate(tasks, { run, calendar: calendarOf() })
  assert.deepEqual(estimate(), {
    requests: 152,
    // The slow host: fifty pauses of four seconds, each stretched by half of what may be added.
    seconds: 230,
    reused: 0,
    hosts: [
      { host: 'gold.test', requests: 101, seconds: 115, openUntil: null },
      { host: 'slow.test', requests: 51, seconds: 230, openUntil: null },
    ],
  })
  await setup.all(tasksFrom(slow, '2026-06-01', 50), { run })
  const { requests, reused } = estimate()
  assert.deepEqual([requests, reused], [102, 50])
})

test('fetching takes as long as estimated', async () => {
  using setup = await createSetup('as long', respondWithGold, { random: () => 0.5 })
  const tasks = tasksFrom(goldFeed(publisherAt('gold.test', { pace: { requests: 3, seconds: 5 } })), '2026-06-01', 31)
  const { seconds } = setup.fetcher.estimate(tasks, { calendar: calendarOf() })
  await setup.all(tasks)
  assert.equal(Math.round(setup.now() / 1_000), seconds)
})
