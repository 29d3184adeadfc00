import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { goldFeed, publisherAt, taskOn } from '../../../test/support/publisher.ts'
import { OperatorError } from '../../errors.ts'
import { type Task, taskKey } from '../task.ts'
import type { TaskOutcome } from './finishedTasks.ts'
import { openJournal, readJournal } from './journal.ts'
import { createJournalReader } from './journalReader.ts'
import type { HostState, ReceivedResponse } from './journalRecords.ts'
import { createJournalWriter } from './journalWriter.ts'
import { nameOf } from './storedResponses.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-journal-'))
after(() => rmSync(root, { recursive: true, force: true }))

let time = Date.parse('2026-06-01T10:00:00Z')
const now = () => new Date(time)
const opened = (name: string) => openJournal(join(root, name), now)

const feed = goldFeed(publisherAt('gold.test'))
const host: HostState = { host: 'gold.test', refusals: 0, openings: 0, openUntil: null, reason: null, askedAt: null }
const rows: TaskOutcome = { kind: 'rows', rows: [], unread: [], left: [], rejected: [] }
const refused: TaskOutcome = { kind: 'blocked', reason: 'answered 403', evidence: '' }

const received = (
  task: Task,
  run: number,
  outcome: TaskOutcome,
  more: Partial<ReceivedResponse> = {},
): ReceivedResponse => ({
  task,
  run,
  outcome,
  part: 'answer',
  host: 'gold.test',
  address: 'https://gold.test/v1/gold',
  form: null,
  askedAt: now().toISOString(),
  tookMs: 20,
  status: 200,
  location: null,
  modified: null,
  fault: null,
  archived: { file: 'raw/gold/2026-06/00.zst', sha256: '00', bytes: 10, stored: 0 },
  isFinal: true,
  ...more,
})

test('a journal is read as it was written, after it was closed and opened again', () => {
  const first = opened('again')
  const run = first.beginRun('refresh', '2026-06-01')
  const task = taskOn(feed, '2026-06-01', '1111')
  const [tried, final] = first.recordResponses(
    [received(task, run.id, refused, { isFinal: false, status: 403 }), received(task, run.id, rows)],
    { ...host, refusals: 3, openUntil: '2026-06-01T11:00:00.000Z', reason: 'refused' },
  )
  first.finishRun(run.id, { added: 1 })
  first.close()

  using second = opened('again')
  const [stored] = second.responses({ kinds: ['rows'] })
  assert.deepEqual(
    { ...stored },
    {
      id: final,
      key: taskKey(task),
      publisher: 'gold',
      dataset: 'GoldPrice',
      endpoint: 'gold',
      market: null,
      from: '2026-06-01',
      to: '2026-06-01',
      subject: '1111',
      run: run.id,
      part: 'answer',
      host: 'gold.test',
      address: 'https://gold.test/v1/gold',
      form: null,
      askedAt: '2026-06-01T10:00:00.000Z',
      tookMs: 20,
      status: 200,
      location: null,
      modified: null,
      fault: null,
      file: 'raw/gold/2026-06/00.zst',
      sha256: '00',
      bytes: 10,
      kind: 'rows',
      reason: null,
      waitsFor: null,
      readAt: '2026-06-01T10:00:00.000Z',
      load: null,
      prunedAt: null,
    },
  )
  assert.equal(second.response(tried!)?.reason, 'answered 403')
  assert.equal(second.outcome(taskKey(task))?.responseId, final)
  assert.deepEqual(
    second.hosts().map((state) => ({ ...state })),
    [{ ...host, refusals: 3, openUntil: '2026-06-01T11:00:00.000Z', reason: 'refused' }],
  )
  assert.deepEqual(
    second.runs(5).map((one) => [one.kind, one.report, one.endedAt]),
    [['refresh', { added: 1 }, '2026-06-01T10:00:00.000Z']],
  )
})

test('a killed run is resumed, a finished one is not', () => {
  using journal = opened('runs')
  const run = journal.beginRun('refresh', 'Monday')
  assert.equal(run.isResumed, false)
  time += 1_000
  const again = journal.beginRun('refresh', 'Monday')
  assert.deepEqual([again.id, again.isResumed, again.startedAt], [run.id, true, run.startedAt])
  assert.notEqual(journal.beginRun('refresh', 'Tuesday').id, run.id)
  assert.notEqual(journal.beginRun('backfill', 'Monday').id, run.id)
  journal.finishRun(run.id, {})
  assert.notEqual(journal.beginRun('refresh', 'Monday').id, run.id)
})

test('marking a response as loaded marks older ones of its task, and a new reading unmarks it', () => {
  using journal = opened('loads')
  const run = journal.beginRun('refresh', '').id
  const [one, other] = [taskOn(feed, '2026-06-01'), taskOn(feed, '2026-06-02')]
  const ids = journal.recordResponses(
    [received(one, run, rows), received(other, run, rows), received(one, run, rows), received(one, run, refused)],
    host,
  )
  const open = () => [...journal.responses({ isWaiting: true, newest: true })].map((response) => response.id)
  assert.deepEqual(open(), [ids[1], ids[2]], 'the newest rows of each task, whatever was refused since')
  journal.endLoad(journal.beginLoad({}).id, 'v1', [ids[2]!])
  assert.deepEqual(open(), [ids[1]])
  assert.deepEqual([journal.response(ids[0]!)?.load, journal.response(ids[3]!)?.load], [1, null])
  journal.reread(ids[2]!, rows)
  assert.deepEqual(open(), [ids[1], ids[2]])
  journal.reread(ids[1]!, { kind: 'changed', reason: 'a column is gone', evidence: '' })
  assert.deepEqual(open(), [ids[2]])
  assert.deepEqual(
    journal.outcomes({ isUnsettled: true }).map(({ from, kind, reason }) => [from, kind, reason]),
    [
      ['2026-06-01', 'blocked', 'answered 403'],
      ['2026-06-02', 'changed', 'a column is gone'],
    ],
  )
})

