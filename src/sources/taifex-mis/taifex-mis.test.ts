import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { nightQuoteList, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

type Quotes = { RtCode: string; RtData: { QuoteCount: string; QuoteList: Record<string, string>[] } }

const fixture = (name: string): Quotes => JSON.parse(readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8'))
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const file = 'TaiwanFutureOptionTickRealtime.getQuoteList.json'
const day = requestFor('2024-05-02', { id: 'TX' })
const list = (quotes: unknown, request = day) => readBytes(quoteList, encode(quotes), request)

const last = {
  contract_code: 'TXFE4',
  trade_date: '2024-05-02',
  trading_session: 'regular',
  product_id: 'TX',
  product_type: 'futures',
  contract_name: '臺指期054',
  contract_month: '202405',
  strike_price: null,
  call_put: null,
  quote_time: '2024-05-02T05:44:59.000Z',
  last_price: '20150.0000',
  open: '20100.0000',
  high: '20200.0000',
  low: '20050.0000',
  reference_price: '20175.0000',
  spread: '-25.0000',
  spread_percent: '-0.12',
  limit_up: '22192.0000',
  limit_down: '18158.0000',
  volume: 1234,
  best_bid: '20149.0000',
  best_bid_size: 7,
  best_ask: '20151.0000',
  best_ask_size: 1,
  settlement_price: '20148.0000',
  open_interest: 5678,
  snapshot_time: '2024-05-02T05:44:59.000Z',
}
const untraded = { quote_time: null, last_price: null, open: null, high: null, low: null, spread: null }

test('quotes are read to the last digit; a contract that has not traded has no prices', () => {
  const outcome = list(fixture(file))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
  assert.deepEqual(
    outcome.rows.map((row) => printed(quoteList.dataset, row)),
    [
      last,
      {
        ...last,
        ...untraded,
        contract_code: 'TXFF4',
        contract_name: '臺指期064',
        contract_month: '202406',
        spread_percent: null,
        volume: null,
        open_interest: 0,
      },
    ],
  )
  assert.deepEqual(outcome.left, [
    { why: 'spot prices and headings', rows: 1 },
    { why: 'counted and not sent', rows: 1 },
  ])
})

test('a snapshot is as fresh as the publisher says, or as its newest trade', () => {
  const outcome = list(fixture(file), { ...day, modified: '2024-05-02T06:00:00Z' })
  assert.ok(outcome.kind === 'rows')
  assert.equal(outcome.rows[0]!.snapshot_time, Date.parse('2024-05-02T06:00:00Z'))
})

test('a night belongs to the trading day after its evening, past midnight too', () => {
  const night = fixture('TaiwanFutureOptionTickRealtime.getQuoteList.night.json')
  const outcome = readBytes(nightQuoteList, encode(night), requestFor('2024-05-06', { id: 'TXO' }))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  const row = printed(nightQuoteList.dataset, outcome.rows[0]!)
  assert.deepEqual(
    [row.trade_date, row.trading_session, row.quote_time, row.contract_month, row.strike_price, row.call_put],
    ['2024-05-06', 'after_hours', '2024-05-03T19:16:00.000Z', '202405W2', '20000.0000', 'put'],
  )
})

test('the heading of a list is no contract, by day or by night', () => {
  const night = fixture('TaiwanFutureOptionTickRealtime.getQuoteList.night.json')
  const blank = Object.fromEntries(Object.keys(night.RtData.QuoteList[0]!).map((key) => [key, '']))
  for (const [letter, feed, quotes, request] of [
    ['R', nightQuoteList, night, requestFor('2024-05-06', { id: 'TXO' })],
    ['Q', quoteList, fixture(file), day],
  ] as const) {
    const heading = { ...blank, SymbolID: `TXO-${letter}`, DispCName: '臺指選', DispEName: 'TXO', CDate: '20240503' }
    const list = [heading, ...quotes.RtData.QuoteList]
    const outcome = readBytes(feed, encode({ ...quotes, RtData: { ...quotes.RtData, QuoteList: list } }), request)
    assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
    assert.deepEqual(outcome.rejected, [], letter)
    assert.equal(outcome.left[0]?.why, 'spot prices and headings')
  }
})

test('another product, session or day is rejected', () => {
  assert.equal(list(fixture(file), requestFor('2024-05-02', { id: 'MTX' })).kind, 'changed')
  assert.equal(list(fixture(file), requestFor('2024-05-03', { id: 'TX' })).kind, 'not_yet')
  assert.equal(list(fixture(file), requestFor('2024-04-30', { id: 'TX' })).kind, 'other_day')
  assert.equal(readBytes(nightQuoteList, encode(fixture(file)), requestFor('2024-05-03', { id: 'TX' })).kind, 'changed')
})

test('any renamed column is rejected', () => {
  const { RtData, ...rest } = fixture(file)
  for (const key of Object.keys(RtData.QuoteList[0]!)) {
    const QuoteList = RtData.QuoteList.map(({ [key]: value, ...quote }) => ({ ...quote, new: value }))
    const outcome = list({ ...rest, RtData: { ...RtData, QuoteList } })
    if (outcome.kind === 'rows') assert.deepEqual(outcome.unread, ['new'], key)
    else assert.ok(outcome.kind === 'changed' && outcome.reason.includes(key), key)
  }
})

test('a refusal is blocked: a code, a page, a status, a cut', () => {
  assert.equal(list({ RtCode: '-1', RtMsg: 'busy' }).kind, 'blocked')
  const page = new TextEncoder().encode('<html><title>Request Rejected</title></html>')
  assert.equal(readBytes(quoteList, page, day).kind, 'blocked')
  assert.equal(readBytes(quoteList, new Uint8Array(), day, 429).kind, 'blocked')
  assert.equal(readBytes(quoteList, encode(fixture(file)).subarray(0, 300), day).kind, 'blocked')
})

test('futures and options are requested separately, by the codes of the system', () => {
  const request = (id: string) => quoteList.request(requestFor('2024-05-02', { id })).json
  assert.deepEqual(request('TX'), { CID: 'TXF', SymbolType: 'F', MarketType: '0' })
  assert.deepEqual(request('CDA'), { CID: 'CDA', SymbolType: 'O', MarketType: '0' })
  assert.deepEqual(nightQuoteList.request(requestFor('2024-05-02', { id: 'CD1' })).json, {
    CID: 'CD1',
    SymbolType: 'F',
    MarketType: '1',
  })
})
