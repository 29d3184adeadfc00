import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import type { Kind } from '../fields.ts'
import { boundsOf, encodersIn } from './bounds.ts'
import { cutColumns } from './cut.ts'
import { type EncodedColumn, RowWriter } from './encode.ts'

type TestColumn = { readonly name: string; readonly kind: Kind; readonly scale: number }
type Cell = string | number | boolean | null

const columns: readonly TestColumn[] = [
  { name: 'id', kind: 'text', scale: 0 },
  { name: 'day', kind: 'date', scale: 0 },
  { name: 'count', kind: 'integer', scale: 0 },
  { name: 'price', kind: 'decimal', scale: 4 },
  { name: 'is_open', kind: 'boolean', scale: 0 },
  { name: 'at', kind: 'datetime', scale: 0 },
]

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The value that a reader sees after `JSON.parse`. */
function expectedOf({ kind, scale }: TestColumn, cell: Cell): unknown {
  if (cell === null || kind === 'text' || kind === 'boolean' || kind === 'integer') return cell
  const number = cell as number
  if (kind === 'date') return isoDay(number)
  if (kind === 'datetime') return `${new Date(number + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
  const digits = String(Math.abs(number)).padStart(scale + 1, '0')
  return `${number < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Encodes plain rows as the page files hold them. */
function encode(rows: readonly (readonly Cell[])[], capacity = 16): Buffer {
  const encoded = columns.map((column, at): EncodedColumn => {
    const cells = rows.map((row) => row[at]!)
    const words = [...new Set(cells.filter((cell) => typeof cell === 'string'))].sort()
    const numberOf = (cell: Cell): number =>
      cell === null ? Number.NaN : typeof cell === 'string' ? words.indexOf(cell) : Number(cell)
    const values = Float64Array.from(cells, numberOf)
    return { ...column, values, words: words.map((word) => Buffer.from(JSON.stringify(word))) }
  })
  const writer = new RowWriter(encoded, capacity)
  let length = 0
  for (const row of rows.keys()) length += writer.write(row)
  assert.equal(length, writer.length)
  return Buffer.from(writer.bytes.subarray(0, writer.length))
}

const orNull = <T>(cell: fc.Arbitrary<T>) => fc.option(cell, { nil: null, freq: 5 })
const rowsOf = fc.array(
  fc.tuple(
    orNull(fc.string({ unit: 'grapheme', maxLength: 40 })),
    orNull(fc.integer({ min: -20_000, max: 40_000 })),
    orNull(fc.maxSafeInteger()),
    orNull(fc.maxSafeInteger()),
    orNull(fc.boolean()),
    orNull(fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000)),
  ),
  { maxLength: 40 },
)

/** Reads encoded rows, with or without the separator of the last one. */
const parse = (bytes: Buffer): unknown[] => JSON.parse(`[${bytes.toString().replace(/,\n$/, '')}]`)

test('encoded rows are JSON with exactly the values of the columns, whatever the size of the first buffer', () => {
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 0, max: 200_000 }), (rows, capacity) => {
      const expected = rows.map((row) =>
        Object.fromEntries(columns.map((column, at) => [column.name, expectedOf(column, row[at]!)])),
      )
      assert.deepEqual(parse(encode(rows, capacity)), expected)
    }),
    runs(200),
  )
})

test('round amounts beyond 2^53 keep every digit', () => {
  const bytes = encode([['a', 0, 2 ** 60, 2 ** 60, null, null]])
  assert.match(bytes.toString(), /"count":1152921504606846976,"price":"115292150460684.6976"/)
})

test('cut columns are those that JSON.parse and a projection give, in the order of the dataset', () => {
  const dataset = {
    columns: Object.fromEntries(columns.map(({ name, kind }) => [name, { kind }])),
  } as unknown as Dataset
  const names = columns.map(({ name }) => name)
  fc.assert(
    fc.property(rowsOf, fc.subarray(names, { minLength: 1 }), fc.nat(20), (rows, wanted, place) => {
      const bytes = encode(rows)
      const target = Buffer.alloc(place + bytes.length + 8, 0x20)
      const length = cutColumns(bytes, dataset, wanted, target, place)
      const expected = (parse(bytes) as Record<string, unknown>[]).map((row) =>
        Object.fromEntries(names.filter((name) => wanted.includes(name)).map((name) => [name, row[name]])),
      )
      assert.deepEqual(parse(target.subarray(place, place + length)), expected)
      assert.equal(target.subarray(0, place).toString().trim(), '')
    }),
    runs(200),
  )
})

test('more memory never means fewer rows at once, and little memory means one encoder', () => {
  const sizes = ['64MB', '256MB', '1GB', '4GB'].map(boundsOf)
  for (const [i, { rows, bytes }] of sizes.entries()) {
    assert.ok(rows >= 10_000 && bytes >= 8 << 20)
    assert.ok(rows >= (sizes[i - 1]?.rows ?? 0) && bytes >= (sizes[i - 1]?.bytes ?? 0))
  }
  assert.equal(encodersIn('256MB'), 1)
  assert.ok(encodersIn('4GB') >= 1)
})
