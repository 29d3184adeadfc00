import { columnsOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Value } from './senses.ts'

/** Columns whose values are words of their own; those of others are parts of the market, sessions or everyday words. */
const told = new Set(['status', 'bond_kind', 'transaction_type', 'monitoring_light', 'chain_position'])

/** What the registry has no name for in either language, and what people say beside it. */
const valueNames: readonly (readonly [string, string, string | boolean])[] = [
  ['極度恐懼|極度恐慌|extreme fear', 'fear_greed_label', 'extreme_fear'],
  ['恐懼|恐慌|fear|fearful', 'fear_greed_label', 'fear'],
  ['中性|中立|neutral', 'fear_greed_label', 'neutral'],
  ['貪婪|greed|greedy', 'fear_greed_label', 'greed'],
  ['極度貪婪|extreme greed', 'fear_greed_label', 'extreme_greed'],
  ['總公司|head office|headquarters', 'broker_type', 'head_office'],
  ['分公司|分點|branch|branch office', 'broker_type', 'branch'],
  ['藍燈|blue light', 'monitoring_light', 'blue'],
  ['黃藍燈|yellow-blue light', 'monitoring_light', 'yellow_blue'],
  ['綠燈|green light', 'monitoring_light', 'green'],
  ['黃紅燈|yellow-red light', 'monitoring_light', 'yellow_red'],
  ['紅燈|red light', 'monitoring_light', 'red'],
  ['流通中|仍在流通|未到期|還沒到期|尚未到期|still outstanding|active', 'status', 'active'],
  ['已到期|matured', 'status', 'matured'],
  ['已終止|提前終止|terminated', 'status', 'terminated'],
  ['有擔保|secured|guaranteed', 'is_secured', true],
  ['無擔保|沒有擔保|unsecured|not guaranteed', 'is_secured', false],
  ['定價交易|定價|fixed rate|fixed-rate', 'transaction_type', 'fixed_rate'],
  ['競價交易|競價|competitive|competitive bidding', 'transaction_type', 'competitive'],
  ['議借交易|議借|negotiated', 'transaction_type', 'negotiated'],
]

/** `黃藍` of "yellow_blue 黃藍" in a label. */
const nameIn = (label: string, value: string): string | undefined =>
  new RegExp(`(?:^|[：、 ])${value} ([\\p{Script=Han}]{2,})`, 'u').exec(label)?.[1]

/** Every phrase that names a value of a column, with the datasets that have it. */
export function valuePhrases(): Map<string, Value[]> {
  const phrases = new Map<string, Value[]>()
  const add = (phrase: string, value: Value): void => {
    const known = phrases.get(phrase) ?? []
    if (!known.some(({ dataset, column }) => dataset === value.dataset && column === value.column))
      phrases.set(phrase, [...known, value])
  }
  for (const { name, columns } of catalogue.map((dataset) => ({ name: dataset.name, columns: columnsOf(dataset) })))
    for (const [column, { label, values = [] }] of columns) {
      for (const [list, of, is] of valueNames)
        if (of === column) for (const phrase of list.split('|')) add(phrase, { dataset: name, column, is })
      if (!told.has(column)) continue
      for (const is of values) {
        const zh = nameIn(label.zh, is)
        if (zh) add(zh, { dataset: name, column, is })
        if (is.includes('_')) add(is.replaceAll('_', ' '), { dataset: name, column, is })
      }
    }
  return phrases
}
