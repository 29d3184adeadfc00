import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'
import type { Facts } from '../facts.ts'
import { accountNames } from './accounts.ts'
import { alsoCalled } from './also.ts'
import { atomsOf } from './atoms.ts'
import type { Reading } from './senses.ts'
import { rankOf, subjectOf } from './subjects.ts'

/** The words of a label: what stands in brackets or after a colon explains it and is not said. */
const spoken = (label: string): string[] => {
  const bare = label.replaceAll(/（[^）]*）|\([^)]*\)/g, '').trim()
  const [head = ''] = bare.split(/[：:]/)
  const texts = [bare.replaceAll(/[：:]/g, ' '), head, label.replaceAll(/[（）()]/g, '')]
  return [...new Set([...texts, ...texts.map((text) => text.replace('外資及陸資', '外資'))])].filter(
    (text) => text.length > 1,
  )
}

/** Columns nobody asks for by a word of their label, as they are part of every answer or of none. */
const silent = new Set([
  'seq',
  'issue_key',
  'news_id',
  'link',
  'method_version',
  'is_derived',
  'statement_scope',
  'unit',
  'as_of_date',
  'note',
  'detail',
  'first_seen_date',
  'basis',
  'rate_name',
  'trade_date',
  'period',
  'name',
])

/** A phrase as questions are read: one case, one script, no plurals. */
export const canonical = (phrase: string): string =>
  atomsOf(phrase)
    .map(({ text }) => text)
    .join(' ')

/** Labels of one column that are everyday words in another sense. */
export const reserved = new Set(
  [
    '日期',
    '金額',
    'amount',
    'change',
    'return',
    'rank',
    '排名',
    'reason',
    '年度',
    '季度',
    'quarter',
    'premium',
    '契約',
    '代號',
    '折溢價',
    '餘額',
    '漲幅',
    '跌幅',
    '漲跌幅',
    '漲跌百分比',
    'percent change',
    'market',
    'country',
    'currency',
    'label',
    'status',
    '狀態',
    'address',
    'source',
    'summary',
    'link',
    'level',
    'expiry',
    '口數',
    'measure',
    'trigger',
    '股數',
    '占比',
    'total return',
    'settlement',
    '原因',
    '備註',
    '幣別',
    '標題',
    '類別',
    'index',
    '指數',
    '產業',
    '類股',
    'sector',
    'industry',
  ].map(canonical),
)

/** Every phrase that names a column, from the registry's labels and synonyms, with all the columns it may mean. */
export function columnPhrases(facts: Pick<Facts, 'accounts'>): Map<string, Reading[]> {
  const phrases = new Map<string, Reading[]>()
  const add = (text: string, reading: Reading): void => {
    const phrase = canonical(text)
    const known = phrases.get(phrase) ?? []
    known.push(reading)
    phrases.set(phrase, known)
  }
  const addColumn = (dataset: Dataset, column: string, texts: readonly string[]): void => {
    const subject = subjectOf(dataset.name)
    if (!subject || silent.has(column) || statements.has(dataset.name)) return
    // The id of an index is called an index, and is not what somebody asks of it.
    if (column === dataset.id && subject === 'index') return
    // A company's capital is told in money, not in shares.
    for (const text of texts)
      if (!(column === 'issued_shares' && text === '股本')) add(text, { subject, dataset: dataset.name, column })
  }
  for (const dataset of catalogue)
    for (const [column, field] of columnsOf(dataset))
      addColumn(dataset, column, [
        ...spoken(field.label.zh),
        ...spoken(field.label.en),
        ...(field.also?.zh ?? []),
        ...(field.also?.en ?? []),
      ])
  for (const column of computed)
    for (const name of column.datasets) {
      const subject = subjectOf(name)
      if (!subject) continue
      for (const text of [column.label.zh, column.label.en, ...column.also.zh, ...column.also.en])
        add(text, { subject, dataset: name, column: column.name })
    }
  for (const { dataset, type, name } of facts.accounts) {
    if (type.endsWith('_per')) continue
    const where = [
      { column: 'period', is: ['quarterly'] },
      { column: 'type', is: [type] },
    ]
    for (const text of new Set([...spoken(name), ...englishOf(type), ...(accountNames[type] ?? [])]))
      add(text, { subject: 'stock', dataset, column: 'value', where })
  }
  for (const [phrase, readings] of phrases) {
    const unique = new Map(readings.map((reading) => [JSON.stringify(reading), reading]))
    phrases.set(
      phrase,
      [...unique.values()].sort((a, b) => rankOf(a.dataset) - rankOf(b.dataset)),
    )
  }
  return phrases
}

/** Words that name a column only inside its own table: the labels kept out of the lexicon, and what people say. */
export function attributePhrases(phrases: ReadonlyMap<string, readonly Reading[]>): Map<string, Reading[]> {
  const found = new Map<string, Reading[]>()
  for (const [phrase, readings] of phrases) if (reserved.has(phrase)) found.set(phrase, [...readings])
  for (const [list, target] of alsoCalled) {
    const [dataset, column] = target.split('.') as [string, string]
    const subject = subjectOf(dataset)
    if (!subject) continue
    for (const phrase of list.split('|').map(canonical))
      found.set(phrase, [...(found.get(phrase) ?? []), { subject, dataset, column }])
  }
  return found
}

const statements = new Set([
  'TaiwanStockFinancialStatement',
  'TaiwanStockBalanceSheet',
  'TaiwanStockCashFlowsStatement',
])

/** `OperatingIncome` is read as "operating income". */
const englishOf = (type: string): string[] =>
  type.startsWith('X_') ? [] : [type.replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2').toLowerCase()]
