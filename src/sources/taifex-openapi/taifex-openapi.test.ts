import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { feedNamed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'

const dailyOpt = feedNamed('taifex-openapi TaiwanOptionsBrokerDaily Daily_OPT')
const futuresSettled = feedNamed('taifex-openapi TaiwanFuturesSettlement FinalSettlementPrice')
const day = requestFor('2024-05-02')

const encode = (text: string) => new TextEncoder().encode(text)
const fixture = (name: string) => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')
const brokers = fixture('TaiwanOptionsBrokerDaily.Daily_OPT.json')

test('a list of an older day is not published yet, and one of a newer day is another day', () => {
  assert.equal(readBytes(dailyOpt, encode(brokers), requestFor('2024-05-03')).kind, 'not_yet')
  const outcome = readBytes(dailyOpt, encode(brokers), requestFor('2024-04-30'))
  assert.ok(outcome.kind === 'other_day' && outcome.served === '2024-05-02')
})

test('an empty list that always has rows is not published yet', () => {
  assert.equal(readBytes(dailyOpt, encode('[]'), day).kind, 'not_yet')
})

test('a list served as a file has the same rows, whichever language its titles have', () => {
  const [row] = JSON.parse(brokers) as [Record<string, string>]
  const expected = readBytes(dailyOpt, encode(brokers), day)
  for (const titles of [Object.keys(row), ['期貨商代號', '期貨商名稱', '日期', '商品', '交易量']]) {
    const file = `\ufeff${titles.join(',')}\r\n${Object.values(row).join(',')}\r\n`
    assert.deepEqual(readBytes(dailyOpt, encode(file), day), expected)
    assert.equal(readBytes(dailyOpt, encode(file.slice(0, -3)), day).kind, 'blocked')
  }
})

test('a list made before the day is not published yet', () => {
  const list = encode(fixture('TaiwanFuturesSettlement.FinalSettlementPrice.json'))
  const made = (modified: string) => readBytes(futuresSettled, list, requestFor('2024-05-02', { modified })).kind
  assert.equal(made('2024-05-01T22:36:49Z'), 'rows')
  assert.equal(made('2024-05-01T12:00:00Z'), 'not_yet')
})

test('a product of a class that is not known is rejected, not called a stock', () => {
  const list = fixture('TaiwanFuturesSettlement.FinalSettlementPrice.json').replace('一號ETF期貨', '臺灣火箭指數期貨')
  const outcome = readBytes(futuresSettled, encode(list), day)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 3)
  assert.deepEqual(
    outcome.rejected.map(({ column }) => column),
    ['product_category'],
  )
})
