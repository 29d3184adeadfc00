import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { eg28d01 } from './CentralBankRate.ts'
import { ef15m01 } from './CurrencyCirculation.ts'
import { bp01d01 } from './ExchangeRate.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const labels = (...names: string[]) => names.map((data) => ({ data }))

const money = (name = 'EF15M01', units = '新台幣百萬元,%') => ({
  meta: { filename: `${name}.px`, units },
  data: {
    structure: {
      Table1: labels('貨幣機構以外各部門持有通貨', '貨幣總計數 -Ｍ１Ｂ'),
      Table2: labels('原始值', '年增率'),
    },
    dataSets: [
      ['2024M04', '3212345', '5.29', '26958124', '7.62'],
      ['2024M05', '3245678', '-', '27000000', '7.7'],
    ],
  },
})
const may = requestFor('2024-05-01')

test('currency outside banks is found by its labels, in TWD', () => {
  const outcome = readBytes(ef15m01, encode(money()), may)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
  const shared = { country: 'TW', currency: 'TWD', basis: 'daily_average' }
  assert.deepEqual(
    outcome.rows.map((row) => printed(ef15m01.dataset, row)),
    [
      { ...shared, report_month: '2024-04-01', amount: '3212345000000.00', yoy_percent: '5.29' },
      { ...shared, report_month: '2024-05-01', amount: '3245678000000.00', yoy_percent: null },
    ],
  )
})

test('labels in another order are read with their columns', () => {
  const { data, ...rest } = money()
  const swapped = {
    ...rest,
    data: {
      structure: { Table1: data.structure.Table1.toReversed(), Table2: data.structure.Table2 },
      dataSets: data.dataSets.map(([month, a, b, c, d]) => [month, c, d, a, b]),
    },
  }
  assert.deepEqual(readBytes(ef15m01, encode(swapped), may), readBytes(ef15m01, encode(money()), may))
})

test('another file, unit, label or row width is rejected', () => {
  assert.equal(readBytes(ef15m01, encode(money('EF17M01')), may).kind, 'changed')
  assert.equal(readBytes(ef15m01, encode(money('EF15M01', '新台幣億元,%')), may).kind, 'changed')
  const renamed = JSON.parse(JSON.stringify(money()).replace('貨幣機構以外各部門持有通貨', '通貨'))
  const outcome = readBytes(ef15m01, encode(renamed), may)
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('持有通貨/原始值'))
  const narrow = money()
  narrow.data.dataSets[0]!.pop()
  assert.equal(readBytes(ef15m01, encode(narrow), may).kind, 'changed')
})

test('a missing month is not published yet', () => {
  assert.equal(readBytes(ef15m01, encode(money()), requestFor('2024-06-30')).kind, 'not_yet')
  assert.equal(readBytes(ef15m01, encode(money()), requestFor('2024-05-31')).kind, 'rows')
})

test('an HTML page and a truncated file are blocked', () => {
  const page = new TextEncoder().encode('<html><title>Access Denied</title></html>')
  for (const feed of [ef15m01, eg28d01, bp01d01]) {
    assert.equal(readBytes(feed, page, may).kind, 'blocked')
    assert.equal(readBytes(feed, encode(money()).subarray(0, 100), may).kind, 'blocked')
  }
})

test('only changes of the discount rate are rows', () => {
  const rates = {
    data: {
      structure: { Table1: labels('重貼現率', '擔保放款融通利率') },
      dataSets: [
        ['20240322', '2.000', '2.375'],
        ['20230324', '1.875', '2.250'],
        ['20230601', '1.875', '2.300'],
      ],
    },
  }
  const outcome = readBytes(eg28d01, encode(rates), may)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  const shared = {
    bank_code: 'CBC',
    bank_name: 'Central Bank of the Republic of China (Taiwan)',
    country_code: 'TW',
    rate_name: 'CBC discount rate',
  }
  assert.deepEqual(
    outcome.rows.map((row) => printed(eg28d01.dataset, row)),
    [
      { ...shared, effective_date: '2023-03-24', interest_rate: '1.8750', change_bp: null },
      { ...shared, effective_date: '2024-03-22', interest_rate: '2.0000', change_bp: '12.50' },
    ],
  )
  assert.deepEqual(outcome.left, [{ why: 'adjustments of other rates', rows: 1 }])
  const renamed = JSON.parse(JSON.stringify(rates).replace('重貼現率', '基準利率'))
  const changed = readBytes(eg28d01, encode(renamed), may)
  assert.ok(changed.kind === 'changed' && changed.reason.includes('重貼現率'))
})

test('days with an interbank close have rows', () => {
  const closes = {
    data: {
      structure: { Table1: labels('新台幣NTD/USD', '日圓JPY/USD') },
      dataSets: [
        ['20240501', '-', '155.1'],
        ['20240502', '32.445', '153.6'],
      ],
    },
  }
  const outcome = readBytes(bp01d01, encode(closes), requestFor('2024-05-02'))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual(
    outcome.rows.map((row) => printed(bp01d01.dataset, row)),
    [{ currency: 'USD', trade_date: '2024-05-02', spot_sell: '32.445000' }],
  )
})
