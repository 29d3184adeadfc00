import { columnsOf, type Dataset } from '../../../catalogue/dataset.ts'
import type { Field } from '../../../fields.ts'
import { computed } from '../../computed.ts'
import type { Facts } from '../../facts.ts'
import type { Scalar } from '../../representation.ts'
import { alsoCalled } from '../also.ts'
import { atomsOf } from '../atoms.ts'
import { type Event, events } from '../events.ts'
import { createTrie, type Trie } from '../trie.ts'
import { valueNames } from '../values.ts'
import { columnWords, datedWords, englishTexts, peakWords, presentWords, rowWords, valueWords } from './called.ts'

/** What a word means inside one table. */
export type Own =
  | {
      readonly t: 'column'
      readonly column: string
      readonly names: boolean
      readonly label: boolean
      /** What it was called, as questions are read. */
      readonly words: string
    }
  /** "margin" of "margin and short balances": a column, once the noun it shares comes. */
  | { readonly t: 'head'; readonly column: string; readonly noun: string }
  /** `text` where the table holds it word for word. */
  | { readonly t: 'value'; readonly column: string; readonly is: readonly Scalar[]; readonly text?: true }
  | { readonly t: 'name'; readonly event?: Event; readonly title?: true }
  | { readonly t: 'dated'; readonly column: string }
  | { readonly t: 'present'; readonly column: string }
  /** The most or the least of a column, in one word. */
  | { readonly t: 'peak'; readonly column: string; readonly descending: boolean }

/** Columns that tell rows apart or say where they come from, and are not asked for. */
export const unasked = new Set([
  'seq',
  'issue_key',
  'news_id',
  'method_version',
  'as_of_date',
  'first_seen_date',
  'basis',
])

/** A label without what explains it, and with it; what stands after a colon is a list of values. */
function spokenIn({ label, also }: Field): string[] {
  const texts = [label.zh, label.en].flatMap((text) => {
    const bare = text.replaceAll(/（[^）]*）|\([^)]*\)/g, '').trim()
    const head = bare.split(/[：:]/)[0]!.trim()
    // "Dealers, own account: shares bought" has no list behind its colon.
    const whole = /：/.test(text) || /^(Market|Index|Contract|Session|Crude oil|Issue key):/.test(text) ? head : bare
    const plain = whole.replaceAll(/[,，：:、／/]/g, ' ')
    const first = /^[A-Za-z]/.test(whole)
      ? whole.split(/, (?=HH|e\.g\.|YYYY|\d|until|case|codes|signed|or MARKET|Monday)/)[0]!
      : whole
    return [whole, plain, text.replaceAll(/[（）()]/g, ''), first.replaceAll(/[:：]/g, ' '), first]
  })
  const all = [...texts, ...(also?.zh ?? []), ...(also?.en ?? [])]
  return [...new Set([...all, ...all.map((text) => text.replace('外資及陸資', '外資'))])].filter(
    (text) => text.length > 0,
  )
}

/** `認購` of "call 認購" in a label. */
const nameIn = (label: string, value: string): string | undefined =>
  new RegExp(`(?:^|[：、 ／])${value} ([\\p{Script=Han}]{2,})`, 'u').exec(label)?.[1]

/** Values whose English word says too little alone. */
const plain = new Set([
  'stock',
  'other',
  'both',
  'news',
  'index',
  'split',
  'convertible',
  'individual',
  'dividend',
  'life',
  'all',
  'securities',
])

export type Words = { readonly dataset: Dataset; readonly trie: Trie<Own> }

