import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import { ratioOf, times } from './ratio.ts'
import { decimalSql, halfUp, halfUpSql, unitsSql } from './rounding.ts'
import { inlineSql } from './sql.ts'

const lake = await lakeOf([])
const one = async (sql: string) => (await lake.select(`SELECT CAST(${sql} AS VARCHAR) AS value`))[0]!.value

test('a half goes up, above and below zero', () => {
  for (const [n, d, expected] of [
    [99_997_5n, 10n, 99_998n],
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, 0n],
    [-6n, 10n, -1n],
    [-15n, 10n, -1n],
    [-20n, 10n, -2n],
    [0n, 3n, 0n],
  ] as const)
    assert.equal(halfUp(n, d), expected, `${n}/${d}`)
})

test('SQL rounds as BigInt does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(0n, 10n ** 30n), fc.bigInt(1n, 10n ** 30n), async (n, d) => {
      assert.equal(await one(halfUpSql(`${n}::HUGEINT`, `${d}::HUGEINT`)), String(halfUp(n, d)))
    }),
    runs(30),
  )
  assert.equal(await one(halfUpSql('5', '0')), null)
})

test('a decimal survives the way to whole numbers and back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(-(10n ** 12n) + 1n, 10n ** 12n - 1n), fc.constantFrom(2, 4, 6), async (units, scale) => {
      const text = await one(decimalSql(`${units}::BIGINT`, scale))
      assert.equal(await one(unitsSql(`'${text}'::DECIMAL(18,${scale})`, scale)), String(units))
    }),
    runs(30),
  )
})

test('a product of ratios is exact and in lowest terms', () => {
  const part = fc.bigInt(1n, 10n ** 8n)
  fc.assert(
    fc.property(part, part, part, part, (a, b, c, d) => {
      assert.deepEqual(times(ratioOf(a, b), ratioOf(c, d)), ratioOf(a * c, b * d))
    }),
  )
})

test('inline rows come back as they were written', async () => {
  const columns = { id: 'VARCHAR', count: 'HUGEINT' }
  assert.deepEqual(await lake.select(`FROM ${inlineSql(columns, [])}`), [])
  assert.deepEqual(
    await lake.select(
      `SELECT id, CAST(count AS VARCHAR) AS count FROM ${inlineSql(columns, [
        ["o'1", 2n ** 100n],
        ['2', null],
      ])}`,
    ),
    [
      { id: "o'1", count: String(2n ** 100n) },
      { id: '2', count: null },
    ],
  )
})
