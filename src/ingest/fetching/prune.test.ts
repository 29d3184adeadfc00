import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { calendarOf } from '../../../test/support/feeds/fixture.ts'
import { goldBody, goldFeed, publisherAt, taskOn } from '../../../test/support/publisher.ts'
import { noRows } from '../../sources/outcome.ts'
import { openQuarantine } from '../rules/quarantine.ts'
import { type Task, taskKey } from '../task.ts'
import { openArchive } from './archive.ts'
import { openJournal, readJournal } from './journal.ts'
import type { ReceivedResponse } from './journalRecords.ts'
import { prune } from './prune.ts'
import { readStoredResponse } from './storedResponses.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-prune-'))
after(() => rmSync(root, { recursive: true, force: true }))

const feed = goldFeed(publisherAt('gold.test'))
const before = new Date('2026-06-01T00:00:00Z')

/** A journal with one answer a day, asked for on that day. */
function createSetup(name: string) {
  const folder = join(root, name)
  let now = new Date('2026-01-01T10:00:00Z')
  const journal = openJournal(folder, () => now)
  const archive = openArchive(folder)
  const quarantine = openQuarantine(folder)
  const { id: run } = journal.beginRun('refresh', 'all')
  const host = { host: 'gold.test', refusals: 0, openings: 0, openUntil: null, reason: null, askedAt: null }
  async function recordResponse(
    task: Task,
    outcome: ReceivedResponse['outcome'],
    bytes = goldBody(task.from),
  ): Promise<number> {
    now = new Date(`${task.from}T10:00:00Z`)
    const archived = await archive.keep('gold', Buffer.from(bytes), now)
    const [id] = journal.recordResponses(
      [
        {
          ...{ run, task, archived, outcome, part: 'answer', host: 'gold.test', address: 'any', form: null, tookMs: 1 },
          ...{ askedAt: now.toISOString(), status: 200, location: null, modified: null, fault: null, isFinal: true },
        },
      ],
      host,
    )
    return id!
  }
  const good = (day: string, bytes?: string) => recordResponse(taskOn(feed, day), { kind: 'rows', ...noRows }, bytes)
  const close = () => {
    quarantine.close()
    journal.close()
  }
  return {
    ...{ folder, journal, archive, quarantine, recordResponse, good },
    pruned: (isDry = false) =>
      prune({ journal, archive, before, isDry, quarantined: quarantine.list({ isOpen: true, limit: -1 }) }),
    isThere: (id: number) => existsSync(join(folder, journal.response(id)!.file!)),
    close,
    [Symbol.dispose]: close,
  }
}

test('old published responses are pruned; the others are kept, each with its reason', async () => {
  using setup = createSetup('reasons')
  const { journal, good, recordResponse } = setup
  const old = await good('2026-01-05')
  const unloaded = await good('2026-01-06')
  const failed = await recordResponse(taskOn(feed, '2026-01-07'), {
    kind: 'changed',
    reason: 'a new column',
    evidence: '',
  })
  const suspect = await good('2026-01-08')
  const shared = await good('2026-01-09', 'the same')
  const late = await good('2026-07-01', 'the same')
  journal.endLoad(journal.beginLoad({}).id, 'v1', [old, suspect, shared, late])
  const entry = { dataset: 'GoldPrice', rule: 'any', message: 'odd', key: { trade_date: '2026-01-08' }, row: {} }
  setup.quarantine.put([{ entry, answer: null }], before)
  const expected = { 'not loaded': 1, 'its days are missing or failed': 1, 'in quarantine': 1, 'shares its file': 1 }

  const tried = await setup.pruned(true)
  assert.deepEqual([tried.answers, tried.files, tried.left.files, tried.kept], [1, 1, 5, expected])
  assert.ok(setup.isThere(old))
  const done = await setup.pruned()
  assert.deepEqual([done.answers, done.files, done.left.files, done.kept], [1, 1, 4, expected])
  assert.deepEqual([old, unloaded, failed, suspect, shared, late].map(setup.isThere), [
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  const { prunedAt, key } = journal.response(old)!
  assert.ok(prunedAt !== null)
  assert.equal(key, taskKey(taskOn(feed, '2026-01-05')))
  assert.equal(journal.response(late)!.prunedAt, null)
  const read = await readStoredResponse(setup.archive, journal.response(old)!, feed, calendarOf())
  assert.ok(read.kind === 'lost' && /raw\/gold\/2026-01\/.*\.zst was pruned on 2026-/.test(read.reason))
  assert.equal((await setup.pruned()).answers, 0)
})

test('a pruning killed after the journal was marked is completed by the next one', async () => {
  using setup = createSetup('killed')
  const ids = [await setup.good('2026-01-05'), await setup.good('2026-01-06')]
  setup.journal.endLoad(setup.journal.beginLoad({}).id, 'v1', ids)
  setup.journal.prune(ids)
  assert.deepEqual(ids.map(setup.isThere), [true, true])
  // The same bytes come again before that: then they are needed.
  await setup.good('2026-07-02', goldBody('2026-01-06'))
  await setup.pruned()
  assert.deepEqual(ids.map(setup.isThere), [false, true])
})

test('a journal of an older format is upgraded on writing and readable before', async () => {
  const setup = createSetup('before')
  const id = await setup.good('2026-01-05')
  const unloaded = await setup.good('2026-01-06')
  const waiting = await setup.good('2026-01-07')
  setup.close()
  const path = join(setup.folder, 'journal.sqlite')
  const database = new DatabaseSync(path)
  database.exec(`DROP TABLE archive; DROP INDEX tasks_of_feed; DROP INDEX tasks_unsettled; DROP INDEX answers_unsettled;
    DROP INDEX answers_waiting; DROP INDEX runs_open; DROP INDEX answers_of_file; ALTER TABLE answers DROP COLUMN pruned_at; DROP INDEX answers_of_load;
    ALTER TABLE answers DROP COLUMN load; DROP TABLE loads; ALTER TABLE answers ADD COLUMN loaded_version TEXT;
    CREATE INDEX answers_to_load ON answers (id) WHERE loaded_version IS NULL;
    ALTER TABLE answers DROP COLUMN waits_for; UPDATE answers SET loaded_version = 'v1' WHERE id = ${id};
    UPDATE answers SET kind = 'not_yet', reason = 'the calendar does not know the trading day after 2026-01-07 yet'
      WHERE id = ${waiting};
    PRAGMA user_version = 1`)
  database.close()
  const reader = readJournal(setup.folder)!
  assert.equal(reader.response(id)!.prunedAt, null)
  assert.deepEqual(
    [id, unloaded].map((one) => reader.response(one)!.load),
    [1, null],
  )
  reader.close()
  using journal = openJournal(setup.folder, () => before)
  assert.deepEqual(
    journal.loads().map(({ id, held, version }) => [id, held, version]),
    [[1, null, null]],
  )
  assert.deepEqual(
    [id, unloaded].map((one) => journal.response(one)!.load),
    [1, null],
  )
  assert.deepEqual(
    [unloaded, waiting].map((one) => journal.response(one)!.waitsFor),
    [null, 'calendar'],
  )
  journal.prune([id])
  assert.equal(journal.response(id)!.prunedAt, before.toISOString())
})
