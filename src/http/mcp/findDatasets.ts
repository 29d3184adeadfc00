import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { datasetHint, datasetHints } from '../../catalogue/elsewhere.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Field } from '../../fields.ts'

/** A part of a dataset's description, and the weight of a word found in it. */
type Part = { readonly text: string; readonly weight: number }

/** `TaiwanStockPER` and `key_date` are words too. */
const spaced = (name: string): string => name.replace(/([a-z])(?=[A-Z0-9])|([A-Z])(?=[A-Z][a-z])|_/g, '$& ')

const textsOf = ({ label, also }: Pick<Field, 'label' | 'also'>): string =>
  [label.en, label.zh, ...(also?.en ?? []), ...(also?.zh ?? [])].join(' | ').toLowerCase()

const columnText = ([name, field]: readonly [string, Field]): string =>
  `${name} ${spaced(name)} | ${textsOf(field)}`.toLowerCase()

const partsOf = (dataset: Dataset): Part[] => {
  const { name, title, about, notes, also } = dataset
  const elsewhere = datasetHints.filter((hint) => hint.dataset === name).map((hint) => spaced(hint.name))
  return [
    { text: `${name} | ${spaced(name)} | ${title.en} | ${title.zh}`, weight: 6 },
    { text: [...also.en, ...also.zh].join(' | '), weight: 5 },
    { text: `${about.en} | ${about.zh} | ${elsewhere.join(' | ')}`, weight: 3 },
    { text: columnsOf(dataset).map(columnText).join(' | '), weight: 2 },
    { text: notes ? `${notes.en} | ${notes.zh}` : '', weight: 1 },
  ].map(({ text, weight }) => ({ text: text.toLowerCase(), weight }))
}

const described = catalogue.map((dataset) => ({ dataset: dataset as Dataset, parts: partsOf(dataset as Dataset) }))

/** The words of a query: runs of Chinese, and words of other letters without the plural. */
const wordsOf = (query: string): string[] => {
  const found =
    spaced(query.normalize('NFKC'))
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(found.flatMap((word) => word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []))]
}

const pairsOf = (word: string): string[] => Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2))

/** How much of a word stands in a text, 0 to 1. Chinese has no blanks: the share of its pairs of characters counts. */
function shareOf(word: string, text: string): number {
  if (/\p{Script=Han}/u.test(word)) {
    if (text.includes(word)) return 1
    const pairs = pairsOf(word)
    return pairs.length === 0 ? 0 : (0.5 * pairs.filter((pair) => text.includes(pair)).length) / pairs.length
  }
  const stem = word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem}`, 'u').test(text) ? 1 : 0
}

const scoreOf = (word: string, parts: readonly Part[]): number =>
  parts.reduce((sum, { text, weight }) => sum + weight * shareOf(word, text), 0)

type Found = {
  readonly dataset: Dataset
  /** The columns that a word of the query names. */
  readonly columns: readonly (readonly [string, Field])[]
}

/** The datasets that words name, best first; all of them in the order of the catalogue where there are no words. */
export function findDatasets(query: string): Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return described.map(({ dataset }) => ({ dataset, columns: [] }))
  const hinted = datasetHint(query.trim())?.dataset
  return described
    .map(({ dataset, parts }) => {
      const scores = words.map((word) => scoreOf(word, parts))
      // A dataset that has every word comes before one that has a word in its title.
      const found = scores.filter((score) => score > 0).length / words.length
      const score = scores.reduce((sum, one) => sum + one, 0) * found + (dataset.name === hinted ? 100 : 0)
      return { dataset, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ dataset }) => ({
      dataset,
      columns: columnsOf(dataset).filter((column) => {
        const text = columnText(column)
        return words.some((word) => shareOf(word, text) === 1)
      }),
    }))
}