test('a later readable response hides older ones, whatever kinds are requested', () => {
  using journal = opened('newest')
  const run = journal.beginRun('refresh', '').id
  const task = taskOn(feed, '2026-06-01')
  const broken: TaskOutcome = { kind: 'changed', reason: 'a column is gone', evidence: '' }
  journal.recordResponses([received(task, run, broken), received(task, run, rows)], host)
  assert.deepEqual([...journal.responses({ newest: true, kinds: ['changed'] })], [])
  assert.equal([...journal.responses({ kinds: ['changed'] })].length, 1)
})

test('many responses are read, each once, while they are marked', () => {
  using journal = opened('many')
  const run = journal.beginRun('backfill', '').id
  const tasks = Array.from({ length: 1_203 }, (_, i) => taskOn(feed, '2026-06-01', String(i)))
  const ids = journal.recordResponses(
    tasks.map((task) => received(task, run, rows)),
    host,
  )
  const seen: number[] = []
  for (const { id } of journal.responses({ isWaiting: true })) {
    seen.push(id)
    if (seen.length % 100 === 0) journal.endLoad(journal.beginLoad({}).id, 'v1', seen.slice(-100))
  }
  assert.deepEqual(seen, ids)
  assert.deepEqual(new Set([...journal.outcomes()].map(({ key }) => key)), new Set(tasks.map(taskKey)))
})

test('a filter finds by dataset, publisher, run and days', () => {
  using journal = opened('filter')
  const run = journal.beginRun('refresh', '').id
  const tasks = ['2026-06-01', '2026-06-02', '2026-06-03'].map((day) => taskOn(feed, day))
  journal.recordResponses(
    tasks.map((task) => received(task, run, rows)),
    host,
  )
  const days = (filter: Parameters<typeof journal.responses>[0]) =>
    [...journal.responses(filter)].map(({ from }) => from)
  assert.deepEqual(days({ from: '2026-06-02', to: '2026-06-02' }), ['2026-06-02'])
  assert.deepEqual(days({ from: '2026-06-02', dataset: 'GoldPrice', publisher: 'gold', run }), [
    '2026-06-02',
    '2026-06-03',
  ])
  assert.deepEqual(days({ dataset: 'TaiwanStockPrice' }), [])
  assert.deepEqual(
    journal.outcomes({ dataset: 'GoldPrice', to: '2026-06-01' }).map(({ from }) => from),
    ['2026-06-01'],
  )
})

test('nothing that a refresh asks the journal for reads all tasks or all responses', () => {
  opened('searched').close()
  const asked: string[] = []
  /** Notes the statements that the journal prepares. */
  class Noted extends DatabaseSync {
    override prepare(sql: string) {
      asked.push(sql)
      return super.prepare(sql)
    }
  }
  const database = new Noted(join(root, 'searched/journal.sqlite'))
  const journal = { ...createJournalReader(database, root), ...createJournalWriter(database, now) }
  const name = nameOf(feed)
  const days = { from: '2026-01-01', to: '2026-06-01' }
  for (const filter of [
    { isWaiting: true, newest: true },
    { ...name, isWaiting: true },
    { ...name, ...days },
  ] as const)
    assert.deepEqual([...journal.responses(filter)], [])
  for (const kinds of [['lost'], ['not_yet'], ['changed', 'lost']] as const)
    assert.deepEqual([...journal.responses({ kinds, newest: true, from: days.from })], [])
  for (const filter of [{ isUnsettled: true }, { isUnsettled: true, from: days.from }, { ...name, ...days }])
    assert.deepEqual(journal.outcomes(filter), [])
  assert.equal(journal.newestDay(name), null)
  const scans = asked.flatMap((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((step) => /^SCAN \w+$|(rowid|key)>\?/.test(step) && !/archive|hosts|loads/.test(step))
      .map((step) => `${step}: ${sql}`),
  )
  assert.ok(asked.length > 30)
  assert.deepEqual(scans, [])
  database.close()
})

test('a transaction with one bad row leaves nothing behind', () => {
  using journal = opened('whole')
  const run = journal.beginRun('refresh', '').id
  const task = taskOn(feed, '2026-06-01')
  assert.throws(() =>
    journal.recordResponses([received(task, run, rows), received(task, run + 1, rows)], { ...host, refusals: 9 }),
  )
  assert.deepEqual([[...journal.responses()], [...journal.outcomes()], journal.hosts()], [[], [], []])
  journal.recordResponses([received(task, run, rows)], host)
})

test('a second writer is refused with a sentence, in this process and in another; a reader is not', () => {
  const journal = opened('locked')
  assert.throws(() => opened('locked'), OperatorError)
  const script = `
    import { openJournal } from '${join(import.meta.dirname, 'journal.ts')}'
    openJournal('${join(root, 'locked')}', () => new Date())`
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.match(other.stderr, /Another process is asking the publishers/)
  const reader = readJournal(join(root, 'locked'))!
  assert.deepEqual(reader.runs(1), [])
  journal.beginRun('refresh', '')
  assert.equal(reader.runs(1).length, 1)
  reader.close()
  journal.close()
  opened('locked').close()
})

test('there is no journal before the first request', () => {
  assert.equal(readJournal(join(root, 'never')), null)
})
