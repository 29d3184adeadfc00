import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aliasesOf } from '../../../catalogue/aliases.ts'
import type { Dataset } from '../../../catalogue/dataset.ts'
import { datasetHint } from '../../../catalogue/elsewhere.ts'
import { catalogue, find } from '../../../catalogue/index.ts'
import type { Cell, Row } from '../../../query/formats/page.ts'
import { type Difference, differences, type NameOf, type TheirRow } from './differences.ts'

/**
 * The columns of FinMind's datasets in its order: `theirs`, or `theirs=ours/unit` where no table of names knows it;
 * nothing behind `=` where we have none. `!` keeps our values, and `~` marks a float whose values are whole here.
 */
const shapes = new Map(
  readFileSync(join(import.meta.dirname, 'columns.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [name: string, columns: string]),
)

/** Values in the words of FinMind, of columns whose words depend on no dataset. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trading_session: { regular: 'position', after_hours: 'after_market' },
  institutional_investor: { foreign_investor: '外資', investment_trust: '投信', dealer: '自營商' },
}

/** A column of FinMind: its name, and its value in a row of ours. */
type TheirColumn = {
  readonly name: string
  /** Our column; null where we have none. */
  readonly ours: string | null
  /** True for a number that FinMind has as a float: it is printed with a point. */
  readonly isFloat: boolean
  readonly read: (row: Row) => Cell
}

/** Our column of a title, by the names that imports know of a dataset, or by its own name. */
function columnOf(dataset: Dataset, title: string, named: Dataset): string | undefined {
  const [wanted, columns] = [title.toLowerCase(), Object.keys(dataset.columns)]
  const isKnown = (column: string) => aliasesOf(named, column).some((alias) => alias.title.toLowerCase() === wanted)
  return columns.find(isKnown) ?? columns.find((column) => column.toLowerCase() === wanted)
}

/** The values of a column in FinMind's words, the first of several; null where they are ours. */
function wordsOf(dataset: Dataset, column: string, title: string): Readonly<Record<string, string>> | null {
  const aliases = aliasesOf(dataset, column).filter(({ values }) => values !== undefined)
  const { values = null } = aliases.find((one) => one.title.toLowerCase() === title.toLowerCase()) ?? aliases[0] ?? {}
  const theirs =
    values &&
    Object.fromEntries(
      Object.entries(values)
        .reverse()
        .map(([there, here]) => [here, there]),
    )
  return words[column] ?? theirs
}

/** Sums of money are whole numbers in FinMind. */
const isAmount = ({ unit, scale }: Dataset['columns'][string]): boolean => unit === 'TWD' && scale === 2

function readColumn(dataset: Dataset, text: string, named = dataset): TheirColumn {
  const [, name = '', equals, given = '', unit, mark] = /^(\w+)(=)?(\w*)(?:\/(\d+))?([!~])?$/.exec(text)!
  if (equals && given === '') return { name, ours: null, isFloat: false, read: () => null }
  const ours = equals ? given : columnOf(dataset, name, named)
  const field = dataset.columns[ours ?? '']
  if (ours === undefined || !field) throw new Error(`${dataset.name} has no column for ${text}`)
  const alias = aliasesOf(dataset, ours).find(({ title }) => title.toLowerCase() === name.toLowerCase())
  const times = Number(unit ?? (equals ? 1 : (alias?.times ?? 1)))
  const theirs = mark === '!' ? null : wordsOf(dataset, ours, name)
  const of = (read: (cell: Cell) => Cell, isFloat = false) => ({
    name,
    ours,
    isFloat,
    read: (row: Row) => read(row[ours] ?? null),
  })
  if (name === 'is_after_hour') return of((cell) => cell === 'after_hours')
  if (field.kind === 'boolean') return of((cell) => cell)
  if ((field.kind === 'integer' || field.kind === 'decimal') && theirs === null)
    return of(
      (cell) => (cell === null ? null : Number(cell) / times),
      mark === '~' || (field.kind === 'decimal' && !isAmount(field)),
    )
  return of((cell) => (cell === null ? '' : (theirs?.[String(cell)] ?? String(cell))))
}

/** A dataset as a client of FinMind asks for it. */
export type TheirDataset = {
  readonly name: string
  readonly dataset: Dataset
  readonly columns: readonly TheirColumn[]
  readonly floats: ReadonlySet<string>
  readonly more: Difference
}

/** Of a dataset that FinMind does not have the columns are ours, with numbers for decimals. */
function readShape(name: string, hinted: Dataset): TheirDataset {
  const { [name]: more = {} } = differences
  const dataset = more.dataset === undefined ? hinted : find(more.dataset)!
  const own = Object.keys(dataset.columns).map((column) => `${column}=${column}!`)
  const columns = (shapes.get(name)?.split(' ') ?? own).map((text) => readColumn(dataset, text, hinted))
  const floats = new Set(columns.filter(({ isFloat }) => isFloat).map((column) => column.name))
  return { name, dataset, columns, floats, more }
}

const known = new Map<string, TheirDataset>()

/** The dataset of a name of FinMind, or of one of ours; null for every other name. */
export function theirDataset(name: string): TheirDataset | null {
  const hint = datasetHint(name)
  const dataset = find(name) ?? (hint?.isHere ? find(hint.dataset) : undefined)
  if (!dataset) return null
  // Names come from requests: only those of the tables are kept.
  const own = find(name) ? name : hint!.name
  const made = known.get(own) ?? readShape(own, dataset)
  known.set(own, made)
  return made
}

/** Every dataset that this address has, by the name that FinMind's clients know. */
export const theirNames: readonly string[] = [...new Set([...shapes.keys(), ...catalogue.map(({ name }) => name)])]

/** A row as JSON: floats have a point, as Python writes them, so that a column of whole prices is one of floats there. */
export function printRow({ floats }: TheirDataset, row: TheirRow): string {
  const cells = Object.entries(row).map(([name, value]) => {
    const text = JSON.stringify(value)
    return `"${name}":${floats.has(name) && /^-?\d+$/.test(text) ? `${text}.0` : text}`
  })
  return `{${cells.join(',')}}`
}

/** Rows of FinMind for rows of ours. */
export function theirRows({ columns, more }: TheirDataset, row: Row, nameOf: NameOf): readonly TheirRow[] {
  const own: TheirRow = {}
  for (const { name, read } of columns) own[name] = read(row)
  return more.rowsOf ? more.rowsOf(row, own, nameOf) : [own]
}
