import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionsAt, type SqlNames, wordAt } from './completion.ts'

const names: SqlNames = {
  tables: [
    {
      ...{ name: 'TaiwanStockPrice', table: 'taiwan_stock_price', title: '個股日行情' },
      columns: [
        ['stock_id', '代號'],
        ['trade_date', '日期'],
        ['close', '收盤價'],
      ],
    },
    {
      ...{ name: 'TaiwanStockPER', table: 'taiwan_stock_per', title: '本益比' },
      columns: [
        ['stock_id', '代號'],
        ['pe_ratio', '本益比'],
      ],
    },
  ],
  functions: ['abs', 'arg_max', 'corr'],
}

/** The names proposed at the mark `|` of a text. */
function proposed(marked: string, isWanted = false): readonly string[] {
  const at = marked.indexOf('|')
  return completionsAt(names, marked.replace('|', ''), at, isWanted)?.found.map(({ name }) => name) ?? []
}

test('after FROM and JOIN there are tables, by the start of the name or of a part of it', () => {
  assert.deepEqual(proposed('SELECT 1 FROM Tai|'), [
    ...['TaiwanStockPrice', 'TaiwanStockPER'],
    ...['taiwan_stock_price', 'taiwan_stock_per'],
  ])
  assert.deepEqual(proposed('SELECT 1 FROM x JOIN pric|'), ['TaiwanStockPrice', 'taiwan_stock_price'])
  assert.deepEqual(proposed('SELECT 1 FROM 本益|'), ['TaiwanStockPER', 'taiwan_stock_per'])
})

test('elsewhere there are the columns of the datasets in the text, then functions', () => {
  assert.deepEqual(proposed('SELECT c| FROM TaiwanStockPrice'), ['close', 'corr'])
  assert.deepEqual(proposed('SELECT c| FROM TaiwanStockPER'), ['corr'])
  assert.deepEqual(proposed('SELECT date| FROM taiwan_stock_price'), ['trade_date'])
  assert.deepEqual(proposed('SELECT 收盤| FROM taiwan_stock_price'), ['close'])
  const joined = 'FROM TaiwanStockPrice p JOIN TaiwanStockPER AS r ON p.stock_id = r.stock_id'
  assert.deepEqual(proposed(`SELECT r.| ${joined}`), ['stock_id', 'pe_ratio'])
  assert.deepEqual(proposed(`SELECT p.| ${joined}`), ['stock_id', 'trade_date', 'close'])
})

test('a keyword, a complete name, a number, a text and a comment have none', () => {
  for (const text of [
    ...['SELECT| ', 'SELECT close| FROM TaiwanStockPrice', 'SELECT 1a|', "SELECT 'cl| FROM TaiwanStockPrice"],
    ...['-- cl| TaiwanStockPrice', 'SELECT |', 'FROM TaiwanStockPrice LIMIT|'],
  ])
    assert.deepEqual(proposed(text), [], text)
  assert.ok(proposed('SELECT | FROM TaiwanStockPER', true).includes('pe_ratio'))
  assert.deepEqual(proposed("SELECT 'it''s', c| -- TaiwanStockPrice"), ['close', 'corr'])
})

test('a name is taken over the whole word, and a fault is the word at its place', () => {
  const text = 'SELECT clo_x FROM TaiwanStockPrice'
  const { from, to } = completionsAt(names, text, 10)!
  assert.equal(text.slice(from, to), 'clo_x')
  for (const [sql, line, column, word] of [
    ['SELECT t.clsoe\nFROM x t', 1, 8, 'clsoe'],
    ['SELECT 1\nFROM Prise', 2, 6, 'Prise'],
    ['SELECT )', 1, 8, ')'],
    ['SELECT', 1, 7, ''],
  ] as const) {
    const place = wordAt(sql, { line, column })
    assert.equal(sql.slice(place.from, place.to), word)
  }
})
