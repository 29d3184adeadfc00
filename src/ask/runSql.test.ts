import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { copyOfBrief } from '../../test/support/fixture.ts'
import { megabyte, versionIn } from '../../test/support/sandbox.ts'
import { columnsOf, type Dataset, tableOf } from '../catalogue/dataset.ts'
import { find } from '../catalogue/index.ts'
import { functions } from './guard/allowed.ts'
import { runSql, type SqlOutcome } from './runSql.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import type { Rows } from './sandbox/tables.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-run-sql-'))
const datasets = ['TaiwanStockPrice', 'TaiwanStockPER', 'TaiwanStockOverview'].map((name) => find(name)!)
const faults: unknown[] = []
const log = { error: (fields: object) => void faults.push(fields), warn() {} }
let sandbox: Sandbox
let rows: Rows

before(async () => {
  await copyOfBrief(join(root, 'home'))
  rows = { version: await versionIn(join(root, 'home')), datasets }
  sandbox = createSandbox({ size: 2, memoryBytes: 512 * megabyte, deadlineMs: 2_000, log })
})
after(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (sql: string, values: readonly (string | number | null)[] = []) =>
  runSql(sandbox, rows, { sql, values, maxRows: 50 }, log)

/** Statements of many shapes, most of them right in themselves, and some that are not. */
const statements = (() => {
  const dataset = fc.constantFrom(...datasets)
  const names = Object.keys(functions).filter((name) => /^\w+$/.test(name))
  const literal = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom("'2330'", "DATE '2026-11-02'", 'NULL', 'true', "''", "'%'", '9223372036854775808', '?'),
  )
  const expressionOf = (of: Dataset) =>
    fc.letrec<{ expression: string; column: string }>((tie) => ({
      column: fc.oneof(
        { arbitrary: fc.constantFrom(...columnsOf(of).map(([name]) => name)), weight: 40 },
        { arbitrary: fc.constantFrom('nothing', '*'), weight: 1 },
      ),
      expression: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        tie('column'),
        literal,
        fc
          .tuple(
            fc.constantFrom('+', '-', '*', '/', '%', '//', '**', '||', '=', '<', 'LIKE', 'AND', 'OR'),
            tie('expression'),
            tie('expression'),
          )
          .map(([operator, a, b]) => `(${a} ${operator} ${b})`),
        fc
          .tuple(
            fc.oneof(
              {
                arbitrary: fc.constantFrom('abs', 'round', 'coalesce', 'greatest', 'nullif', 'length', 'year'),
                weight: 20,
              },
              { arbitrary: fc.constantFrom(...names), weight: 5 },
              { arbitrary: fc.constantFrom('repeat', 'range', 'read_text'), weight: 1 },
            ),
            fc.array(tie('expression'), { maxLength: 3 }),
          )
          .map(([name, list]) => `${name}(${list.join(', ')})`),
        fc
          .tuple(tie('expression'), fc.constantFrom('DATE', 'DOUBLE', 'VARCHAR', 'BIGINT', 'JSON'))
          .map(([a, type]) => `CAST(${a} AS ${type})`),
        fc
          .tuple(fc.constantFrom('sum', 'avg', 'lag', 'rank', 'count'), tie('column'))
          .map(([name, a]) => `${name}(${a}) OVER (ORDER BY ${a} ROWS 3 PRECEDING)`),
        tie('expression').map((a) => `CASE WHEN ${a} IS NULL THEN 1 ELSE 2 END`),
      ),
    })).expression
  return dataset.chain((of) => {
    const expression = expressionOf(of)
    const table = fc.constantFrom(
      ...Array(6).fill(of.name),
      tableOf(of),
      'sqlite_master',
      `(SELECT * FROM ${of.name} LIMIT 5) AS t`,
    )
    return fc
      .record({
        list: fc.array(expression, { minLength: 1, maxLength: 3 }),
        table,
        where: fc.option(expression),
        group: fc.constantFrom('', '', '', ' GROUP BY ALL', ' GROUP BY 1'),
        order: fc.constantFrom('', ' ORDER BY 1', ' ORDER BY 1 DESC NULLS LAST'),
        join: fc.constantFrom(
          '',
          ' JOIN TaiwanStockOverview USING (stock_id)',
          ' ASOF JOIN TaiwanStockPER USING (stock_id, trade_date)',
        ),
        limit: fc.constantFrom('', '', '', ' LIMIT 3', ' LIMIT -1', ' OFFSET 2'),
        end: fc.constantFrom(...Array(9).fill(''), ';', ' -- end', '; SELECT 1', ' UNION ALL SELECT 1'),
      })
      .map(
        (part) =>
          `SELECT ${part.list.join(', ')} FROM ${part.table}${part.join}${part.where === null ? '' : ` WHERE ${part.where}`}${part.group}${part.order}${part.limit}${part.end}`,
      )
  })
})()

test('random statements are answered or refused with the reason, and none fails', async () => {
  const seen = new Map<SqlOutcome['kind'], number>()
  await fc.assert(
    fc.asyncProperty(statements, async (sql) => {
      const values = sql
        .split('?')
        .slice(1)
        .map(() => '1')
      const outcome = await run(sql, values)
      seen.set(outcome.kind, (seen.get(outcome.kind) ?? 0) + 1)
      assert.ok(['page', 'refused', 'invalid', 'expensive'].includes(outcome.kind), `${JSON.stringify(outcome)} ${sql}`)
      if (outcome.kind === 'page') assert.equal(JSON.parse(`[${outcome.page.text}]`).length, outcome.page.count, sql)
    }),
    { numRuns: process.env.TORTURE === undefined ? 40 : Number(process.env.TORTURE) * 500 },
  )
  assert.deepEqual(faults, [])
  // Of few statements none may be right.
  if (process.env.TORTURE !== undefined) assert.ok(seen.size >= 3, JSON.stringify([...seen]))
  if (process.env.TORTURE !== undefined) console.log(JSON.stringify([...seen]))
})

test('rows of a version that is no longer the present one are refused', async () => {
  const outcome = await runSql(sandbox, rows, { sql: 'SELECT 1', maxRows: 1, version: 'another' }, log)
  assert.deepEqual(outcome, { kind: 'unavailable', part: 'rows', retryAfterSeconds: 5 })
})
