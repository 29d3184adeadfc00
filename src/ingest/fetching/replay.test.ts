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
import { type ReplayedResponse, replay } from './replay.ts'

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

function roomOf(name: string) {
  const folder = join(root, name)
  const now = () => new Date('2026-06-10T10:00:00Z')
  const journal = openJournal(folder, now)
  const archive = openArchive(folder)
  const bases = ({ id }: { id: string }) => `${publisher.url}/${id}`
  const fetcher = createFetcher({ journal, archive, now, bases, log: pino({ level: 'silent' }), paceFactor: 0 })
  return {
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
    toLoad: () => [...journal.responses({ unloaded: true, newest: true, kinds: ['rows'] })].map(({ id }) => id),
  }
}

test('a replay reads the responses of a fixed feed without requests and unmarks them for loading', async () => {
  const room = roomOf('mended')
  const ids = await room.fetchAll(tasksFrom(broken, '2026-06-01', 3))
  assert.deepEqual(room.toLoad(), [])
  const before = publisher.requests.length
  const replayed = await room.replayed([feed], { kinds: ['changed'], dataset: 'GoldPrice' })
  assert.deepEqual(
    replayed.map(({ response, outcome }) => [response.id, response.kind, outcome?.kind]),
    ids.map((id) => [id, 'changed', 'rows']),
  )
  assert.deepEqual(room.toLoad(), ids)
  assert.deepEqual(
    [...room.journal.outcomes()].map(({ kind }) => kind),
    ['rows', 'rows', 'rows'],
  )
  assert.equal(publisher.requests.length, before)
  room.journal.close()
})

test('loaded rows are loaded again after a replay, but never those that newer ones replaced', async () => {
  const room = roomOf('older')
  const task = taskOn(feed, '2026-06-01')
  const [old] = await room.fetchAll([task], 'first')
  room.journal.finishRun(1, {})
  const [newer] = await room.fetchAll([task], 'second')
  assert.notEqual(old, newer)
  room.journal.markLoaded([newer!], 'v1')
  assert.deepEqual(
    (await room.replayed([feed])).map(({ response }) => response.id),
    [newer],
  )
  assert.deepEqual(room.toLoad(), [newer])
  room.journal.close()
})

test('an old unreadable response is not replayed if a newer one is readable', async () => {
  const room = roomOf('replaced')
  const [old] = await room.fetchAll([taskOn(broken, '2026-06-01')], 'first')
  const [newer] = await room.fetchAll([taskOn(feed, '2026-06-01')], 'second')
  assert.deepEqual(await room.replayed([feed], { kinds: ['changed'] }), [])
  assert.deepEqual([room.journal.response(old!)!.kind, room.toLoad()], ['changed', [newer]])
  room.journal.close()
})

test('a response without a feed or without bytes is reported', async () => {
  const room = roomOf('told')
  const [id] = await room.fetchAll([taskOn(feed, '2026-06-01')])
  assert.deepEqual(
    (await room.replayed([])).map(({ why }) => why),
    ['no feed reads it any more'],
  )
  writeFileSync(join(room.folder, room.journal.response(id!)!.file!), 'rubbish')
  const [damaged] = await room.replayed([feed])
  assert.equal(damaged!.outcome, null)
  assert.match(damaged!.why!, /is damaged/)
  assert.equal(room.journal.response(id!)!.kind, 'rows')
  room.journal.close()
})

test('an incomplete response is evidence and is never read as rows', async () => {
  const room = roomOf('cut')
  const task = taskOn(feed, '2026-06-05')
  await room.fetchAll([task])
  assert.equal(room.journal.outcome(taskKey(task))!.kind, 'blocked')
  assert.deepEqual(await room.replayed([feed]), [])
  assert.deepEqual(room.toLoad(), [])
  room.journal.close()
})
