import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'
import { runs } from '../../../test/support/runs.ts'
import { columnsOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { check, guard } from './guard.ts'
import { Refused, type Tables } from './rule.ts'

const tables: Tables = Object.fromEntries(
  catalogue.map((dataset) => [dataset.name, columnsOf(dataset).map(([name]) => name)]),
)
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

/** What answers are made of: windows, folds, joins of every kind that is used, subqueries, dates. */
const honest = [
  "-- 解讀: TaiwanStockPrice (個股日行情), 2026-11-13\nSELECT stock_id, close FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date = DATE '2026-11-13' LIMIT 10",
  `WITH price AS (SELECT *, avg(close) OVER (PARTITION BY stock_id ORDER BY trade_date ROWS BETWEEN 19 PRECEDING AND CURRENT ROW) AS average_20
     FROM (SELECT stock_id, trade_date, close FROM TaiwanStockPrice t WHERE trade_date >= DATE '2026-01-01' AND close IS NOT NULL))
   SELECT price.stock_id, o.stock_name, price.average_20 FROM price
   LEFT JOIN TaiwanStockOverview o ON o.stock_id = price.stock_id
   WHERE price.close > price.average_20 AND price.average_20 IS NOT NULL ORDER BY average_20 DESC NULLS LAST, price.stock_id LIMIT 20`,
  `WITH price AS (SELECT stock_id, trade_date, close FROM TaiwanStockPrice), per AS (SELECT stock_id, trade_date, pe_ratio FROM TaiwanStockPER)
   SELECT price.stock_id, per.pe_ratio FROM price ASOF LEFT JOIN per ON per.stock_id = price.stock_id AND price.trade_date >= per.trade_date`,
  'SELECT * FROM (SELECT * FROM TaiwanFuturesDaily WHERE length(contract_month) = 6 QUALIFY dense_rank() OVER (PARTITION BY futures_id, trade_date ORDER BY contract_month) = 1) t',
  "SELECT o.industry_category, count(*) FILTER (WHERE t.close > 100) AS n, median(t.close) AS m FROM TaiwanStockPrice t LEFT JOIN TaiwanStockOverview o ON o.stock_id = t.stock_id WHERE t.trade_date BETWEEN DATE '2026-01-01' AND DATE '2026-02-01' GROUP BY o.industry_category ORDER BY n DESC",
  "SELECT CAST(date_trunc('month', trade_date) AS DATE) AS month, sum(volume) / 1000.0 AS lots FROM TaiwanStockPrice GROUP BY date_trunc('month', trade_date)",
  'SELECT stock_id, (close - lag(close, 5) OVER (PARTITION BY stock_id ORDER BY trade_date)) * 100.0 / nullif(close, 0) AS change FROM TaiwanStockPrice',
  'SELECT stock_id, corr(close, volume) OVER (PARTITION BY stock_id) AS c, quantile_cont(close, 0.9) FILTER (WHERE volume > 0) OVER (PARTITION BY stock_id) AS q FROM TaiwanStockPrice',
  "SELECT stock_id FROM TaiwanStockPER t WHERE stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE market = 'TWSE') AND NOT (pe_ratio < 10 OR pb_ratio > 2) AND NOT EXISTS (SELECT 1 FROM TaiwanStockDisposition e WHERE e.stock_id = t.stock_id)",
  'SELECT count(DISTINCT stock_id) AS n, CASE WHEN count(*) > 0 THEN avg(close) ELSE NULL END AS mean, coalesce(max(high), 0) AS top FROM TaiwanStockPrice',
  'SELECT * FROM (SELECT stock_id, trade_date, close FROM TaiwanStockPrice) JOIN (SELECT stock_id, trade_date, pe_ratio FROM TaiwanStockPER) USING (stock_id, trade_date)',
  'SELECT max(trade_date) - INTERVAL 1 MONTH AS before, 9223372036854775808 AS large, -1.5 AS less, true AS yes, NULL AS nothing FROM TaiwanStockPrice',
  'SELECT stock_id, first(close) AS one FROM TaiwanStockPrice GROUP BY 1 HAVING count(*) > 3 UNION ALL SELECT stock_id, min(close) FROM TaiwanStockPriceAdj GROUP BY stock_id',
  "SELECT stock_id FROM TaiwanStockOverview WHERE stock_name = '''; DROP TABLE users; --'",
]
for (const sql of honest)
  test(`an honest query passes: ${sql.replaceAll(/\s+/g, ' ').slice(0, 80)}`, () => guard(connection, sql, tables))

const refuses = (sql: string, why: RegExp, known = tables) =>
  assert.rejects(guard(connection, sql, known), (error: Error) => {
    assert.ok(error instanceof Refused)
    assert.match(error.message, why)
    return true
  })

test('every dataset and column of the registry can be named', async () => {
  for (const [name, columns] of Object.entries(tables))
    await guard(connection, `SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM ${name} t`, tables)
})

test('a table that may not be read is refused wherever it stands', async () => {
  const known = { TaiwanStockPER: tables.TaiwanStockPER! }
  for (const sql of [
    'SELECT * FROM TaiwanStockPrice',
    'SELECT * FROM TaiwanStockPER JOIN TaiwanStockPrice USING (stock_id)',
    'SELECT (SELECT max(close) FROM TaiwanStockPrice) AS a FROM TaiwanStockPER',
    'WITH a AS (SELECT * FROM TaiwanStockPrice) SELECT * FROM a',
    'WITH TaiwanStockPrice AS (SELECT * FROM TaiwanStockPrice) SELECT * FROM TaiwanStockPrice',
    'SELECT stock_id FROM TaiwanStockPER EXCEPT SELECT stock_id FROM TaiwanStockPrice',
    'SELECT * FROM TaiwanStockPER ORDER BY (SELECT max(close) FROM TaiwanStockPrice)',
    'SELECT * FROM TaiwanStockPER LIMIT (SELECT count(*) FROM TaiwanStockPrice)',
    'SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM TaiwanStockPrice)) AS n FROM TaiwanStockPER',
    'SELECT sum(pe_ratio) OVER (ORDER BY (SELECT max(volume) FROM TaiwanStockPrice)) AS n FROM TaiwanStockPER',
  ])
    await refuses(sql, /the table "TaiwanStockPrice"/, known)
})

test('a name given inside the query is known where it was given and after, nowhere else', async () => {
  await guard(connection, 'WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a) SELECT x FROM b', tables)
  await guard(connection, 'WITH a AS (SELECT 1 AS x) SELECT * FROM (SELECT x FROM a) t', tables)
  await refuses('WITH b AS (SELECT x FROM a), a AS (SELECT 1 AS x) SELECT x FROM b', /the table "a"/)
  await refuses('WITH users AS (SELECT * FROM users) SELECT * FROM users', /the table "users"/)
  await refuses('SELECT * FROM (WITH users AS (SELECT 1 AS x) SELECT * FROM users) t, users', /the table "users"/)
})

test('a column must be one of the tables that are read, or a name given inside the query', async () => {
  await guard(connection, 'SELECT close AS price FROM TaiwanStockPrice ORDER BY price', tables)
  await refuses('SELECT pe_ratio FROM TaiwanStockPrice', /the column "pe_ratio"/)
  await refuses('SELECT u.close FROM TaiwanStockPrice t', /the column "u.close"/)
  await refuses('SELECT TaiwanStockPrice FROM TaiwanStockPrice', /the column/)
  await refuses('SELECT a.b.close FROM TaiwanStockPrice a', /the column/)
  await refuses('SELECT u.* FROM TaiwanStockPrice t', /the column/)
})

test('a function may have no more arguments than it is listed with', () =>
  refuses('SELECT max(close, 100000000) AS a FROM TaiwanStockPrice', /max with 2 arguments/))

type Tree = Record<string, unknown>
const parse = async (sql: string): Promise<Tree> => {
  const prepared = await connection.prepare('SELECT json_serialize_sql($sql::VARCHAR)')
  prepared.bind({ sql })
  return JSON.parse((await prepared.runAndReadAll()).getRows()[0]![0] as string)
}
const nodesOf = (value: unknown): Tree[] => {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  return [value as Tree, ...Object.values(value).flatMap(nodesOf)]
}

test('a property that no rule knows is refused, in whatever node it stands', async () => {
  const trees = await Promise.all(honest.map(parse))
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string({ minLength: 1 }), (which, where, name) => {
      const tree = structuredClone(trees[which % trees.length]!)
      const nodes = nodesOf(tree.statements)
      const node = nodes[where % nodes.length]!
      fc.pre(!(name in node))
      assert.doesNotThrow(() => check(tree, tables))
      node[name] = 'x'
      assert.throws(() => check(tree, tables), Refused)
    }),
    runs(150),
  )
})

