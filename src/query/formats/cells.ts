import type { Cell, PageColumn, Row } from './page.ts'

type Kind = PageColumn['kind']

/** The value that a library takes for a cell of each kind. */
export type CellReaders = Readonly<Record<Kind, (cell: NonNullable<Cell>) => unknown>>

/** Milliseconds since 1970 of a date or an instant. */
export const msOf = (cell: NonNullable<Cell>): number => Date.parse(cell as string)

/** Readers of all kinds but dates and instants. A decimal becomes its digits without the point, an exact integer. */
export const commonReaders = {
  text: (cell) => cell,
  boolean: (cell) => cell,
  integer: (cell) => BigInt(cell as number),
  decimal: (cell) => BigInt((cell as string).replace('.', '')),
} as const satisfies Partial<CellReaders>

export function cellsOf(rows: readonly Row[], { name, kind }: PageColumn, readers: CellReaders): unknown[] {
  const read = readers[kind]
  return rows.map((row) => {
    const cell = row[name] ?? null
    return cell === null ? null : read(cell)
  })
}
