import { migrate, openFile } from '../database.ts'

export type Table = {
  readonly name: string
  readonly columns: readonly string[]
  /** The column with assigned ids, which are never reused. */
  readonly numbered: string | null
}

/** An empty database in memory at a version of the schema. */
export async function openScratch(version: number): Promise<ReturnType<typeof openFile>> {
  const scratch = openFile(':memory:')
  await migrate(scratch, version)
  return scratch
}

type Described = { readonly name: string; readonly sql: string; readonly columns: string; readonly parents: string }

/**
 * The tables of a schema version, parents before children, read from a freshly migrated database: a new table is part
 * of every backup without being listed again.
 */
export async function shapeOf(version: number): Promise<readonly Table[]> {
  const scratch = await openScratch(version)
  const described = scratch.raw
    .prepare(
      `SELECT name, sql,
         (SELECT json_group_array(json_array(name, pk) ORDER BY cid) FROM pragma_table_info(t.name)) AS columns,
         (SELECT json_group_array("table") FROM pragma_foreign_key_list(t.name)) AS parents
       FROM sqlite_schema AS t
       WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@' AND name <> 'schema_version'
       ORDER BY name`,
    )
    .all() as Described[]
  await scratch.close()
  return inOrder(
    described.map(({ name, sql, columns, parents }) => {
      const known: readonly [name: string, pk: number][] = JSON.parse(columns)
      const numbered = /\bAUTOINCREMENT\b/i.test(sql) ? known.find(([, pk]) => pk > 0)![0] : null
      return { name, columns: known.map(([column]) => column), numbered, parents: JSON.parse(parents) as string[] }
    }),
  )
}

function inOrder(tables: readonly (Table & { readonly parents: readonly string[] })[]): Table[] {
  const ordered: Table[] = []
  const isPlaced = (table: string) => ordered.some(({ name }) => name === table)
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !isPlaced(name) && parents.every((parent) => parent === name || isPlaced(parent)),
    )
    if (!next) throw new Error('tables refer to each other in a ring')
    const { name, columns, numbered } = next
    ordered.push({ name, columns, numbered })
  }
  return ordered
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')
