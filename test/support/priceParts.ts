import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaiwanStockPrice } from '../../src/catalogue/technical/TaiwanStockPrice.ts'
import { openEngine } from '../../src/lake/engine.ts'
import { literal, sqlColumns } from '../../src/lake/schema.ts'
import type { Bounds } from '../../src/pages/bounds.ts'
import { writePart } from '../../src/pages/write.ts'

type Shape = { readonly ids: number; readonly from: string; readonly bounds: Bounds }

/** Writes prices of made-up stocks as Parquet, and their pages, below a folder. */
export async function openPriceParts(root: string, { ids, from, bounds }: Shape) {
  const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  const { connection } = engine
  const columns = sqlColumns(TaiwanStockPrice).map(([name, type]) => {
    if (name === 'stock_id') return `CAST(1000 + i % ${ids} AS VARCHAR) AS stock_id`
    if (name === 'trade_date') return `DATE '${from}' + CAST(i // ${ids} AS INTEGER) AS trade_date`
    if (name === 'market') return "'TWSE' AS market"
    return `CAST(i % 97 AS ${type}) AS "${name}"`
  })
  async function pagesOf(name: string, source: Parameters<typeof writePart>[2]) {
    const folder = join(root, name)
    mkdirSync(join(folder, TaiwanStockPrice.name), { recursive: true })
    return { folder, made: await writePart(connection, TaiwanStockPrice, source, folder, bounds) }
  }
  type Pages = Awaited<ReturnType<typeof pagesOf>>
  return {
    connection,
    /** A query for so many rows, one of each id a day. */
    rows: (count: number): string => `SELECT ${columns.join(', ')} FROM range(${count}) t(i)`,
    async write(name: string, select: string): Promise<string> {
      const file = join(root, `${name}.parquet`)
      await connection.run(`COPY (${select} ORDER BY stock_id, trade_date) TO ${literal(file)} (FORMAT parquet)`)
      return file
    },
    pagesOf,
    assertSame(found: Pages, expected: Pages, what = ''): void {
      assert.deepEqual(found.made, expected.made, what)
      for (const { name: one } of expected.made.files)
        assert.ok(
          readFileSync(join(found.folder, one)).equals(readFileSync(join(expected.folder, one))),
          `${what} ${one}`,
        )
    },
    close: () => engine.close(),
  }
}
