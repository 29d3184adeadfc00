import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Columns = Readonly<Record<string, (cell: string) => unknown>>
type Row<C extends Columns> = { readonly [N in keyof C]: ReturnType<C[N]> }

/** Reads null in an empty cell. */
export const orNull =
  <T>(read: (cell: string) => T) =>
  (cell: string): T | null =>
    cell === '' ? null : read(cell)

/** Several words in a cell, with blanks between them. */
export const words = (cell: string): readonly string[] => (cell === '' ? [] : cell.split(' '))
export const numbers = (cell: string): readonly number[] => words(cell).map(Number)

export const yes = (cell: string): boolean => cell === 'yes'

/** The rows of a tab-separated file of this room: each of the columns by its title, as its function reads a cell. */
export function readTable<C extends Columns>(file: string, columns: C): Row<C>[] {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
  const titles = head!.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const read = Object.entries(columns).map(([name, of]) => [name, of(cells[titles.indexOf(name)] ?? '')])
    return Object.fromEntries(read) as Row<C>
  })
}
