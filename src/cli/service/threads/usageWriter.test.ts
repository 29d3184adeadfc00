import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '../../../../test/support/until.ts'
import { createShared } from '../../../access/windows/sharedWindows.ts'
import { openDatabase } from '../../../store/database.ts'
import { readUsage } from '../../../store/usage.ts'
import { createUsageWriter, pauseAfter } from './usageWriter.ts'

test('counts of few keys are written every second, of many keys less often, and never more than ten seconds late', () => {
  assert.equal(pauseAfter(0), 1_000)
  assert.equal(pauseAfter(150), 1_000)
  assert.equal(pauseAfter(750), 5_000)
  assert.equal(pauseAfter(1_000_000), 10_000)
})

test('calls are counted once if old lines of the audit trail cannot be removed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'formosa-usage-'))
  const place = { path: join(home, 'control.sqlite') }
  const now = () => new Date('2026-11-13T10:00:00.000Z')
  const use = { day: '2026-11-13', userId: 1, keyId: 1, dataset: 'GoldPrice', calls: 3 }
  try {
    const database = await openDatabase(place)
    await sql`ALTER TABLE audit RENAME TO hidden`.execute(database.db)
    const log: string[] = []
    const writer = createUsageWriter({
      ...{ database, home, now },
      memory: createShared({ slots: 16, bucketMs: 60_000, now }),
      auditDays: { lines: 30, addresses: 30 },
      log: pino({}, { write: (line) => log.push(line) }),
    })
    writer.add({ uses: [use], lastUsed: new Map() })
    await until('the removal fails', () => log.length > 0)
      .then(() => sql`ALTER TABLE hidden RENAME TO audit`.execute(database.db))
      .finally(writer.close)
    assert.match(log[0]!, /no such table: audit/)
    const again = await openDatabase(place)
    assert.deepEqual(await readUsage(again, 1, '2026-11-01'), [use])
    await again.close()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
