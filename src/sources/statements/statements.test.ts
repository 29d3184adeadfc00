import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printed, requestFor } from '../../../test/support/feeds/fixture.ts'
import { openApiEvents, openApiTable } from '../openapi.ts'
import { asStored } from './cumulative.ts'
import { balanceSheets, incomeStatements } from './readings.ts'

const request = requestFor('2024-05-02')
const json = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
const head = { 出表日期: '1130502', 年度: '113', 季別: '1', 公司代號: '1111', 公司名稱: '甲乙丙' }
/** Columns that every list has. */
const core = { '本期淨利（淨損）': '', '淨利（淨損）歸屬於母公司業主': '' }
const read = (row: Record<string, string>) =>
  incomeStatements.read([openApiTable(json([{ ...head, ...core, ...row }]))!], request)
const typed = (row: Record<string, string>) =>
  Object.fromEntries(
    read(row)
      .rows.map((one) => printed(incomeStatements.dataset, one))
      .map(({ type, value }) => [type, value]),
  )

test('amounts in thousands become whole TWD to the last digit, and earnings a share stay as they are', () => {
  assert.deepEqual(typed({ 營業收入: '1,234,567.00', '基本每股盈餘（元）': '-0.05' }), {
    Revenue: '1234567000.0000',
    EPS: '-0.0500',
  })
})

test('a line without a code gets a stable one, and an unknown line is reported', () => {
  const parsed = read({ 營業收入: '1', 全新科目: '2' })
  assert.deepEqual(parsed.unread, ['全新科目'])
  const [, line] = parsed.rows
  assert.match(String(line!.type), /^X_[0-9a-f]{8}$/)
  assert.deepEqual(read({ 全新科目: '2' }).rows[0]!.type, line!.type)
})

test('a list without a column that decides on all of its rows is not understood', () => {
  const without = Object.fromEntries(Object.entries(core).slice(0, 1))
  const list = openApiTable(json([{ ...head, ...without, 營業收入: '1' }]))!
  assert.throws(() => incomeStatements.read([list], request), /歸屬於母公司業主/)
})

test("any industry's name for the parent's share marks a consolidated statement", () => {
  const sheet = { 資產總計: '1000', 負債總計: '300', 權益總計: '700' }
  for (const owners of ['歸屬於母公司業主之權益合計', '歸屬於母公司業主之權益', '歸屬於母公司業主權益合計']) {
    const scopeOf = (amount: string) =>
      balanceSheets.read([openApiTable(json([{ ...head, ...sheet, [owners]: amount }]))!], request).rows[0]!
        .statement_scope
    assert.deepEqual([scopeOf('690'), scopeOf('')], ['consolidated', 'individual'], owners)
  }
})

test('an amount of others beside owners that have none is not taken', () => {
  const row = { 資產總計: '1000', 負債總計: '300', 權益總計: '700', 歸屬於母公司業主之權益合計: '', 非控制權益: '10' }
  const { rows, rejected } = balanceSheets.read([openApiTable(json([{ ...head, ...row }]))!], request)
  assert.deepEqual([rows.length, rejected.length], [0, 1])
})

test('a company that comes twice is counted where it says the same, and rejected where it does not', () => {
  const rows = (second: string) => {
    const row = { ...head, ...core, 營業收入: '1' }
    return incomeStatements.read([openApiTable(json([row, { ...row, 營業收入: second }]))!], request)
  }
  assert.deepEqual(rows('1').left[0], { why: 'repeats', rows: 1 })
  assert.deepEqual([rows('2').rows.length, rows('2').rejected[0]!.why], [1, 'comes twice, with other values'])
})

test('a company without a code is rejected, and lines without an amount are counted', () => {
  const { rows, rejected, left } = read({ 公司代號: '合計', 營業收入: '1' })
  assert.deepEqual([rows.length, rejected[0]!.column, left], [0, 'stock_id', []])
  assert.deepEqual(read({ 營業收入: '1', 營業成本: '--' }).left, [{ why: 'lines without an amount', rows: 3 }])
})

test('a statement with a parent’s share is consolidated, and one without is individual', () => {
  const scopeOf = (row: Record<string, string>) => read(row).rows[0]!.statement_scope
  assert.equal(scopeOf({ 營業收入: '1', '淨利（淨損）歸屬於母公司業主': '1' }), 'consolidated')
  assert.equal(scopeOf({ 營業收入: '1', '淨利（淨損）歸屬於母公司業主': '' }), 'individual')
})

test('numbers that stand under each other’s titles do not add up, and are not taken', () => {
  const parse = openApiEvents(balanceSheets)
  const owners = { 歸屬於母公司業主之權益合計: '' }
  const sheet = { ...owners, 資產總額: '1000', 負債總額: '300', 權益總額: '700' }
  const outcome = parse(json([{ ...head, ...sheet }]), request)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 3)
  const moved = { ...owners, 資產總額: '300', 負債總額: '700', 權益總額: '1000' }
  assert.throws(() => parse(json([{ ...head, ...moved }]), request), /資產總計 is not 負債總計/)
})

test('an empty list between two quarters is a valid response', () => {
  const outcome = openApiEvents(balanceSheets)(json([]), request)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 0)
})

const line = (quarter: number, value: number) => ({
  stock_id: '1111',
  fiscal_year: 2024,
  fiscal_quarter: quarter,
  period: 'quarterly',
  type: 'Revenue',
  value,
  is_derived: false,
})

test('a sum since 1 January is stored as what it is, the first also as its quarter and the fourth as its year', () => {
  const sum = (quarter: number, value: number) => ({ ...line(quarter, value), period: 'cumulative' })
  assert.deepEqual(asStored([line(1, 300), line(3, 900), line(4, 1200)]), [
    sum(1, 300),
    line(1, 300),
    sum(3, 900),
    sum(4, 1200),
    { ...line(4, 1200), period: 'annual', fiscal_quarter: null },
  ])
})
