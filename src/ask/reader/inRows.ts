import { find } from '../../catalogue/index.ts'
import type { Column, Filter, Output, Representation } from '../representation.ts'

type Is = Extract<Filter, { is: unknown }>
type Cell = { readonly output: Output; readonly column: string; readonly where: readonly Is[] }

/** A value of the driving dataset, chosen by one value of each of some columns; null where an output is anything else. */
function cellOf(output: Output, dataset: string): Cell | null {
  const { kind, where = [], fold, entity, ...of } = output.of as Column
  const isPlain = kind === 'column' && of.dataset === dataset && fold === undefined && entity === undefined
  const filters = where.filter((filter): filter is Is => 'is' in filter && filter.is.length === 1)
  return isPlain && filters.length === where.length ? { output, column: of.column, where: filters } : null
}

/**
 * A meaning that tells a value once for each value of a column, as rows: calls and puts, both markets, all kinds of
 * investors. The same is meant by values beside one another, and a row names what it is about.
 */
export function inRows(representation: Representation): Representation {
  const { shape, dataset, select, where, by, order, limit, universe } = representation
  if (shape !== 'entities' || where.length + by.length + order.length > 0 || limit !== null || universe.top)
    return representation
  const cells = select.map((output) => cellOf(output, dataset))
  if (cells.length < 2 || !cells.every((cell) => cell !== null)) return representation
  const valuesOf = (name: string): Set<unknown> =>
    new Set(cells.map((cell) => cell.where.find(({ column }) => column === name)?.is[0]))
  const names = [...new Set(cells.flatMap((cell) => cell.where.map(({ column }) => column)))]
  const [varied, ...others] = names.filter((name) => valuesOf(name).size > 1)
  if (varied === undefined || others.length > 0) return representation
  const values: readonly string[] = find(dataset)!.columns[varied]?.values ?? []
  // All together is none of the parts.
  const all: readonly unknown[] = values.filter((value) => value !== 'ALL')
  const told = valuesOf(varied)
  const measured = [...new Map(cells.map((cell) => [cell.column, cell.output])).values()]
  const isWhole = all.length === told.size && all.every((value) => told.has(value))
  if (!isWhole || cells.length !== measured.length * told.size) return representation
  const column = (name: string): Column => ({ kind: 'column', dataset, column: name })
  return {
    ...representation,
    shape: 'rows',
    universe: {
      ...universe,
      rows: [
        ...(universe.rows ?? []),
        ...cells[0]!.where.filter((one) => one.column !== varied),
        ...(all.length < values.length ? [{ column: varied, is: [...told] as string[] }] : []),
      ],
    },
    select: [
      { as: varied, of: column(varied) },
      ...measured.map((output) => ({
        ...output,
        as: (output.of as Column).column,
        of: column((output.of as Column).column),
      })),
    ],
  }
}
