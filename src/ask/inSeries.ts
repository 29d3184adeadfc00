import { type Dataset, tableOf } from '../catalogue/dataset.ts'
import { contractDatasets, series } from '../catalogue/index.ts'
import { isLatin, plainText } from './reader/text.ts'

/** A column of a series by one of its names; none of them is a name of the contract's datasets. */
type Name = { readonly text: string; readonly dataset: Dataset; readonly column: string | null }

/** Names that a dataset and its columns go by, without what stands in brackets. */
function* namesOf(dataset: Dataset): Iterable<Name> {
  const { name, title, also, columns } = dataset
  const texts = (names: readonly string[], column: string | null) =>
    names
      .flatMap((one) => one.split(/[（(,，、:：]/)[0]!)
      .map((one) => ({ text: plainText(one).trim(), dataset, column }))
      .filter(({ text }) => text.length >= (isLatin(text[0]) ? 3 : 2))
  yield* texts([name, tableOf(dataset), title.en, title.zh, ...also.en, ...also.zh], null)
  for (const [column, { label, also: others }] of Object.entries(columns))
    yield* texts([column, label.en, label.zh, ...(others?.en ?? []), ...(others?.zh ?? [])], column)
}

const taken = new Set(contractDatasets.flatMap((one) => [...namesOf(one)].map(({ text }) => text)))
const names: readonly Name[] = series
  .flatMap((one) => [...namesOf(one)])
  .filter(({ text }) => !taken.has(text))
  .sort((a, b) => b.text.length - a.text.length)

/** Whether a text has a name, as words of its own where they are Latin. */
function has(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isLatin(name[0]) || (!isLatin(text[at - 1]) && !isLatin(text[at + name.length]))) return true
  return false
}

/** Rows that a sample statement asks for. */
const few = 20

/** SQL that reads what a question names from a series of ours; null where none of them holds it. */
export function inSeries(question: string): string | null {
  const text = plainText(question)
  const found = names.filter((name) => has(text, name.text))
  const [first] = found
  if (!first) return null
  const { dataset } = first
  const columns = found.flatMap((one) => (one.dataset === dataset && one.column !== null ? [one.column] : []))
  const shown = columns.length > 0 ? [...new Set([...dataset.key, ...columns])].join(', ') : '*'
  return `SELECT ${shown} FROM ${dataset.name} ORDER BY ${dataset.date} DESC LIMIT ${few}`
}
