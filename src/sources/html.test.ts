import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlTable, htmlTables } from './html.ts'
import { Unexpected } from './outcome.ts'

const outcomeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Unexpected) return error.outcome
    throw error
  }
  return null
}

test('cells are read whatever the tags are called and whether they end', () => {
  const [table] = htmlTables('<TABLE><tr><TH>a<th>b<tr align=right><td>1 <Td nowrap>&nbsp;2</td></tr></TABLE>')
  assert.deepEqual(
    table?.rows.map(({ cells }) => cells),
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  )
  assert.ok(table?.isWhole)
})

test('a table inside a cell is a table of its own', () => {
  const tables = htmlTables('<table><tr><td><table><tr><td>in</td></tr></table></td><td>out</td></tr></table>')
  assert.deepEqual(
    tables.map(({ rows }) => rows.map(({ cells }) => cells)),
    [[['in', 'out']], [['in']]],
  )
})

test('a table is found by its titles, with the headings its rows stand under', () => {
  const page = `<table><tr><td>menu</td></tr></table>
    <table><tr><th colspan=2>title</th></tr><tr><th>代<br>號</th><th>名稱</th></tr>
    <tr><td colspan=2><b> 股票 </b></td></tr><tr><td>1101</td><td>台泥</td></tr><tr><td>代號</td><td>名稱</td></tr>
    <tr><td colspan=2>ETF</td></tr><tr><td>0050</td><td>元大台灣50</td></tr></table>`
  const { titles, rows } = htmlTable(page, ['代號', '名稱'])
  assert.deepEqual(titles, ['代號', '名稱', 'section'])
  assert.deepEqual(rows, [
    ['1101', '台泥', '股票'],
    ['0050', '元大台灣50', 'ETF'],
  ])
})

test('a page without the columns has changed, one that breaks off was cut', () => {
  const changed = outcomeOf(() => htmlTable('<table><tr><td>代號</td><td>簡稱</td></tr></table>', ['代號', '名稱']))
  assert.deepEqual(
    [changed?.kind, changed && 'reason' in changed && changed.reason],
    ['changed', 'no table with the columns 名稱'],
  )
  assert.equal(outcomeOf(() => htmlTable('<table><tr><td>代號</td></tr><tr><td>1', ['代號']))?.kind, 'blocked')
})