test('a node of another kind is refused, in whatever place it stands', async () => {
  const trees = await Promise.all(honest.map(parse))
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string(), (which, where, kind) => {
      const tree = structuredClone(trees[which % trees.length]!)
      const nodes = nodesOf(tree.statements).filter((node) => 'type' in node && typeof node.type === 'string')
      const node = nodes[where % nodes.length]!
      node.type = `X${kind}`
      if ('class' in node) node.class = `X${kind}`
      assert.throws(() => check(tree, tables), Refused)
    }),
    runs(150),
  )
})

test('no text at all makes it fail in another way than by refusing', async () => {
  const words = fc.constantFrom(
    ...[
      'SELECT',
      '*',
      'FROM',
      'TaiwanStockPrice',
      'close',
      '(',
      ')',
      ',',
      "'",
      '"',
      '--',
      '/*',
      ';',
      'WITH',
      'a',
      'AS',
    ],
    ...[
      'UNION',
      '1',
      'NULL',
      'OVER',
      'ORDER BY',
      '::',
      '[',
      '{',
      '$1',
      'JOIN',
      'LATERAL',
      'read_text',
      '\n',
      '；',
      'é',
    ],
  )
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(words).map((list) => list.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(text, async (sql) => {
      await guard(connection, sql, tables).catch((error) => assert.ok(error instanceof Refused, String(error)))
    }),
    runs(150),
  )
})
