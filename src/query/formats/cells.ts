import type { Cell, PageColumn, Row } from './page.ts'

type Kind = PageColumn['kind']

/** The value that a library takes for a cell of each kind. */
export type CellReaders = Readonly<Record<Kind, (cell: NonNullable<Cell>) => unknown>>

/** Milliseconds since 1970 of a date or an instant. */
export const msOf = (cell: NonNullable<Cell>): number => Date.parse(cell as string)

/** Readers of all kinds but dates and instants. A decimal becomes its digits without the point, an exact integer. */
export const commonReaders = {
  // An integer of SQL that JSON cannot hold makes its column one of texts.
  text: (cell) => String(cell),
  double: (cell) => cell,
  boolean: (cell) => cell,
  integer: (cell) => BigInt(cell as number),
  decimal: (cell) => BigInt((cell as string).replace('.', '')),
} as const satisfies Partial<CellReaders>

/** The cells of each column, from rows that come some at a time. */
export function cellsOf(
  chunks: Iterable<readonly Row[]>,
  columns: readonly PageColumn[],
  readers: CellReaders,
): unknown[][] {
  const cells = columns.map((): unknown[] => [])
  for (const rows of chunks)
    for (const [i, { name, kind }] of columns.entries()) {
      const [column, read] = [cells[i]!, readers[kind]]
      for (const row of rows) {
        const cell = row[name] ?? null
        column.push(cell === null ? null : read(cell))
      }
    }
  return cells
}
