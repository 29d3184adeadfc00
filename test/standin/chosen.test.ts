import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../src/catalogue/index.ts'
import { acceptsOf, chooseFeeds } from '../../src/ingest/plan/chooseFeeds.ts'
import { type Feed, needsTerms } from '../../src/sources/feed.ts'
import { feeds } from '../../src/sources/index.ts'

const nameOf = ({ publisher, dataset, endpoint, market }: Feed): string =>
  `${publisher.id} ${dataset.name} ${endpoint} ${market ?? ''}`.trim()

/** The feeds of one dataset are chosen by themselves, so only the terms of its own publishers matter. */
function chosenSomehow(own: readonly Feed[]): Set<Feed> {
  const ids = [...new Set(own.filter(needsTerms).map(({ publisher }) => publisher.id))]
  const found = new Set<Feed>()
  for (let mask = 0; mask < 2 ** ids.length; mask++) {
    const accepted = ids.filter((_, at) => mask & (1 << at))
    const { primaryFeeds, witnesses, details, twins } = chooseFeeds(own, catalogue, acceptsOf(accepted))
    for (const feed of [...primaryFeeds, ...witnesses, ...details, ...[...twins.values()].flat()]) found.add(feed)
  }
  return found
}

test('every feed is chosen under some acceptance of terms, or says what its saved responses are imported for', () => {
  const chosen = new Set(
    [...Map.groupBy(feeds, ({ dataset }) => dataset).values()].flatMap((own) => [...chosenSomehow(own)]),
  )
  const isImported = (feed: Feed) => feed.importFor !== null
  assert.deepEqual(feeds.filter((feed) => !chosen.has(feed) && !isImported(feed)).map(nameOf), [], 'nobody asks them')
  assert.deepEqual(feeds.filter((feed) => chosen.has(feed) && isImported(feed)).map(nameOf), [], 'the plan asks them')
  assert.equal(feeds.filter(isImported).length, 10)
})
