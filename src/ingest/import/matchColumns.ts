import { type Alias, aliasesOf } from '../../catalogue/aliases.ts'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { UsageError } from '../../errors.ts'

/** The source of a column's values: a place in the rows, or one text for all rows. */
type ColumnSource = { readonly at: number; readonly alias: Alias } | { readonly text: string }

export type ColumnOverrides = {
  /** Columns of the dataset by their title in the file. */
  readonly map: ReadonlyMap<string, string>
  /** Values for all rows, by column. */
  readonly set: ReadonlyMap<string, string>
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Finds a dataset's columns among a file's titles: by the overrides, by name, or by a known alias. */
export function matchColumns(dataset: Dataset, titles: readonly string[], { map, set }: ColumnOverrides) {
  const placeOf = (title: string): number => {
    const exact = titles.indexOf(title)
    return exact >= 0 ? exact : titles.findIndex((known) => same(known, title))
  }
  for (const [theirs, ours] of map) {
    if (placeOf(theirs) < 0)
      throw new UsageError(`--map: the file has no column "${theirs}"; it has ${titles.join(', ')}.`)
    assertColumn(dataset, ours, '--map')
  }
  for (const ours of set.keys()) assertColumn(dataset, ours, '--set')
  const wished = new Map([...map].map(([theirs, ours]) => [ours, placeOf(theirs)]))
  /** A title that an override gives to one column serves another only if it is that column's name. */
  const isFree = (at: number, name: string) => ![...wished].some(([ours, place]) => place === at && ours !== name)

  const sourceOf = (name: string): ColumnSource | null => {
    const text = set.get(name)
    if (text !== undefined) return { text }
    const aliases = aliasesOf(dataset, name)
    const none = aliases.find((alias) => alias.none)?.none
    const termsAt = (at: number): Alias =>
      aliases.find(({ title, beside }) => same(title, titles[at]!) && (!beside || placeOf(beside) >= 0)) ?? {
        title: titles[at]!,
        // An unknown title tells no unit, but texts for "no value" apply under any title.
        ...(none && { none }),
      }
    const place = wished.get(name)
    if (place !== undefined) return { at: place, alias: termsAt(place) }
    const found = (list: readonly Alias[]): ColumnSource | null => {
      for (const alias of list) {
        const at = placeOf(alias.title)
        if (at >= 0 && isFree(at, name)) return { at, alias }
      }
      return null
    }
    const beside = aliases.filter((alias) => alias.beside && placeOf(alias.beside) >= 0)
    const plain = aliases.filter((alias) => !alias.beside)
    const own = placeOf(name)
    const named = own >= 0 && isFree(own, name) ? { at: own, alias: termsAt(own) } : null
    return found(beside) ?? named ?? found(plain)
  }

  const columns = columnsOf(dataset).flatMap(([name, field]) => {
    const source = sourceOf(name)
    return source ? [{ name, field, source }] : []
  })
  const read = new Set(columns.flatMap(({ source }) => ('at' in source ? [source.at] : [])))
  return {
    columns,
    /** Columns of the dataset that the file lacks. */
    lacking: Object.keys(dataset.columns).filter((name) => !columns.some((column) => column.name === name)),
    /** Titles of the file that are not read. */
    unread: titles.filter((_, at) => !read.has(at)),
  }
}

export type MatchedColumns = ReturnType<typeof matchColumns>

function assertColumn(dataset: Dataset, name: string, flag: string): void {
  if (!(name in dataset.columns))
    throw new UsageError(
      `${flag}: ${dataset.name} has no column "${name}"; it has ${Object.keys(dataset.columns).join(', ')}.`,
    )
}
