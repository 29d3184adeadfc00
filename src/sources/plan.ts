import type { From, Mapped } from './mapping.ts'
import type { Cell } from './outcome.ts'
import type { FeedRequest } from './request.ts'
import type { Table } from './tables.ts'
import { titleOf } from './text.ts'

/** How one table is read: for each column of the dataset, the way from a row's cells to its own. */
export type Plan = {
  readonly table: Table
  readonly makers: readonly Maker[]
  /** Positions of the columns that are read. */
  readonly used: ReadonlySet<number>
}
type Maker = {
  readonly name: string
  readonly nullable: boolean
  readonly make: (cells: readonly unknown[]) => Cell | undefined
}

export const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : cell == null ? '' : String(cell))

type Found = { readonly places: readonly number[] } | { readonly missing: string } | 'not yet there'

const foundAll = (titles: readonly string[], known: readonly string[], isEarly: boolean): Found => {
  const places = titles.map((title) => known.indexOf(title))
  const missing = places.indexOf(-1)
  if (missing < 0) return { places }
  return isEarly ? 'not yet there' : { missing: titles[missing]! }
}

/** Where the columns are that a source needs. */
function find(from: From, { titles, groups }: Table, day: string): Found {
  if (from.kind === 'columns') return foundAll(from.titles, titles, day < from.since)
  if (from.kind !== 'column') return { places: [] }
  const { under, nth, since } = from.options
  const above = under === undefined ? null : titleOf(under)
  for (const title of from.titles) {
    const places = titles.flatMap((known, at) =>
      known === title && (above === null || groups[at] === above) ? [at] : [],
    )
    if (places.length === (nth?.[1] ?? 1)) return { places: [places[nth?.[0] ?? 0]!] }
    if (places.length > 0) return { missing: `${title} (there ${places.length} times)` }
  }
  return since !== undefined && day < since ? 'not yet there' : { missing: from.titles.join(' or ') }
}

function makerOf({ from, decode, takes }: Mapped, places: readonly number[], request: FeedRequest): Maker['make'] {
  if (from.kind === 'constant') return () => from.value
  if (from.kind === 'ordinal') return () => 0
  if (from.kind === 'request') {
    const value = from.value(request)
    return () => value
  }
  const [place, other] = places as [number, number]
  if (from.kind === 'columns') {
    const { read } = from
    // Two columns are the usual case, and need no list of them.
    const made: Maker['make'] =
      places.length === 2
        ? (cells) => read(textOf(cells[place]), textOf(cells[other]))
        : (cells) => read(...places.map((one) => textOf(cells[one])))
    return (cells) => {
      const cell = made(cells)
      return cell === undefined || takes(cell) ? cell : undefined
    }
  }
  return (cells) => {
    const cell = cells[place]
    return decode(typeof cell === 'string' ? cell : textOf(cell))
  }
}

/** The plan, or the titles that the table lacks. */
export function planOf(mapped: readonly Mapped[], table: Table, request: FeedRequest): Plan | readonly string[] {
  const missing: string[] = []
  const used = new Set<number>()
  const makers = mapped.map((column): Maker => {
    const { name, nullable } = column
    const found = find(column.from, table, request.to)
    if (found === 'not yet there') return { name, nullable, make: () => null }
    if ('missing' in found) {
      missing.push(found.missing)
      return { name, nullable, make: () => null }
    }
    for (const place of found.places) used.add(place)
    return { name, nullable, make: makerOf(column, found.places, request) }
  })
  return missing.length > 0 ? missing : { table, makers, used }
}
