import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { encode } from './encode.ts'

let instance: DuckDBInstance
let connection: DuckDBConnection
before(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
})
after(() => {
  connection.closeSync()
  instance.closeSync()
})
const value = async (sql: string) => encode((await connection.runAndReadAll(`SELECT ${sql}`)).getRows()[0]![0]!)

test('values are written as /v1/data writes them', async () => {
  const told: Record<string, unknown> = {
    'NULL::INTEGER': null,
    "''": '',
    "'臺積電 <b>'": '臺積電 <b>',
    true: true,
    '7::BIGINT': 7,
    '(-7)::INTEGER': -7,
    '9007199254740991::BIGINT': 9_007_199_254_740_991,
    '9007199254740992::BIGINT': '9007199254740992',
    '170141183460469231731687303715884105727::HUGEINT': '170141183460469231731687303715884105727',
    '543::DECIMAL(18,4)': '543.0000',
    '(-0.05)::DECIMAL(18,2)': '-0.05',
    '0::DECIMAL(18,0)': '0',
    '12345678901234567890.12::DECIMAL(38,2)': '12345678901234567890.12',
    '0.1::DOUBLE': 0.1,
    "'NaN'::DOUBLE": null,
    "'infinity'::DOUBLE": null,
    "DATE '2026-11-13'": '2026-11-13',
    "DATE '0999-01-02'": '0999-01-02',
    "'infinity'::DATE": null,
    "TIMESTAMPTZ '2026-11-13 13:30:00+08:00'": '2026-11-13T13:30:00+08:00',
    "TIMESTAMPTZ '2026-11-13 20:30:00.5Z'": '2026-11-14T04:30:00+08:00',
    "TIMESTAMP '2026-11-01 00:00:00'": '2026-11-01T00:00:00+08:00',
    "'infinity'::TIMESTAMPTZ": null,
  }
  for (const [sql, expected] of Object.entries(told)) assert.deepEqual(await value(sql), expected, sql)
})

test('a decimal keeps every digit and every place', () =>
  fc.assert(
    fc.asyncProperty(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(17), async (digits, scale) => {
      const text = await value(`CAST(CAST('${digits}e-${scale}' AS DECIMAL(38,${scale})) AS DECIMAL(38,${scale}))`)
      assert.equal(typeof text, 'string')
      assert.equal((text as string).split('.')[1]?.length ?? 0, scale)
      assert.equal(BigInt((text as string).replace('.', '')), digits)
    }),
    runs(200),
  ))
