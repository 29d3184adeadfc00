import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { until } from '../../../../test/support/until.ts'
import type { Version } from '../../../lake/lake.ts'
import { createWholeFiles } from '../../../lake/whole.ts'
import { startScrubber } from './scrub.ts'

test('where all files are gone, the rounds go on at an even pace', async () => {
  const stopping = new AbortController()
  const seen: (string | null)[] = []
  const scrubber = startScrubber({
    ...{ bytesPerSecond: 1e6, whole: createWholeFiles(), metrics: null, signal: stopping.signal },
    onDamage: () => {},
    onLakeFile: (_, what) => seen.push(what),
    log: pino({ level: 'silent' }),
  })
  const part = { name: 'all', file: 'gone.parquet', sha256: '', rows: 1, bytes: 1, first_date: null, last_date: null }
  const manifest = { datasets: { Gone: { parts: [part] } } }
  scrubber.follow(null, { folder: '/nowhere', manifest } as unknown as Version)
  await until('the file is missed', () => seen.length > 0)
  await sleep(1_500)
  stopping.abort()
  assert.equal(seen[0], 'missing')
  assert.ok(seen.length < 50, `${seen.length} looks`)
})
