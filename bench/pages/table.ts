import { createReadStream, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import type { Kind } from '../../src/fields.ts'
import { openEngine } from '../../src/lake/engine.ts'
import { fileList, literal, quote } from '../../src/lake/schema.ts'

/** Writes the rows that are served by default as text, in by-id order: those of all ids, or of some only. */
export async function exportRows(
  dataset: Dataset,
  files: readonly string[],
  hidden: readonly string[],
  only: readonly string[] | null,
  scratch: string,
  target: string,
): Promise<void> {
  const engine = await openEngine({ memory: '2GB', scratch })
  const names = columnsOf(dataset).map(([name]) => quote(name))
  const isId = (words: string, ids: readonly string[]) =>
    `${quote(dataset.id!)} ${words} (${ids.map(literal).join(', ')})`
  const terms = [...(hidden.length > 0 ? [isId('NOT IN', hidden)] : []), ...(only ? [isId('IN', only)] : [])]
  const where = terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`
  await engine.connection.run(
    `COPY (SELECT ${names.join(', ')} FROM read_parquet(${fileList(files)}) ${where}
           ORDER BY ${quote(dataset.id!)}, ${quote(dataset.date)} DESC)
     TO ${literal(target)} (FORMAT csv, HEADER false)`,
  )
  engine.close()
}

export const indexes = (dataset: Dataset): string[] => [
  `CREATE INDEX by_id ON prices (${quote(dataset.id!)}, ${quote(dataset.date)} DESC)`,
  `CREATE INDEX by_date ON prices (${quote(dataset.date)} DESC)`,
]

export const tableOf = (dataset: Dataset, type: (kind: Kind, scale: number) => string): string =>
  `CREATE TABLE prices (${columnsOf(dataset)
    .map(([name, { kind, scale = 0 }]) => `${quote(name)} ${type(kind, scale)}`)
    .join(', ')})`

export async function fillSqlite(path: string, csv: string, dataset: Dataset): Promise<void> {
  rmSync(path, { force: true })
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
  // An exact decimal has no type of its own there: text keeps it and is the quickest to send.
  database.exec(tableOf(dataset, (kind) => (kind === 'integer' ? 'INTEGER' : 'TEXT')))
  const fields = columnsOf(dataset)
  const insert = database.prepare(`INSERT INTO prices VALUES (${fields.map(() => '?').join(', ')})`)
  const isNumber = fields.map(([, { kind }]) => kind === 'integer')
  database.exec('BEGIN')
  for await (const line of createInterface({ input: createReadStream(csv, { highWaterMark: 1 << 20 }) }))
    insert.run(...line.split(',').map((raw, i) => (raw === '' ? null : isNumber[i] ? Number(raw) : raw)))
  database.exec('COMMIT')
  for (const statement of indexes(dataset)) database.exec(statement)
  database.exec('ANALYZE')
  database.close()
}
