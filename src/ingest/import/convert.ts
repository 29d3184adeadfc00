import { join } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { readColumns, stage } from '../../lake/duck.ts'
import { type Engine, openEngine, readRow, showFiles } from '../../lake/engine.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import { createTable, literal, quote } from '../../lake/schema.ts'
import { takesMarket } from './filledColumns.ts'
import { type ColumnOverrides, matchColumns } from './matchColumns.ts'
import { pivotLongForm } from './pivot.ts'
import { type MarketOf, readRows } from './readRows.ts'
import { openTable, type Table } from './table.ts'

export type ConvertOptions = {
  readonly lake: Lake
  readonly dataset: Dataset
  readonly file: string
  readonly wishes: ColumnOverrides
  readonly memory: string
  readonly scratch: string
}

/** The market of each security, if the lake has an overview. */
async function readMarkets(engine: Engine, current: Version | null): Promise<MarketOf | null> {
  const parts = current?.manifest.datasets[TaiwanStockOverview.name]?.parts ?? []
  if (!current || parts.length === 0) return null
  const files = parts.map(({ file }) => join(current.folder, file))
  await showFiles(engine.connection, TaiwanStockOverview, TaiwanStockOverview.name, files)
  const read = await readColumns(engine.connection, `SELECT stock_id, market FROM ${TaiwanStockOverview.name}`)
  const known = new Map((read.stock_id as string[]).map((id, i) => [id, read.market![i] as string]))
  return (id) => known.get(id) ?? null
}

/** Converts a file to Parquet with the dataset's types and a column for the line. */
export async function convert({ lake, dataset, file, wishes, memory, scratch }: ConvertOptions) {
  const engine = await openEngine({ memory, scratch: join(scratch, 'spill') })
  let opened: Table | null = null
  try {
    opened = await openTable(file, engine)
    const table = await pivotLongForm(dataset, opened, engine)
    const matched = matchColumns(dataset, table.titles, wishes)
    const markets = takesMarket(dataset) ? await readMarkets(engine, await lake.current()) : null
    const { batches, lined, filled, read, rejections } = readRows(dataset, table, matched, markets)
    await engine.connection.run(createTable(lined, 'imported'))
    for await (const batch of batches()) {
      await stage(engine.connection, batch, 'imported_next')
      await engine.connection.run('INSERT INTO imported SELECT * FROM imported_next')
    }
    const path = join(scratch, 'imported.parquet')
    await engine.connection.run(`COPY imported TO ${literal(path)} (FORMAT parquet)`)
    const date = quote(dataset.date)
    const { rows, first, last } = await readRow(
      engine.connection,
      `SELECT count(*) AS rows, min(${date})::VARCHAR AS first, max(${date})::VARCHAR AS last FROM imported`,
    )
    return {
      path,
      matched,
      titles: table.titles,
      /** Lines of the file, if several make a row. */
      lines: table.lines(),
      read: read(),
      rows: Number(rows),
      unreadable: rejections(),
      filled,
      /** Columns neither in the file nor computable from it. */
      lacking: matched.lacking.filter((name) => !filled.includes(name)),
      first: first as string | null,
      last: last as string | null,
    }
  } finally {
    await opened?.close()
    engine.close()
  }
}

export type ConvertedFile = Awaited<ReturnType<typeof convert>>
