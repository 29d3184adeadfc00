/** Completion of names in SQL, from the names that the service knows. */

type SqlTable = {
  readonly name: string
  /** The name of the table beside that of the dataset. */
  readonly table: string
  readonly title: string
  readonly columns: readonly (readonly [name: string, label: string])[]
}

export type SqlNames = { readonly tables: readonly SqlTable[]; readonly functions: readonly string[] }

export type Completion = {
  readonly kind: 'table' | 'column' | 'function'
  readonly name: string
  readonly about: string
}

/** What may replace the text from `from` to `to`. */
export type Completions = { readonly from: number; readonly to: number; readonly found: readonly Completion[] }

const mostFound = 20

/** Words of SQL that begin names too: nothing is proposed for them. */
const keywords = new Set(
  'all and as asc asof between by case cross desc distinct else end except exclude from full group having in inner intersect is join left like limit not null offset on or order outer over partition qualify right select semi then union using when where with'.split(
    ' ',
  ),
)

/** How well a name fits: 0 where it begins with the word, 1 where one of its parts does, 2 where its label has a Chinese word. */
function rankOf({ name, about }: Completion, word: string): number | null {
  const lower = name.toLowerCase()
  if (lower.startsWith(word)) return 0
  for (let at = lower.indexOf(word, 1); at > 0; at = lower.indexOf(word, at + 1))
    if (name[at - 1] === '_' || /[A-Z]/.test(name[at]!)) return 1
  return /[^\w]/.test(word) && about.includes(word) ? 2 : null
}

/** The tables that the text names. */
function tablesIn(tables: readonly SqlTable[], text: string): readonly SqlTable[] {
  const words = new Set(text.toLowerCase().match(/\w+/g))
  return tables.filter(({ name, table }) => words.has(name.toLowerCase()) || words.has(table))
}

/** The tables that a prefix such as `p.` stands for; all of the text where it is unknown. */
function tablesOf(tables: readonly SqlTable[], text: string, prefix: string): readonly SqlTable[] {
  const named = [...text.matchAll(new RegExp(`(\\w+)\\s+(?:as\\s+)?${prefix}\\b`, 'gi'))].map(([, name]) => name!)
  const found = tablesIn(tables, [prefix, ...named].join(' '))
  return found.length > 0 ? found : tablesIn(tables, text)
}

const columnsOf = (tables: readonly SqlTable[]): readonly Completion[] =>
  [...new Map(tables.flatMap(({ columns }) => columns))].map(([name, about]) => ({
    ...{ kind: 'column', name, about },
  }))

/**
 * The names that fit the word before the caret. In texts and comments, and for a word that is complete, there are none.
 * `isWanted`: the reader asks for all names where no word is begun.
 */
export function completionsAt(names: SqlNames, text: string, at: number, isWanted = false): Completions | null {
  const before = text.slice(0, at)
  if (/['"]|--/.test(before.replaceAll(/'[^']*'|--[^\n]*\n/g, ' '))) return null
  const word = /[\w\u3400-\u9fff]*$/.exec(before)![0]
  const from = at - word.length
  const lead = text.slice(0, from)
  const prefix = /(\w+)\.$/.exec(lead)?.[1]
  if (word === '' && prefix === undefined && !isWanted) return null
  if (/^\d/.test(word) || keywords.has(word.toLowerCase())) return null
  const to = at + /^\w*/.exec(text.slice(at))![0].length
  const tables = names.tables.map(({ name, title }): Completion => ({ kind: 'table', name, about: title }))
  const snake = names.tables.map(({ table, title }): Completion => ({ kind: 'table', name: table, about: title }))
  const functions = names.functions.map((name): Completion => ({ kind: 'function', name, about: '' }))
  const known =
    prefix !== undefined
      ? columnsOf(tablesOf(names.tables, text, prefix))
      : /\b(from|join)\s+$/i.test(lead)
        ? [...tables, ...snake]
        : [...columnsOf(tablesIn(names.tables, text)), ...functions, ...tables, ...snake]
  const isComplete = known.some(({ name }) => name === text.slice(from, to))
  if (isComplete) return null
  const found = known
    .map((each) => ({ each, rank: rankOf(each, word.toLowerCase()) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank!)
    .slice(0, mostFound)
    .map(({ each }) => each)
  return found.length === 0 ? null : { from, to, found }
}

/** A place in SQL, as the service counts it: both from 1. */
export type SqlPosition = { readonly line: number; readonly column: number }

/** The name at a place, without what stands before its last point. */
export function wordAt(sql: string, { line, column }: SqlPosition): { readonly from: number; readonly to: number } {
  const lines = sql.split('\n').slice(0, line - 1)
  const at = lines.reduce((sum, { length }) => sum + length + 1, 0) + column - 1
  const [, prefix = '', word = ''] = /^((?:\w+\.)*)(\w+|[^\w\s]?)/.exec(sql.slice(at)) ?? []
  return { from: at + prefix.length, to: at + prefix.length + word.length }
}
