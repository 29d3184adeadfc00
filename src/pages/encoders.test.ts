import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEncoders } from './encoders.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-encoders-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('after a job whose thread ended, the next job starts another thread', { timeout: 120_000 }, async () => {
  const encoders = startEncoders({ memory: '100MB', scratch: join(folder, 'scratch'), folder })
  try {
    // No job at all is an error outside the part that the thread guards.
    await assert.rejects(encoders.encode(null as never), /Cannot destructure/)
    // A thread that runs refuses this job, since there is no folder for its file.
    await assert.rejects(encoders.encode({ dataset: 'TaiwanStockPrice', source: { key: '' } as never }), /ENOENT/)
  } finally {
    await encoders.close()
  }
})
