import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { calendarOf } from '../../../test/support/feeds/fixture.ts'
import { goldFeed, publisherAt, startPublisher, tasksFrom } from '../../../test/support/publisher.ts'
import { OperatorError } from '../../errors.ts'
import { openArchive } from './archive.ts'
import { createFetcher } from './fetcher.ts'
import type { FinishedTask } from './finishedTasks.ts'
import { openJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-asking-disk-'))

/** A file system of a few megabytes of our own; only root may make one. */
function mount(): string | null {
  if (process.getuid?.() !== 0) return 'needs root to mount a small file system'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine does not let a small file system be mounted'
  }
}

/** So many bytes that do not get smaller, the same ones for a path. */
const noise = (path: string, bytes: number): string => {
  const parts = Array.from({ length: bytes / 64 }, (_, i) => createHash('sha256').update(`${path} ${i}`).digest('hex'))
  return parts.join('')
}

test('a full disk ends the fetch with one sentence; the next run continues and repeats no request', async (t) => {
  const why = mount()
  if (why) return t.skip(why)
  const publisher = await startPublisher(({ path }, response) => {
    const day = new URL(path, 'http://any').searchParams.get('day')
    response.end(JSON.stringify({ day, price: 1, noise: noise(path, 128_000) }))
  })
  const now = () => new Date()
  const tasks = tasksFrom(goldFeed(publisherAt('gold.test')), '2026-06-01', 12)
  const fetchAll = async (): Promise<FinishedTask[]> => {
    const journal = openJournal(join(folder, 'ingest'), now)
    try {
      const fetcher = createFetcher({
        journal,
        archive: openArchive(join(folder, 'ingest')),
        now,
        log: pino({ level: 'silent' }),
        bases: () => publisher.url,
        paceFactor: 0,
      })
      const run = journal.beginRun('test', '').id
      const steps: FinishedTask[] = []
      for await (const step of fetcher.fetch(tasks, { calendar: calendarOf(), run })) steps.push(step)
      return steps
    } finally {
      journal.close()
    }
  }
  try {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(2_000_000))
    await assert.rejects(fetchAll(), (error) => error instanceof OperatorError && /disk is full/.test(error.message))
    const requestCount = publisher.requests.length
    assert.ok(requestCount > 1 && requestCount < tasks.length, `${requestCount} requests`)
    rmSync(join(folder, 'filler'))
    const steps = await fetchAll()
    assert.deepEqual(new Set(steps.map(({ outcome }) => outcome.kind)), new Set(['rows']))
    assert.equal(steps.filter(({ isReused }) => isReused).length, requestCount - 1)
    assert.equal(publisher.requests.length, tasks.length + 1, 'only the answer that found no room is asked for again')
  } finally {
    await publisher.stop()
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
})
