import { columnsOf as fieldsOf } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { findComputed } from '../computed.ts'
import { nodesIn } from '../nodes.ts'
import { plainText } from '../reader/text.ts'
import type { Column, Representation } from '../representation.ts'

/** Every column of a meaning, wherever it stands. */
export const columnsOf = (representation: Representation): Column[] =>
  nodesIn(representation).filter(({ kind }) => kind === 'column') as Column[]

const kept = new Map<string, readonly string[]>()

/** What the registry calls a column in both languages, as `plainText` writes it, the longest name first. */
export function columnNames(dataset: string, column: string): readonly string[] {
  const key = `${dataset}.${column}`
  const known = kept.get(key)
  if (known) return known
  const found = find(dataset)
  const field = (found && new Map(fieldsOf(found)).get(column)) ?? findComputed(dataset, column)
  const names = [field?.label.en, field?.label.zh, ...(field?.also?.en ?? []), ...(field?.also?.zh ?? [])]
    .map((name) => plainText((name ?? '').replace(/[:：;；（(].*$/, '')).trim())
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
  kept.set(key, names)
  return names
}
