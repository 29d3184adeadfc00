import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ask, readBytes, usual } from '../fixture.ts'
import { trialOfNothing } from '../trial.ts'
import { triedIn } from '../tried.ts'
import { tpexFeeds } from './index.ts'
import { rsdrs001 } from './TaiwanCBOverview.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'

const tried = triedIn(import.meta.dirname)
const noRows = `{"stat":"ok","date":"20240502","tables":[{"totalCount":0,"date":"113/05/02","fields":["代號"],"data":[]}]}`
const nothing = '{"stat":"查無資料"}'
const fixture = (name: string): string => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')

for (const feed of tpexFeeds) {
  if (feed === rsdrs001) continue
  tried(feed, `${feed.dataset.name}.${feed.endpoint}.json`, usual(feed))
  if (feed.span === 'day') trialOfNothing(feed, noRows, usual(feed))
  if (feed.span === 'day' || feed.span === 'month') trialOfNothing(feed, nothing, usual(feed))
}

const board = 'TaiwanCBOverview.RSdrs001.csv'
const [, titles] = /HEADER,(.*)\n/.exec(fixture(board))!
tried(rsdrs001, board, usual(rsdrs001), titles!.split(','))

const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

test('rows without titles, as they came until 2024, are read where their number is right', () => {
  const [table] = JSON.parse(fixture('TaiwanStockPrice.dailyQuotes.json')).tables
  const asked = ask('2024-05-02')
  const isOld = (at: number) => !table.fields[at].includes('量(千股)')
  const aaData = table.data.map((row: unknown[]) => row.filter((_, at) => isOld(at)))
  const old = { reportDate: '113/05/02', iTotalRecords: aaData.length, aaData }
  const today = { stat: 'ok', date: '20240502', tables: [table] }
  assert.deepEqual(readBytes(dailyQuotes, json(old), asked), readBytes(dailyQuotes, json(today), asked))
  const narrow = { ...old, aaData: aaData.map((row: unknown[]) => row.slice(1)) }
  const outcome = readBytes(dailyQuotes, json(narrow), asked)
  assert.ok(outcome.kind === 'changed' && /rows of \d+ cells/.test(outcome.reason))
})

test('an answer that counts other rows than it holds is a change', () => {
  const body = JSON.parse(fixture('TaiwanStockPrice.dailyQuotes.json'))
  body.tables[0].totalCount += 1
  const outcome = readBytes(dailyQuotes, json(body), ask('2024-05-02'))
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('counts'))
})
