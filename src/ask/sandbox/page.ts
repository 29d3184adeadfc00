import {
  type DuckDBConnection,
  DuckDBDecimalType,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import { encode } from './encode.ts'
import type { Question, SqlColumn, SqlKind, SqlPage, SqlPlan } from './messages.ts'

const kinds: Partial<Record<DuckDBTypeId, SqlKind>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.BIGINT]: 'integer',
  [DuckDBTypeId.HUGEINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'integer',
  [DuckDBTypeId.UBIGINT]: 'integer',
  [DuckDBTypeId.FLOAT]: 'double',
  [DuckDBTypeId.DOUBLE]: 'double',
  [DuckDBTypeId.DECIMAL]: 'decimal',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIMESTAMP]: 'datetime',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'datetime',
}

/** Characters of a decimal of 18 digits, with its point. */
const mostDecimal = 19

/** The columns of a result; a name that repeats gets a number, so that no column hides another. */
function columnsOf(names: readonly string[], types: readonly DuckDBType[]): SqlColumn[] {
  const taken = new Set<string>()
  return names.map((given, i) => {
    let name = given
    for (let n = 2; taken.has(name); n++) name = `${given}_${n}`
    taken.add(name)
    const type = types[i]!
    const scale = type instanceof DuckDBDecimalType ? type.scale : 0
    return { name, kind: kinds[type.typeId] ?? 'text', scale }
  })
}

/** An integer beyond what JSON holds comes as text; a decimal may have more digits than the formats keep. */
const isLarge = ({ kind }: SqlColumn, cell: unknown): boolean =>
  typeof cell === 'string' && (kind === 'integer' || (kind === 'decimal' && cell.length > mostDecimal))

/** Reads rows as the text of a page until there are no more, or as many as are allowed. */
export async function pageOf(
  result: DuckDBResult,
  maxRows: number,
  maxBytes: number,
): Promise<{ readonly page: SqlPage; readonly isTruncated: boolean }> {
  const columns = columnsOf(result.columnNames(), result.columnTypes())
  const heads = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const rows: string[] = []
  let bytes = 0
  /** Columns with a number that the formats have no exact type for: they become texts. */
  const large = new Set<number>()
  const page = (isTruncated: boolean) => {
    const told = columns.map((column, i) => (large.has(i) ? { ...column, kind: 'text' as const } : column))
    return { page: { columns: told, count: rows.length, text: rows.join(',\n') }, isTruncated }
  }
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const vectors = columns.map((_, i) => chunk!.getColumnVector(i))
    for (let n = 0; n < chunk.rowCount; n++) {
      if (rows.length === maxRows) return page(true)
      let row = ''
      for (const [i, vector] of vectors.entries()) {
        const cell = encode(vector.getItem(n))
        if (isLarge(columns[i]!, cell)) large.add(i)
        row += heads[i]! + JSON.stringify(cell)
      }
      row += '}'
      // As part of a message it is quoted once more.
      bytes += Buffer.byteLength(row) + 2 + (row.match(/["\\]/g)?.length ?? 0)
      if (bytes > maxBytes) return page(true)
      rows.push(row)
    }
  }
  return page(false)
}

type PlanNode = {
  readonly name: string
  readonly children: readonly PlanNode[]
  readonly extra_info: Readonly<Record<string, unknown>>
}

const estimateOf = ({ extra_info }: PlanNode): number => Number(extra_info['Estimated Cardinality'] ?? 0)

/** The rows that the leaves of a plan are estimated to read. */
const scannedBy = (node: PlanNode): number =>
  node.children.length === 0 ? estimateOf(node) : node.children.reduce((sum, child) => sum + scannedBy(child), 0)

/** The rows that a plan is estimated to give: those of its uppermost step that says so. */
const givenBy = (node: PlanNode): number =>
  'Estimated Cardinality' in node.extra_info
    ? estimateOf(node)
    : Math.max(1, ...node.children.map((child) => givenBy(child)))

/** What the engine expects of SQL, which is not run. */
export async function planOf(
  connection: DuckDBConnection,
  sql: string,
  values: NonNullable<Question['values']>,
): Promise<SqlPlan> {
  const explained = await connection.runAndReadAll(`EXPLAIN (FORMAT JSON) ${sql}`, [...values])
  const [root] = JSON.parse(String(explained.getRows()[0]![1])) as PlanNode[]
  return { scanned: Math.round(scannedBy(root!)), rows: Math.round(givenBy(root!)) }
}
