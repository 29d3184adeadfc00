import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { testEmptyResponse } from '../../../test/support/feeds/testFeed.ts'
import type { Feed } from '../feed.ts'
import { mopsFeeds } from './index.ts'
import { t108sb27 } from './TaiwanStockDividend.ts'
import { t163sb04 } from './TaiwanStockFinancialStatement.ts'
import { t21sc03 } from './TaiwanStockMonthRevenue.ts'
import { t13sa150 } from './TaiwanStockShareholding.ts'

const [revenue, income, dividends] = [t21sc03, t163sb04, t108sb27].map((feeds) => feeds[0]!) as [Feed, Feed, Feed]

const may = requestFor('2024-05-01', { to: '2024-05-31', modified: '2024-06-10T02:00:00Z' })
const first = requestFor('2024-01-01', { to: '2024-03-31' })

testEmptyResponse(t13sa150, '<html><body>查無所需資料！</body></html>', requestFor('2024-05-01'))

const fixture = (name: string) => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')
const encode = (text: string) => new TextEncoder().encode(text)
const revenuePage = fixture('TaiwanStockMonthRevenue.t21sc03.html')
const incomePage = fixture('TaiwanStockFinancialStatement.t163sb04.html')

test('a month that is not published yet gives not_yet', () => {
  const page = revenuePage.replace(/<table[\s\S]*<\/table>/, '<h3>查無資料</h3>')
  assert.equal(readBytes(revenue, encode(page), may).kind, 'not_yet')
})

test('a season that is not published yet gives not_yet', () => {
  assert.equal(readBytes(income, encode('<html><body><h4>查詢無資料！</h4></body></html>'), first).kind, 'not_yet')
})

test('a month without announcements is a valid response', () => {
  const outcome = readBytes(dividends, encode('<html><body>查無符合條件資料</body></html>'), may)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 0)
})

test('another market and another season are rejected', () => {
  assert.equal(readBytes(t21sc03[2]!, encode(revenuePage), may).kind, 'changed')
  assert.equal(readBytes(t163sb04[1]!, encode(incomePage), first).kind, 'changed')
  assert.equal(readBytes(income, encode(incomePage), requestFor('2024-04-01', { to: '2024-06-30' })).kind, 'changed')
})

test('companies that do not add up to the total of their industry are not taken', () => {
  const outcome = readBytes(revenue, encode(revenuePage.replace('      10,000<', '      10,001<')), may)
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('add up to -1224566, told -1224567'))
})

test('a heading above several columns is part of their titles', () => {
  const outcome = readBytes(revenue, encode(revenuePage.replace('>營業收入<', '>營業額<')), may)
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('營業收入-當月營收'))
})

test('revenue in another unit is not multiplied', () => {
  assert.equal(readBytes(revenue, encode(revenuePage.replace('千元', '百萬元')), may).kind, 'changed')
})

test('a statement whose lines do not add up is rejected, the others stay', () => {
  const two = incomePage.replace(/<tr class='even'>.*?<\/tr>/, (row) => `${row}${row.replace('1111', '2222')}`)
  const outcome = readBytes(income, encode(two.replace('-300', '-301')), first)
  assert.ok(outcome.kind === 'rows')
  assert.deepEqual([new Set(outcome.rows.map(({ stock_id }) => stock_id)).size, outcome.rejected.length], [2, 0])
  const worse = readBytes(income, encode(two.replace('-300', '-310')), first)
  assert.ok(worse.kind === 'rows')
  assert.deepEqual([new Set(worse.rows.map(({ stock_id }) => stock_id)).size, worse.rejected.length], [1, 1])
})

test('every request uses the year of the Republic calendar', () => {
  const requestText = (feed: (typeof mopsFeeds)[number]) => {
    const { path, form, json } = feed.request(requestFor('2024-05-02', { id: '2330' }))
    return JSON.stringify([path, form, json])
  }
  for (const feed of mopsFeeds.filter(({ endpoint }) => endpoint !== 't13sa150_otc'))
    assert.match(requestText(feed), /113/)
  assert.match(requestText(t21sc03[1]!), /\/nas\/t21\/sii\/t21sc03_113_5_1\.html/)
  assert.match(requestText(income), /"season":"02"/)
})
