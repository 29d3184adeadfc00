import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { codeOf } from '../../catalogue/accounts.ts'
import { t164sb03 } from './TaiwanStockBalanceSheet.ts'
import { t164sb05 } from './TaiwanStockCashFlowsStatement.ts'
import { t164sb04 } from './TaiwanStockFinancialStatement.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const sub = [{ main: '金額' }, { main: '%' }]
const filed = (season: string, reportList: unknown, title = '113年第1季', year = '113') => ({
  code: 200,
  message: '查詢成功',
  result: {
    year,
    season,
    titles: [{ main: '會計項目' }, { main: title, sub }, { main: '112年第1季', sub }],
    reportList,
  },
})
const lines = [
  ['營業收入合計', '1,000', '100.00', '900', '100.00'],
  ['　推銷費用', '(120)', '12.00', '100', '11.11'],
  ['　其他費用', '7', '', '', ''],
  ['　其他費用', '8', '', '', ''],
  ['淨利（淨損）歸屬於：', '', '', '', ''],
  ['　母公司業主', '300', '', '', ''],
  ['綜合損益總額歸屬於：', '', '', '', ''],
  ['　母公司業主', '310', '', '', ''],
  ['基本每股盈餘', '', '', '', ''],
  ['　繼續營業單位淨利', '1.20', '', '', ''],
  ['　基本每股盈餘合計', '1.23', '', '', ''],
]
const first = requestFor('2024-01-01', { to: '2024-03-31', id: '1111' })
const year = requestFor('2024-10-01', { to: '2024-12-31', id: '1111' })

test('every line has a code: its own, one by its heading, or one made of its name', () => {
  const outcome = readBytes(t164sb04, encode(filed('1', lines)), first)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  const rows = outcome.rows.map((row) => printed(t164sb04.dataset, row))
  assert.deepEqual(rows[0], {
    stock_id: '1111',
    report_date: '2024-03-31',
    period: 'quarterly',
    fiscal_year: 2024,
    fiscal_quarter: 1,
    type: 'Revenue',
    origin_name: '營業收入合計',
    value: '1000000.0000',
    unit: 'TWD',
    statement_scope: 'consolidated',
    is_derived: false,
  })
  assert.deepEqual(
    rows.map(({ type, value, unit }) => [type, value, unit]),
    [
      ['Revenue', '1000000.0000', 'TWD'],
      ['SellingExpenses', '-120000.0000', 'TWD'],
      ['NetIncomeAttributableToOwnersOfParent', '300000.0000', 'TWD'],
      ['ComprehensiveIncomeAttributableToOwnersOfParent', '310000.0000', 'TWD'],
      ['EPS', '1.2300', 'TWD_per_share'],
      [codeOf('其他費用'), '7000.0000', 'TWD'],
      [`${codeOf('其他費用')}__2`, '8000.0000', 'TWD'],
      [codeOf('基本每股盈餘繼續營業單位淨利'), '1.2000', 'TWD_per_share'],
    ],
  )
})

test('the fourth season of income is the year alone; balances and cash flows are of both', () => {
  const periods = (feed: typeof t164sb04, row: string[]) => {
    const outcome = readBytes(feed, encode(filed('4', [row], '113年度')), year)
    assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
    return outcome.rows.map(({ period, fiscal_quarter }) => [period, fiscal_quarter])
  }
  assert.deepEqual(periods(t164sb04, ['營業收入合計', '1']), [['annual', null]])
  const both = [
    ['quarterly', 4],
    ['annual', null],
  ]
  assert.deepEqual(periods(t164sb03, ['資產總計', '1']), both)
  assert.deepEqual(periods(t164sb05, ['期末現金及約當現金餘額', '1']), both)
})

test('another season, another year in the titles and other titles are rejected', () => {
  assert.equal(readBytes(t164sb04, encode(filed('2', lines)), first).kind, 'other_day')
  assert.equal(readBytes(t164sb04, encode(filed('1', lines, '112年第1季')), first).kind, 'changed')
  const { result, ...rest } = filed('1', lines)
  const titled = (titles: unknown) => readBytes(t164sb04, encode({ ...rest, result: { ...result, titles } }), first)
  const renamed = titled([{ main: '項目' }, ...result.titles.slice(1)])
  assert.ok(renamed.kind === 'changed' && renamed.reason.includes('會計項目'))
  assert.equal(titled([{ main: '會計項目' }, { main: '113年第1季', sub: [{ main: '%' }] }]).kind, 'changed')
  assert.equal(titled(undefined).kind, 'changed')
})

test('"not filed yet", "never filed" and a refusal give different outcomes', () => {
  const readMessage = (code: number, message: string) =>
    readBytes(t164sb04, encode({ code, message, result: null }), first)
  assert.equal(readMessage(406, '查無資料').kind, 'not_yet')
  const never = readMessage(500, '公司代號格式錯誤')
  assert.ok(never.kind === 'rows' && never.rows.length === 0)
  assert.equal(readMessage(500, '系統忙碌').kind, 'blocked')
  const page = new TextEncoder().encode('<html>因為安全性考量，您所執行的頁面無法呈現</html>')
  assert.equal(readBytes(t164sb04, page, first).kind, 'blocked')
  assert.equal(readBytes(t164sb04, encode(filed('1', lines)).subarray(0, 200), first).kind, 'blocked')
})

test('a filing may have a message of its own', () => {
  const { result, ...rest } = filed('1', lines)
  const outcome = readBytes(t164sb04, encode({ ...rest, result: { message: '', ...result } }), first)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length > 0)
})

test('an amount that is no number is rejected', () => {
  const outcome = readBytes(t164sb04, encode(filed('1', [...lines, ['停業單位損益', 'x']])), first)
  assert.ok(outcome.kind === 'rows' && outcome.rejected.length === 1)
})
