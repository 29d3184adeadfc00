import type { Dataset } from '../../catalogue/dataset.ts'
import { openEngine } from '../../lake/engine.ts'
import { literal, quote, sqlType } from '../../lake/schema.ts'

/** JSON has these types itself; all others are text there. */
const jsonTypes: Readonly<Record<string, string>> = { integer: 'BIGINT', boolean: 'BOOLEAN' }

/** Writes rows of a dataset, a JSON object a line, as a Parquet file with the types of the dataset's columns. */
export async function writeParquetRows(
  options: { readonly memory: string; readonly scratch: string },
  dataset: Dataset,
  columns: readonly string[],
  rows: string,
  out: string,
): Promise<void> {
  const engine = await openEngine(options)
  try {
    // A column that is newer than this release stays text.
    const fields = columns.map((name) => [name, dataset.columns[name]] as const)
    const read = fields
      .map(([name, field]) => `${quote(name)}: '${jsonTypes[field?.kind ?? ''] ?? 'VARCHAR'}'`)
      .join(', ')
    const cast = fields
      .map(([name, field]) => `CAST(${quote(name)} AS ${field ? sqlType(field) : 'VARCHAR'}) AS ${quote(name)}`)
      .join(', ')
    // The same rows make the same bytes: with several threads the cut between row groups varies.
    await engine.connection.run('SET threads = 1')
    await engine.connection.run(
      `COPY (SELECT ${cast} FROM read_json(${literal(rows)}, format = 'newline_delimited', columns = {${read}})) TO ${literal(out)} (FORMAT parquet, COMPRESSION zstd)`,
    )
  } finally {
    engine.close()
  }
}
