import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createUnreachedNotice } from './progress.ts'

test('a first attempt that takes long is told as such, and its failure once, with the next attempt', {
  skip: process.stderr.isTTY ? 'on a terminal the sentences are printed' : false,
}, () => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const now = () => new Date('2026-11-12T15:50:00Z')
  const tell = createUnreachedNotice({ now, log })
  tell({ reason: null, nextAt: null })
  tell({ reason: null, nextAt: null })
  for (const delayMs of [1_500, 9_000]) tell({ reason: 'nothing listens', nextAt: now().getTime() + delayMs })
  tell({ reason: null, nextAt: null })
  assert.deepEqual(lines, [
    'No publisher is reached yet: the first attempt is still under way.',
    'No publisher is reached yet: nothing listens. Next attempt in 2 s.',
  ])
})
