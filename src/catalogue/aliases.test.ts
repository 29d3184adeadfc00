import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aliasedColumns, aliasedDatasets, aliasesOf } from './aliases.ts'
import { columnsOf } from './dataset.ts'
import { catalogue, find } from './index.ts'

test('aliases point to columns of the catalogue', () => {
  for (const name of aliasedDatasets) {
    const dataset = find(name)
    assert.ok(dataset, name)
    for (const column of aliasedColumns(name)) assert.ok(column in dataset.columns, `${name}.${column}`)
  }
})

test('value aliases map to values of their column', () => {
  // A list of securities may have kinds that one of the two datasets has not.
  for (const dataset of catalogue)
    for (const [column, { values: known }] of columnsOf(dataset))
      for (const { values = {}, otherwise = '' } of aliasesOf(dataset, column))
        for (const word of [...Object.values(values), otherwise])
          if (known && word !== '' && word !== 'warrant')
            assert.ok(known.includes(word) || column === 'market', `${dataset.name}.${column} ${word}`)
})

test('a name that needs another beside it comes before our own, and every dataset with a key date knows it as date', () => {
  const dividends = find('TaiwanStockDividendResult')!
  assert.deepEqual(
    aliasesOf(dividends, 'dividend_reference_price').map(({ title, beside }) => [title, beside]),
    [['reference_price', 'after_price']],
  )
  assert.ok(aliasesOf(dividends, 'reference_price').some(({ beside }) => beside === 'after_price'))
  assert.deepEqual(aliasesOf(dividends, 'ex_date'), [{ title: 'date' }])
  // FinMind's date of revenue is the month after the one it is about.
  assert.deepEqual(aliasesOf(find('TaiwanStockMonthRevenue')!, 'report_month'), [{ title: 'revenue_month' }])
})
