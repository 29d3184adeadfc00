import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { requestFor } from '../../test/support/feeds/fixture.ts'
import { dataset } from '../catalogue/dataset.ts'
import { dayOf } from '../days.ts'
import { date, decimal, integer, nullable, oneOf, text } from '../fields.ts'
import { Unexpected } from './outcome.ts'
import { column, combined, constant, fromRequest, lots, part, whole } from './reading.ts'
import { tableOf, tableOfObjects } from './tables.ts'

const plain = dataset({
  name: 'Plain',
  tier: 'free',
  category: 'other',
  title: { en: '', zh: '' },
  about: { en: '', zh: '' },
  columns: {
    stock_id: text('id', '代號'),
    trade_date: date('day', '日'),
    market: oneOf(['TWSE', 'TPEX'], 'market', '市場'),
    close: nullable(decimal(4, 'close', '收盤')),
    bought: integer('bought', '買進'),
    sold: integer('sold', '賣出'),
    note: nullable(text('note', '註')),
  },
  key: ['stock_id', 'trade_date'],
  date: 'trade_date',
  id: 'stock_id',
  example: null,
  update: '00:00',
  complete: null,
  sources: ['computed'],
})

const reading = whole(
  plain,
  {
    stock_id: '代號',
    trade_date: fromRequest(({ from }) => dayOf(from)),
    market: constant('TWSE'),
    close: '收盤價',
    bought: lots('買進', { under: '融資' }),
    sold: lots('買進', { under: '融券' }),
    note: column('註記', { since: '2020-01-01' }),
  },
  {
    ignore: ['名稱'],
    leave: [['totals', '代號', (id) => id.trim() === '']],
    identities: { 'bought is not sold': ({ bought, sold }) => bought !== sold },
  },
)

const titles = ['代號', '名稱', '收盤價', '買進', '買進', '註記']
const groups = ['', '', '', '融資', '融券', '']
const cells = ['1101 ', '台泥', '1,234.50', '2', '3', ' ']
const expected = {
  stock_id: '1101',
  trade_date: dayOf('2024-05-02'),
  market: 'TWSE',
  close: 12_345_000,
  bought: 2000,
  sold: 3000,
  note: null,
}
const request = requestFor('2024-05-02')
const made = (order: readonly number[], rows: readonly (readonly string[])[]) =>
  tableOf(
    '',
    order.map((at) => titles[at]),
    rows.map((row) => order.map((at) => row[at])),
    order.map((at) => ({ title: groups[at]!, span: 1 })),
  )
const inOrder = titles.map((_, at) => at)

const outcomeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Unexpected) return error.outcome
    throw error
  }
  return assert.fail('it was read')
}

test('a table is read by its titles, in whatever order columns and tables stand', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: titles.length }), fc.boolean(), (order, isLast) => {
      const other = tableOf('', ['指數', '收盤指數'], [['x', '1']])
      const tables = isLast ? [other, made(order, [cells])] : [made(order, [cells]), other]
      assert.deepEqual(reading.read(tables, request), { rows: [expected], unread: [], left: [], rejected: [] })
    }),
  )
})

test('a column that is missing, renamed, doubled or moved to another table is named', () => {
  for (const [change, reason] of [
    [['代號', '名稱', '收盤', '買進', '買進', '註記'], '收盤價'],
    [['代號', '名稱', '收盤價', '買進', '買進', '註'], '註記'],
    [['代號', '代號', '收盤價', '買進', '買進', '註記'], '代號 (there 2 times)'],
  ] as const) {
    const table = { ...made(inOrder, [cells]), titles: change }
    const outcome = outcomeOf(() => reading.read([table], request))
    assert.equal(outcome.kind, 'changed')
    assert.ok('reason' in outcome && outcome.reason.includes(reason), JSON.stringify(outcome))
  }
  const split = [made([0, 1, 3, 4, 5], [cells]), tableOf('', ['代號', '收盤價'], [['1101', '1']])]
  assert.match((outcomeOf(() => reading.read(split, request)) as { reason: string }).reason, /收盤價/)
})

test('a table that lacks a column is an error, not skipped in favour of another table', () => {
  const outcome = outcomeOf(() => reading.read([made(inOrder, [cells]), made([0, 1, 3, 4, 5], [cells])], request))
  assert.match((outcome as { reason: string }).reason, /收盤價/)
})

test('an unknown column is reported', () => {
  const table = tableOf(
    '',
    [...titles, '新欄'],
    [[...cells, '?']],
    groups.map((title) => ({ title, span: 1 })),
  )
  assert.deepEqual(reading.read([table], request).unread, ['新欄'])
})

