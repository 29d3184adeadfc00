import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { calendarOf } from '../../../test/support/feeds/fixture.ts'
import {
  goldFeed,
  publisherAt,
  respondWithGold,
  startPublisher,
  taskOn,
  tasksFrom,
} from '../../../test/support/publisher.ts'
import type { Feed } from '../../sources/feed.ts'
import { type Task, taskKey } from '../task.ts'
import { openArchive } from './archive.ts'
import { createFetcher } from './fetcher.ts'
import { openJournal } from './journal.ts'
import type { ResponseFilter } from './journalRecords.ts'
import { type ReplayedResponse, replay } from './storedResponses.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-replay-'))
const publisher = await startPublisher((request, response) => {
  if (request.path.includes('06-05')) {
    response.writeHead(200, { 'content-length': 1_000 }).write('{"day":"2026-06-05","price":1}')
    setTimeout(() => response.destroy(), 20)
  } else respondWithGold(request, response)
})
after(async () => {
  await publisher.stop()
  rmSync(root, { recursive: true, force: true })
})

const gold = publisherAt('gold.test')
const feed = goldFeed(gold)
const broken = goldFeed(gold, { parse: () => JSON.parse('{') })
const calendar = calendarOf()

function createSetup(name: string) {
  const folder = join(root, name)
  const now = () => new Date('2026-06-10T10:00:00Z')
  const journal = openJournal(folder, now)
  const archive = openArchive(folder)
  const bases = ({ id }: { id: string }) => `${publisher.url}/${id}`
  const fetcher = createFetcher({ journal, archive, now, bases, log: pino({ level: 'silent' }), paceFactor: 0 })
  return {
    [Symbol.dispose]: journal.close,
    folder,
    journal,
    async fetchAll(tasks: readonly Task[], detail = ''): Promise<number[]> {
      const ids: number[] = []
      const run = journal.beginRun('test', detail).id
      for await (const { responseId } of fetcher.fetch(tasks, { calendar, run })) ids.push(responseId!)
      return ids
    },
    async replayed(feeds: readonly Feed[], filter: ResponseFilter = {}): Promise<ReplayedResponse[]> {
      const all: ReplayedResponse[] = []
      for await (const one of replay({ journal, archive, feeds, calendar, filter })) all.push(one)
      return all
    },
    toLoad: () => [...journal.responses({ isWaiting: true, newest: true })].map(({ id }) => id),
  }
}

test('a replay reads the responses of a fixed feed without requests and unmarks them for loading', async () => {
  using setup = createSetup('mended')
  const ids = await setup.fetchAll(tasksFrom(broken, '2026-06-01', 3))
  assert.deepEqual(setup.toLoad(), [])
  const before = publisher.requests.length
  const replayed = await setup.replayed([feed], { kinds: ['changed'], dataset: 'GoldPrice' })
  assert.deepEqual(
    replayed.map(({ response, outcome }) => [response.id, response.kind, outcome?.kind]),
    ids.map((id) => [id, 'changed', 'rows']),
  )
  assert.deepEqual(setup.toLoad(), ids)
  assert.deepEqual(
    [...setup.journal.outcomes()].map(({ kind }) => kind),
    ['rows', 'rows', 'rows'],
  )
  assert.equal(publisher.requests.length, before)
})

test('loaded rows are loaded again after a replay, but never those that newer ones replaced', async () => {
  using setup = createSetup('older')
  const task = taskOn(feed, '2026-06-01')
  const [old] = await setup.fetchAll([task], 'first')
  setup.journal.finishRun(1, {})
  const [newer] = await setup.fetchAll([task], 'second')
  assert.notEqual(old, newer)
  setup.journal.endLoad(setup.journal.beginLoad({}).id, 'v1', [newer!])
  assert.deepEqual(
    (await setup.replayed([feed])).map(({ response }) => response.id),
    [newer],
  )
  assert.deepEqual(setup.toLoad(), [newer])
})

test('an old unreadable response is not replayed if a newer one is readable', async () => {
  using setup = createSetup('replaced')
  const [old] = await setup.fetchAll([taskOn(broken, '2026-06-01')], 'first')
  const [newer] = await setup.fetchAll([taskOn(feed, '2026-06-01')], 'second')
  assert.deepEqual(await setup.replayed([feed], { kinds: ['changed'] }), [])
  assert.deepEqual([setup.journal.response(old!)!.kind, setup.toLoad()], ['changed', [newer]])
})

test('a response without a feed or without bytes is reported', async () => {
  using setup = createSetup('told')
  const [id] = await setup.fetchAll([taskOn(feed, '2026-06-01')])
  assert.deepEqual(
    (await setup.replayed([])).map(({ why }) => why),
    ['no feed reads it any more'],
  )
  writeFileSync(join(setup.folder, setup.journal.response(id!)!.file!), 'rubbish')
  const [damaged] = await setup.replayed([feed])
  assert.equal(damaged!.outcome, null)
  assert.match(damaged!.why!, /\.zst is missing or damaged/)
  assert.equal(setup.journal.response(id!)!.kind, 'rows')
})

test('an incomplete response is evidence and is never read as rows', async () => {
  using setup = createSetup('cut')
  const task = taskOn(feed, '2026-06-05')
  await setup.fetchAll([task])
  assert.equal(setup.journal.outcome(taskKey(task))!.kind, 'blocked')
  assert.deepEqual(await setup.replayed([feed]), [])
  assert.deepEqual(setup.toLoad(), [])
})