/** The words of one table: its columns, their values, its names. */
export function wordsOf(dataset: Dataset, { texts, named }: Pick<Facts, 'texts' | 'named'>): Words {
  const trie = createTrie<Own>()
  const { name } = dataset
  const made = computed.filter(
    (one) => one.datasets.includes(name) && ['cash_dividend', 'stock_dividend'].includes(one.name),
  )
  const has = (column: string): boolean => column in dataset.columns || made.some((one) => one.name === column)
  const names = new Set(
    [dataset.title.zh, dataset.title.en, ...dataset.also.zh, ...dataset.also.en].flatMap((text) => [text, bare(text)]),
  )
  const called = new Map<string, Set<string>>()
  const call = (column: string, words: readonly string[]): void => {
    if (!has(column) || unasked.has(column)) return
    const known = called.get(column) ?? new Set()
    for (const word of words) known.add(word)
    called.set(column, known)
  }
  // What is added up comes before its parts, which the registry calls by the same words.
  for (const { name: column, label, also } of made) call(column, [label.zh, label.en, ...also.zh, ...also.en])
  for (const [column, field] of columnsOf(dataset))
    call(column, [...spokenIn(field), column, column.replaceAll('_', ' ')])
  for (const [list, target] of alsoCalled) {
    const [of, column] = target.split('.') as [string, string]
    if (of === name) call(column, list.split('|'))
  }
  for (const [list, column, of] of columnWords) if (!of || of === name) call(column, list.split('|'))
  // A label of one column is not an everyday word of another.
  const labels = new Set(columnsOf(dataset).flatMap(([, field]) => [field.label.zh, field.label.en].map(canonical)))
  for (const [column, words] of called)
    for (const word of words) {
      const phrase = canonical(word)
      const { zh, en } = (dataset.columns[column] ?? made.find((one) => one.name === column)!).label
      if (labels.has(phrase) && phrase !== canonical(zh) && phrase !== canonical(en)) continue
      const atoms = atomsOf(word).map(({ text }) => text)
      trie.add(word, {
        t: 'column',
        column,
        names: names.has(word),
        label: phrase === canonical(zh) || phrase === canonical(en),
        words: atoms.join(' '),
      })
      for (const [head, noun] of headsOf(word)) trie.add(head, { t: 'head', column, noun })
    }
  const titles = new Set([dataset.title.zh, dataset.title.en].flatMap((text) => [text, bare(text)]))
  for (const word of names) trie.add(word, titles.has(word) ? { t: 'name', title: true } : { t: 'name' })
  for (const event of events)
    if (event.dataset === name) for (const word of event.phrases.split('|')) trie.add(word, { t: 'name', event })
  for (const [list, of] of rowWords) if (of === name) for (const word of list.split('|')) trie.add(word, { t: 'name' })
  for (const [list, column, of] of datedWords)
    if (has(column) && (!of || of === name)) for (const word of list.split('|')) trie.add(word, { t: 'dated', column })
  for (const [list, column] of presentWords)
    if (has(column)) for (const word of list.split('|')) trie.add(word, { t: 'present', column })
  for (const [list, column, descending] of peakWords)
    if (has(column)) for (const word of list.split('|')) trie.add(word, { t: 'peak', column, descending })
  const value = (word: string, column: string, is: readonly Scalar[]): void =>
    trie.add(word, { t: 'value', column, is })
  for (const [list, column, is] of [
    ...valueWords,
    ...valueNames.map(([list, column, is]) => [list, column, [is]] as const),
  ]) {
    const values = dataset.columns[column]?.values
    if (!has(column) || (values && !is.every((one) => values.includes(String(one))))) continue
    for (const word of list.split('|')) value(word, column, is)
  }
  for (const [column, { values = [], label }] of columnsOf(dataset)) {
    if (column === dataset.id) continue
    for (const one of values) {
      const zh = nameIn(label.zh, one)
      if (zh) value(zh, column, [one])
      if (!plain.has(one) && !/^[A-Z]/.test(one)) value(one.replaceAll('_', ' '), column, [one])
    }
    const found = texts[`${name}.${column}`] ?? []
    for (const one of found) trie.add(one, { t: 'value', column, is: [one], text: true })
    for (const [list, text] of englishTexts)
      if (found.includes(text)) for (const word of list.split('|')) value(word, column, [text])
  }
  if (name === 'TaiwanCBOverview')
    for (const { id, name: bond } of named.TaiwanCBOverview) {
      value(id, 'cb_id', [id])
      value(bond, 'cb_id', [id])
    }
  if (name === 'TaiwanStockBrokerInfo')
    for (const { id, name: broker } of named.TaiwanStockBrokerInfo) {
      value(id, 'broker_id', [id])
      value(broker, 'broker_id', [id])
    }
  return { dataset, trie }
}

/** Without what stands in brackets, and without signs that divide words. */
export const bare = (text: string): string =>
  text
    .replaceAll(/（[^）]*）|\([^)]*\)/g, '')
    .replaceAll(/[／/]/g, ' ')
    .trim()

const canonical = (word: string): string =>
  atomsOf(word)
    .map(({ text }) => text)
    .join(' ')

/** "margin balance" leaves "margin" before "balance", 融資餘額 leaves 融資 before 餘額. */
function headsOf(word: string): [string, string][] {
  const atoms = atomsOf(word)
  if (atoms.length < 2) return []
  if (atoms.every(({ kind }) => kind === 'word'))
    return atoms
      .slice(1)
      .slice(-2)
      .map(({ from }, i, ends): [string, string] => [
        word.slice(0, from).trim(),
        atoms
          .slice(atoms.length - ends.length + i)
          .map(({ text }) => text)
          .join(' '),
      ])
  if (atoms.length >= 4 && atoms.every(({ kind }) => kind === 'han')) return [[word.slice(0, -2), atoms.at(-1)!.text]]
  return []
}
