import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishers } from '../../../../src/catalogue/publishers.ts'
import { TaiwanStockPER } from '../../../../src/catalogue/technical/TaiwanStockPER.ts'
import { type Feed, type FeedRequest, feedsOf, get } from '../../../../src/sources/feed.ts'
import { json } from '../../../../src/sources/json.ts'
import { type Outcome, rowsOutcome } from '../../../../src/sources/outcome.ts'
import { column, constant, part, theDay } from '../../../../src/sources/reading.ts'
import { tableOf } from '../../../../src/sources/tables.ts'
import { requestFor } from '../fixture.ts'
import { tortured } from './run.ts'

/** That the damages find a reader which is not careful, and leave alone one which is. */

const reading = part(TaiwanStockPER, {
  stock_id: '代號',
  trade_date: theDay,
  market: constant('TWSE'),
  pe_ratio: column('本益比'),
  pb_ratio: column('淨值比'),
})
type Body = { readonly date: string; readonly fields: string[]; readonly data: string[][] }

const feed = (parse: (body: Body, request: FeedRequest) => Outcome): Feed =>
  feedsOf(publishers.twse, 'TWSE')(reading, {
    endpoint: 'TRIAL',
    span: 'day',
    request: () => get('/'),
    parse: (bytes, request) => parse(json(bytes) as Body, request),
  })

const body: Body = {
  date: '2024-05-02',
  fields: ['代號', '名稱', '本益比', '淨值比'],
  data: Array.from({ length: 9 }, (_, at) => [`110${at}`, '甲', `1${at}.50`, `2.${at}0`]),
}

const faultsOf = (parse: (body: Body, request: FeedRequest) => Outcome): string[] => {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const trials = [
    ...tortured(feed(parse), bytes, requestFor('2024-05-02'), {
      seed: 1,
      most: Number.POSITIVE_INFINITY,
      eachColumn: 2,
    }),
  ]
  assert.ok(trials.length > 40)
  return [...new Set(trials.flatMap(({ name, verdict, why }) => (verdict === 'fault' ? [`${name}: ${why}`] : [])))]
}

test('a reader that goes by position, ignores the day or reads zeros for unreadable cells is detected', () => {
  const faults = faultsOf(({ data }) => {
    const number = (text: string | undefined) => Math.round(100 * (Number.parseFloat(text ?? '') || 0))
    const rows = data.map(([stock_id = '', , pe, pb]) => ({
      ...{ stock_id, trade_date: 0, market: 'TWSE' },
      ...{ pe_ratio: number(pe), pb_ratio: number(pb) },
    }))
    return { kind: 'rows', rows, rejected: [], unread: [], left: [] }
  })
  for (const damage of [
    'columns shuffled',
    '本益比 dropped',
    'an unknown column in front',
    'a row of totals',
    'no rows',
  ])
    assert.ok(
      faults.some((fault) => fault.startsWith(damage)),
      `${damage} was not found`,
    )
  assert.ok(faults.some((fault) => /to (blank|dashes): p._ratio became 0/.test(fault)))
  assert.ok(faults.some((fault) => fault.includes('days on: answered another question')))
})

test('a reader that drops unreadable rows is detected', () => {
  const faults = faultsOf(({ date, fields, data }, request) => {
    if (date !== request.from) throw new TypeError('another day')
    const parsed = reading.read([tableOf('', fields, data)], request)
    return { kind: 'rows', ...parsed, rejected: [], left: [] }
  })
  assert.ok(faults.some((fault) => fault.includes('gone without a word')))
  assert.ok(faults.some((fault) => fault.includes('the reader failed: TypeError')))
})

test('a reader by titles that reports unreadable rows passes', () => {
  const faults = faultsOf(({ date, fields, data }, request) => {
    const table = tableOf('', fields, data)
    const parsed = reading.read([table], request)
    const left = data.length === 0 ? [{ why: 'nothing', rows: 0 }] : parsed.left
    return date === request.from
      ? rowsOutcome({ ...parsed, left })
      : { kind: 'other_day', reason: `asked for ${request.from}`, served: date }
  })
  assert.deepEqual(faults, [])
})
