import { find } from '../catalogue/index.ts'
import type { Facts } from './facts.ts'
import type { Condition, Representation } from './representation.ts'
import { columnsIn, Meaningless, measuresIn } from './typing.ts'

/** A dataset that has no rows of the securities asked for, as it never has any of their type. */
export class NotCovered extends Meaningless {
  override name = 'NotCovered'
  readonly dataset: string
  readonly types: readonly string[]
  /** None where the type itself was asked for. */
  readonly ids: readonly string[]
  constructor(dataset: string, types: readonly string[], ids: readonly string[]) {
    super(`${dataset} has no rows of type ${types.join(', ')}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`)
    this.dataset = dataset
    this.types = types
    this.ids = ids
  }
}

const conditionsIn = (condition: Condition): readonly Condition[] =>
  condition.kind === 'and' || condition.kind === 'or' ? condition.of : [condition]

/** Throws `NotCovered` where a dataset can have no row of anything the question names. */
export function holdToCoverage(representation: Representation, { types, securities }: Facts): void {
  const { dataset, universe, select, where } = representation
  const read = [
    ...select.map(({ of }) => of),
    ...where.flatMap(conditionsIn).flatMap((condition) => measuresIn(condition)),
  ].flatMap(columnsIn)
  const asked = [
    { dataset, ids: universe.ids },
    ...read.map((column) => ({ dataset: column.dataset, ids: column.entity ? [column.entity] : universe.ids })),
  ]
  for (const { dataset: name, ids } of asked) {
    const covered = types[name] ?? []
    if (covered.length === 0) continue
    const named = ids ? securities.filter(({ id }) => ids.includes(id)) : []
    // An index, a warrant or MARKET has no type here.
    if (ids && named.length < ids.length) continue
    const wanted = ids ? named.map(({ type }) => type) : (universe.type ?? [])
    if (wanted.length === 0 || wanted.some((type) => covered.includes(type))) continue
    throw new NotCovered(name, [...new Set(wanted)], ids ?? [])
  }
}

const names: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  stock: { en: 'stocks', zh: '股票' },
  etf: { en: 'ETFs', zh: 'ETF' },
  etn: { en: 'ETNs', zh: 'ETN' },
  tdr: { en: 'depositary receipts', zh: '存託憑證' },
  preferred: { en: 'preferred shares', zh: '特別股' },
  reit: { en: 'REITs', zh: '不動產投資信託' },
  other: { en: 'other securities', zh: '其他證券' },
}

/** The sentence of a refusal. */
export function notCovered({ dataset, types, ids }: NotCovered, language: 'en' | 'zh'): string {
  const title = find(dataset)?.title[language] ?? dataset
  const kinds = types.map((type) => names[type]?.[language] ?? type)
  return language === 'zh'
    ? `${dataset}（${title}）沒有${kinds.join('、')}的資料${ids.length > 0 ? `：${ids.join('、')}` : ''}。`
    : `${dataset} (${title}) has no rows of ${kinds.join(', ')}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}.`
}
