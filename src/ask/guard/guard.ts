import type { DuckDBConnection } from '@duckdb/node-api'
import { functions, most } from './allowed.ts'
import { isNode, type Place, Refused, shown, type Tables, type Walk } from './rule.ts'
import { statement } from './statement.ts'

/** Holds a parsed text to the lists: one SELECT of the tables that may be read, and of nothing else. */
export function check(parsed: unknown, tables: Tables, allowed = functions): void {
  if (!isNode(parsed)) throw new Refused(`it does not parse as SELECT: ${shown(parsed)}`)
  if (parsed.error !== false || !Array.isArray(parsed.statements))
    throw new Refused(
      `it does not parse as SELECT: ${shown(parsed.error_message, 200)}`,
      Number(parsed.position),
      // So the parser says that it reads the text, and that it is no SELECT.
      parsed.error_type === 'not implemented' ? { kind: 'statement', word: '' } : undefined,
    )
  if (parsed.statements.length !== 1)
    throw new Refused(`it holds ${parsed.statements.length} statements`, undefined, { kind: 'statement', word: '' })
  const walk: Walk = {
    tables,
    functions: allowed,
    met: new Set(),
    relations: new Set(),
    aliases: new Set(),
    columns: [],
    nodes: 0,
    reads: 0,
  }
  const top: Place = { walk, ctes: new Set(), depth: 0 }
  statement(parsed.statements[0], top, 'statement')
  const columns = new Set([...walk.met].flatMap((name) => tables[name]!.map((column) => column.toLowerCase())))
  for (const { names, at } of walk.columns) {
    const [column, relation] = names.toReversed() as [string, ...string[]]
    const isKnown = column === '*' || columns.has(column) || walk.aliases.has(column)
    if (!isKnown || names.length > 2 || (relation !== undefined && !walk.relations.has(relation)))
      throw new Refused(`the column ${shown(names.join('.'))}`, at, { kind: 'column', word: column })
  }
}

/** Characters that are not seen, or end the text for some of its readers; line ends and tabs are harmless. */
const unseen = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** Throws `Refused` unless the text is one SELECT over `tables` alone; DuckDB's own parser says what it is. */
export async function guard(
  connection: DuckDBConnection,
  sql: string,
  tables: Tables,
  allowed = functions,
): Promise<void> {
  if (sql.length > most.characters) throw new Refused(`longer than ${most.characters} characters`)
  if (unseen.test(sql)) throw new Refused('a character that cannot be seen')
  const prepared = await connection.prepare('SELECT json_serialize_sql($sql::VARCHAR)')
  prepared.bind({ sql })
  const [[tree]] = (await prepared.runAndReadAll()).getRows() as [[string]]
  let parsed: unknown
  try {
    parsed = JSON.parse(tree)
  } catch {
    // The engine writes numbers that JSON does not have, e.g. infinity.
    throw new Refused('its tree is not JSON')
  }
  check(parsed, tables, allowed)
}
