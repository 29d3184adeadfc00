type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }

/** A value as it is compared: numbers to nine digits, whatever form they come in. */
function plainOf(value: unknown): string {
  const number = typeof value === 'string' && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? Number.NaN : Number(value)
  return value === null || Number.isNaN(number) ? String(value) : String(Number(number.toPrecision(9)))
}

const columnsOf = ({ columns, rows }: Table): string[] =>
  columns.map((_, at) => JSON.stringify(rows.map((row) => plainOf(row[at])).sort()))

/** Whether two answers tell the same: as many rows, and all values of one of them in the other, which may tell more. */
export function haveSameRows(a: Table, b: Table): boolean {
  if (a.rows.length !== b.rows.length) return false
  const [own, others] = [columnsOf(a), columnsOf(b)]
  return own.every((column) => others.includes(column)) || others.every((column) => own.includes(column))
}
