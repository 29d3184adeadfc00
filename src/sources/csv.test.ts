import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csv } from './csv.ts'
import { Unexpected } from './outcome.ts'

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

test('what is written in quotes is read back', () => {
  const cell = fc.string().map((text) => text.replaceAll('\r', ''))
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      (records, end) => {
        assert.deepEqual(csv(records.map((record) => record.map(quoted).join(',') + end).join('')), records)
      },
    ),
  )
})

test('plain cells, text forced with an equals sign, empty cells at the ends', () => {
  assert.deepEqual(csv('證券代號,名稱\r\n="0050",元大台灣50\n"1,234" ,\n,x\n'), [
    ['證券代號', '名稱'],
    ['0050', '元大台灣50'],
    ['1,234', ''],
    ['', 'x'],
  ])
  assert.deepEqual(csv('a,\n'), [['a', '']])
  assert.deepEqual(csv(''), [])
})

test('text after the closing quote of a cell must be padding', () => {
  assert.deepEqual(csv('"1" ,2\r\n'), [['1', '2']])
  assert.throws(
    () => csv('"1"2,3\n'),
    (error) => error instanceof Unexpected && error.outcome.kind === 'changed',
  )
})

test('a file that ends inside a cell or a line was cut', () => {
  for (const text of ['a,b\n"1,2', 'a,b\n1,2', 'a,b\n"1","2\n'])
    assert.throws(
      () => csv(text),
      (error) => error instanceof Unexpected && error.outcome.kind === 'blocked',
    )
})