test('a column that came later may be missing before, and not after', () => {
  const early = reading.read([made([0, 1, 2, 3, 4], [cells])], requestFor('2019-12-31'))
  assert.deepEqual(early.rows, [{ ...expected, trade_date: dayOf('2019-12-31') }])
  assert.equal(
    outcomeOf(() => reading.read([made([0, 1, 2, 3, 4], [cells])], requestFor('2020-01-01'))).kind,
    'changed',
  )
})

test('rows left out by rule are counted, bad ones are named, repeats are told from contradictions', () => {
  const whole = made(inOrder, [
    cells,
    ['', '合計', '', '', '', ''],
    cells,
    ['1101', '', '2.00', '2', '3', ''],
    ['1102', '', 'abc', '2', '3', ''],
    ['1103', '', '1', '--', '3', ''],
    ['1104', '', '1', '2', '2', ''],
  ])
  const parsed = reading.read([{ ...whole, rows: [...whole.rows, ['1105', '', '1']] }], request)
  assert.equal(parsed.rows.length, 1)
  assert.deepEqual(parsed.left, [
    { why: 'totals', rows: 1 },
    { why: 'repeats', rows: 1 },
  ])
  assert.deepEqual(
    parsed.rejected.map(({ column: at, why }) => `${at} ${why}`),
    [
      'stock_id, trade_date comes twice, with other values',
      'close cannot be read',
      'bought has no value',
      'bought is not sold does not hold',
      '買進 the row ends after 3 of 6 cells',
    ],
  )
})

test('a row of another width is rejected before any rule can leave it out, unless what is more is blank', () => {
  const table = made(inOrder, [cells])
  const rows = [
    [...cells, ' ', ''],
    ['', '合計'],
    ['1102', ...cells.slice(1), 'x'],
  ]
  const parsed = reading.read([{ ...table, rows }], request)
  assert.deepEqual([parsed.rows.length, parsed.left], [1, []])
  assert.deepEqual(
    parsed.rejected.map(({ why }) => why),
    ['the row ends after 2 of 6 cells', 'the row goes on after 6 cells'],
  )
})

test('without the column that marks unwanted rows, no row is read', () => {
  const others = part(
    plain,
    { stock_id: constant('1101'), close: '收盤價' },
    { leave: [['other indices', ['指數', '名稱'], (name) => name !== '加權']] },
  )
  const rows = [
    ['加權', '1'],
    ['水泥', '2'],
  ]
  for (const title of ['指數', '名稱'])
    assert.equal(others.read([tableOf('', [title, '收盤價'], rows)], request).rows[0]!.close, 10_000)
  const outcome = outcomeOf(() => others.read([tableOf('', ['名', '收盤價'], rows)], request))
  assert.ok(outcome.kind === 'changed' && outcome.reason.includes('指數 or 名稱'))
})

test('an empty first table of several is reported', () => {
  const [empty, full] = [made(inOrder, []), made(inOrder, [cells])]
  assert.deepEqual(reading.read([empty, full], request).left, [{ why: 'the first table holds nothing: ', rows: 0 }])
  assert.deepEqual(reading.read([full, empty], request).left, [])
})

test('a number that stands for no value does so however it is written', () => {
  const terms = part(plain, { stock_id: 'Code', close: column('Price', { none: ['0.00', '9999.95'] }) })
  const prices = ['0', '0.0000', '９９９９．９５', '9,999.95', '9999.9500', '0.01']
  const table = tableOfObjects(prices.map((Price, at) => ({ Code: `110${at}`, Price })))
  assert.deepEqual(
    terms.read([table], request).rows.map(({ close }) => close),
    [null, null, null, null, null, 100],
  )
})

test('cells are read by the options of their column', () => {
  const terms = part(plain, {
    stock_id: column('Code', { also: ['code'] }),
    close: column('Rate', { suffix: '%', none: ['9999.95'] }),
    bought: column('Lots', { nth: [0, 1], blank: 0, times: 1000 }),
    sold: combined(['a', 'b'], (a, b) => Number(a) + Number(b)),
    note: null,
  })
  const table = tableOfObjects([
    { code: '1101', Rate: '3.500%', Lots: '', a: '1', b: 2 },
    { code: '1102', Rate: 9999.95, Lots: '7', a: '1', b: 3 },
  ])
  assert.deepEqual(terms.read([table], request).rows, [
    { stock_id: '1101', close: 35_000, bought: 0, sold: 3, note: null },
    { stock_id: '1102', close: null, bought: 7000, sold: 4, note: null },
  ])
  assert.deepEqual(terms.fills, ['stock_id', 'close', 'bought', 'sold'])
})

test('objects with other keys than the first still give one table', () => {
  assert.deepEqual(tableOfObjects([{ a: '1' }, { b: '2', a: '3' }]), {
    title: '',
    titles: ['a', 'b'],
    written: ['a', 'b'],
    groups: ['', ''],
    rows: [
      ['1', ''],
      ['3', '2'],
    ],
  })
})
