import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'
import { csvLine } from './csvLine.ts'
import { printCsvRows } from './csvRows.ts'
import type { Cell, PageColumn } from './page.ts'

const columnOf = (name: string): PageColumn => ({ name, kind: 'text', scale: 0, isNullable: true, heading: name })

const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '台積電', 'a,b', 'say "x"', '},\n{"a":', 'null', '\r\n', '\\', '2330', ' ', '\u2028'),
)
const cells: fc.Arbitrary<Cell> = fc.oneof(
  texts,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('1.5000', '-0.0001', '2026-11-13'),
)
const tables = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom('a', 'close', 'n', 'x"y', '價'),
      fc.string({ minLength: 1 }).filter((name) => !/^(?:0|[1-9]\d*|__proto__)$/.test(name)),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((names) =>
    fc.record({
      names: fc.constant(names),
      rows: fc.array(fc.array(cells, { minLength: names.length, maxLength: names.length }), { maxLength: 8 }),
    }),
  )

const printed = (text: string, names: readonly string[]): string => {
  const rows = new Uint8Array(Buffer.from(text))
  return Buffer.from(rows.subarray(0, printCsvRows(rows, names.map(columnOf)))).toString()
}

test('rows of JSON become the lines of their cells', () => {
  fc.assert(
    fc.property(tables, ({ names, rows }) => {
      const text = rows
        .map((row) => JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]]))))
        .join(',\n')
      assert.equal(printed(text, names), rows.map(csvLine).join(''))
    }),
    { numRuns: process.env.TORTURE ? 2_000 : 300 },
  )
})

test('a row with other keys than the columns is decoded', () => {
  const rows = ['{"b":1,"a":"x"}', '{"a":"x","b":1}', '{"a":"x"}', '{"a":"x","b":1,"c":2}'].join(',\n')
  assert.equal(printed(rows, ['a', 'b']), 'x,1\r\nx,1\r\nx,\r\nx,1\r\n')
})

test('a row that is no JSON is an error', () => {
  for (const row of ['{"a":1,"b":', '{"a":"1,"b":2}', '{"a":1', 'x'])
    assert.throws(() => printed(row, ['a', 'b']), SyntaxError, row)
})
