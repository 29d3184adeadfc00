import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultRequest, readBytes, requestFor } from '../../test/support/feeds/fixture.ts'
import { runs } from '../../test/support/runs.ts'
import { catalogue } from '../catalogue/index.ts'
import { needsTerms } from './feed.ts'
import { feeds } from './index.ts'

const nameOf = ({ publisher, dataset, endpoint }: (typeof feeds)[number]) =>
  `${publisher.id} ${dataset.name} ${endpoint}`

test('a feed is named by its publisher, dataset and endpoint', () => {
  assert.equal(new Set(feeds.map(nameOf)).size, feeds.length)
})

test('a feed fills columns of its dataset, and its dataset names the publisher that rows are taken from', () => {
  for (const feed of feeds) {
    assert.deepEqual(
      feed.fills.filter((name) => !(name in feed.dataset.columns)),
      [],
      nameOf(feed),
    )
    if (feed.role !== 'witness')
      assert.ok(
        feed.dataset.sources.some(({ id }) => id === feed.publisher.id),
        nameOf(feed),
      )
    assert.equal(needsTerms(feed), feed.publisher.terms === 'site')
  }
})

test('feeds that take the same response write its address in one way, so that it is fetched once', () => {
  const addresses = new Map<string, Set<string>>()
  for (const feed of feeds) {
    const { path, query, form } = feed.request(defaultRequest(feed))
    const parameters = Object.entries({ ...query, ...form }).map(String)
    const name = [feed.publisher.id, path, ...parameters.toSorted()].join(' ')
    addresses.set(name, (addresses.get(name) ?? new Set()).add(parameters.join(' ')))
  }
  assert.deepEqual(
    [...addresses.values()].filter(({ size }) => size > 1),
    [],
  )
})

const exchanges = ['twse', 'twseOpenApi', 'twseMis', 'isin', 'tpex', 'tpexOpenApi', 'tdcc', 'tdccSite', 'valueChain']
/** Publishers that a dataset names and another one replaces: its open list is the same or more complete. */
const needless = new Set(['TaiwanStockDailyPriceLimit twseMis', 'TaiwanStockDelisting twse'])
/** Publishers that a dataset names and no feed fetches, and why. */
const unusedPublishers: Readonly<Record<string, string>> = {
  tdccSite: 'older weeks come only from a form that answers within a session',
  valueChain: 'its terms forbid crawlers',
}

test('every dataset of the exchanges and the depository has a feed of each publisher it names, or is derived', () => {
  for (const { name, sources, derived } of catalogue)
    for (const { id } of sources)
      if (exchanges.includes(id) && !(id in unusedPublishers) && !needless.has(`${name} ${id}`) && derived === null)
        assert.ok(
          feeds.some(({ dataset, publisher }) => dataset.name === name && publisher.id === id),
          `${name} of ${id}`,
        )
})

/** Columns that no response holds, and where they come from. */
const elsewhere: Readonly<Record<string, string>> = {
  delisting_date: 'TaiwanStockDelisting knows what is listed no longer',
  chain_position: unusedPublishers.valueChain!,
}

test('the feeds of a dataset fill every column together', () => {
  for (const { name, columns, sources, derived } of catalogue) {
    if (derived !== null || !sources.every(({ id }) => exchanges.includes(id))) continue
    const filling = feeds.filter(({ dataset, role }) => dataset.name === name && role !== 'witness')
    const filled = new Set([...filling.flatMap(({ fills }) => fills), ...Object.keys(elsewhere)])
    assert.deepEqual(
      Object.keys(columns).filter((column) => !filled.has(column)),
      [],
      name,
    )
  }
})

test('whole rows fill every column that is never null', () => {
  for (const { role, dataset, fills, ...feed } of feeds)
    if (role === 'rows' || role === 'cumulative')
      for (const [name, { nullable }] of Object.entries(dataset.columns))
        assert.ok(nullable || fills.includes(name), `${nameOf({ ...feed, role, dataset, fills })}: ${name}`)
})

test('a request address is relative to its publisher or absolute, and contains the requested day and id', () => {
  for (const feed of feeds) {
    const id = feed.detailOf ? '2330,20240502' : '2330'
    const { path, query, form, json } = feed.request(requestFor('2024-05-02', { to: '2024-05-03', id }))
    assert.match(path, /^(?:https:\/\/[\w.]+)?\/[^?#\s]*$/, nameOf(feed))
    const request = JSON.stringify([path, query, form, json ?? null])
    // A year, a year of the Republic, or a number of seconds.
    if (feed.span !== 'latest') assert.match(request, /2024|113|171\d{7}/, nameOf(feed))
    if (feed.each === 'id') assert.match(request, /2330/, nameOf(feed))
    assert.doesNotMatch(request, /undefined/, nameOf(feed))
  }
})

test('no response makes a feed throw, and garbage gives no rows', () => {
  const rubbish = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string().map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .record({
        stat: fc.constantFrom('OK', 'ok', ''),
        date: fc.constantFrom('20240502', ''),
        tables: fc.jsonValue(),
        fields: fc.jsonValue(),
        data: fc.jsonValue(),
      })
      .map((value) => new TextEncoder().encode(JSON.stringify(value))),
  )
  for (const feed of feeds)
    fc.assert(
      fc.property(rubbish, (bytes) => {
        const outcome = readBytes(feed, bytes, requestFor('2024-05-02', { id: '2330' }))
        assert.ok(outcome.kind !== 'rows' || outcome.rows.length === 0, `${nameOf(feed)}: ${JSON.stringify(outcome)}`)
      }),
      runs(20),
    )
})

test('a file of a publisher that has a dataset’s name is about that dataset; its tools have small letters', () => {
  const names = new Set(catalogue.map(({ name }) => `${name}.ts`))
  for (const folder of readdirSync(import.meta.dirname, { withFileTypes: true }))
    if (folder.isDirectory())
      for (const file of readdirSync(`${import.meta.dirname}/${folder.name}`))
        assert.ok(/^[a-z]/.test(file) || names.has(file), `${folder.name}/${file}`)
})
