import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Feed, FeedRequest } from '../../../../src/sources/feed.ts'
import { tortured } from './run.ts'

/** A few damages to each response, or all of them. */
const damages = process.env.TORTURE ? { most: Number.POSITIVE_INFINITY, eachColumn: 4 } : { most: 5, eachColumn: 1 }

/** No damage to a response makes another row of it, or lets one go without a word. */
export function checkDamaged(feed: Feed, bytes: Uint8Array, request: FeedRequest, context: TestContext): void {
  const name = `${feed.publisher.id}${feed.dataset.name}${feed.endpoint}`
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  const counts = new Map<string, number>()
  const faults: string[] = []
  for (const { name: damage, verdict, why } of tortured(feed, bytes, request, { seed, ...damages })) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    if (verdict === 'fault') faults.push(`${damage}: ${why}`)
  }
  if (process.env.TORTURE) context.diagnostic(JSON.stringify(Object.fromEntries(counts)))
  assert.deepEqual(faults, [])
}
