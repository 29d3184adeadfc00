import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultRequest, feedNamed, readBytes } from '../../../test/support/feeds/fixture.ts'
import type { Feed } from '../feed.ts'

/** Every feed that takes the type of a security from its code, its fixture, and a code in it. */
const typed: readonly (readonly [publisher: string, dataset: string, endpoint: string, code: string])[] = [
  ['tpex', 'TaiwanStockPrice', 'dailyQuotes', '4444'],
  ['tpex', 'TaiwanStockDailyPriceLimit', 'dailyQuotes', '4444'],
  ['tpex-openapi', 'TaiwanStockPrice', 'tpex_mainboard_daily_close_quotes', '4444'],
  ['tpex-openapi', 'TaiwanStockPrice', 'tpex_mainboard_quotes', '4444'],
  ['tpex-openapi', 'TaiwanStockDailyPriceLimit', 'tpex_mainboard_quotes', '4444'],
  ['tpex-openapi', 'TaiwanStockTradingHaltAnnouncement', 'tpex_spendi_history', '4444'],
  ['twse', 'TaiwanStockTradingHaltAnnouncement', 'TWTAWU', '1111'],
  ['twse-openapi', 'TaiwanStockTradingHaltAnnouncement', 'TWTAWU', '1111'],
  ['twse-openapi', 'TaiwanStockOverview', 't187ap03_L', '1111'],
  ['taifex-openapi', 'TaiwanFutureOptionDailyTotalOverview', 'SSFLists', '1111'],
]

const feedOf = ([publisher, dataset, endpoint]: (typeof typed)[number]): Feed =>
  feedNamed(`${publisher} ${dataset} ${endpoint}`)

const fixtureOf = ([publisher, dataset, endpoint]: (typeof typed)[number]): string =>
  readFileSync(`${import.meta.dirname}/../${publisher}/fixtures/${dataset}.${endpoint}.json`, 'utf8')

for (const one of typed) {
  const [publisher, dataset, endpoint, code] = one
  test(`${publisher} ${dataset} ${endpoint}: a row whose code no rule covers is rejected by that name, alone`, () => {
    const feed = feedOf(one)
    const text = fixtureOf(one)
    const read = (response: string) => {
      const outcome = readBytes(feed, new TextEncoder().encode(response), defaultRequest(feed))
      assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
      return outcome
    }
    const [before, after] = [read(text), read(text.replaceAll(`"${code}"`, '"71698E"'))]
    const isOf = ({ stock_id, underlying_stock_id }: (typeof before.rows)[number]) =>
      [stock_id, underlying_stock_id].includes(code)
    assert.ok(before.rows.some(isOf))
    assert.deepEqual(
      after.rows,
      before.rows.filter((row) => !isOf(row)),
    )
    assert.ok(after.rejected.length > 0)
    for (const { refusedBy, why, cells } of after.rejected) {
      assert.equal(refusedBy, 'unknown_code')
      assert.match(why, /no coding rule/)
      assert.ok(cells.includes('71698E'))
    }
  })
}

test('many rows with unknown codes do not reject the rows with known codes', () => {
  const quotes = typed.find(([, dataset, endpoint]) => dataset === 'TaiwanStockPrice' && endpoint === 'dailyQuotes')!
  const response = JSON.parse(fixtureOf(quotes))
  const [table] = response.tables
  const [row] = table.data
  for (let at = 0; at < 1_000; at++) table.data.push([`${70_000 + at}E`, ...row.slice(1)])
  table.totalCount = table.data.length
  const outcome = readBytes(
    feedOf(quotes),
    new TextEncoder().encode(JSON.stringify(response)),
    defaultRequest(feedOf(quotes)),
  )
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome).slice(0, 500))
  assert.deepEqual([outcome.rows.length, outcome.rejected.length], [3, 1_000])
})
