import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sampleOf } from '../../src/ingest/report.ts'
import type { Feed } from '../../src/sources/feed.ts'
import { feeds } from '../../src/sources/index.ts'

const [unrecorded, recorded] = [
  feeds.find(({ recording }) => recording === null)!,
  feeds.find(({ recording }) => recording !== null)!,
]
const file = 'raw/tpex/2026-11/0123.zst'
const sample = (feed: Feed, kind: 'changed' | 'blocked', responseId: number | null = 7) =>
  sampleOf(
    {
      task: { feed, from: '2026-11-12', to: '2026-11-12', id: null },
      responseId,
      outcome: { kind, reason: '', evidence: '' },
    },
    { response: (id) => (id === 7 ? ({ file } as never) : null) },
  )

test('the first response that a feed without a recording cannot read is named as a sample', () => {
  assert.equal(sample(unrecorded, 'changed'), file)
  assert.equal(sample(recorded, 'changed'), null, 'its layout is proved: the publisher changed something')
  assert.equal(sample(unrecorded, 'blocked'), null, 'a refusal shows no layout')
  assert.equal(sample(unrecorded, 'changed', null), null)
})

test('the documentation says where the sample lies and how to send it in', () => {
  const text = readFileSync(new URL('../../docs/live.md', import.meta.url), 'utf8')
  assert.match(text, /## A sample for the maintainers/)
  for (const word of ['`sample`', 'live/ingest', 'zstd -d', '`not verified`']) assert.ok(text.includes(word), word)
})
