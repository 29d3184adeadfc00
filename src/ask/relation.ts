export type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** How long it took; the time in a queue does not count. */
  readonly ms?: number
}

/** Runs a statement; null where that fails, or takes longer than it may. */
export type Run = (sql: string, limitMs?: number) => Promise<Table | null>

/** A value as it is compared: numbers to nine digits, whatever form they come in. */
function plainOf(value: unknown): string {
  const number = typeof value === 'string' && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? Number.NaN : Number(value)
  return value === null || Number.isNaN(number) ? String(value) : String(Number(number.toPrecision(9)))
}

const columnsOf = ({ columns, rows }: Table): string[] =>
  columns.map((_, at) => JSON.stringify(rows.map((row) => plainOf(row[at])).sort()))

const rowsOf = ({ rows }: Table): string[] => rows.map((row) => JSON.stringify(row.map(plainOf)))

/** What another answer tells beside this one: the same, fewer or more columns of it, part of its rows, or more rows. */
export type Relation = 'same' | 'fewer columns' | 'more columns' | 'fewer rows' | 'more rows' | 'different'

export function relationOf(own: Table, other: Table): Relation {
  if (own.rows.length === other.rows.length) {
    const [columns, others] = [columnsOf(own), columnsOf(other)]
    const isLess = others.every((column) => columns.includes(column))
    const isMore = columns.every((column) => others.includes(column))
    if (isLess && isMore) return 'same'
    if (isLess) return 'fewer columns'
    return isMore ? 'more columns' : 'different'
  }
  if (own.columns.join() !== other.columns.join()) return 'different'
  const [rows, others] = [rowsOf(own), rowsOf(other)]
  const [few, many] = rows.length < others.length ? [rows, new Set(others)] : [others, new Set(rows)]
  if (few.length === 0 || !few.every((row) => many.has(row))) return 'different'
  return few === rows ? 'more rows' : 'fewer rows'
}
