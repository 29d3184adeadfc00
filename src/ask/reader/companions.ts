import type { Column, Representation } from '../representation.ts'

/** Columns that say the same in a number and in a word, by dataset: whoever asks for one wants to see both. */
const companions: Readonly<Record<string, readonly [string, string]>> = {
  TaiwanFearAndGreedIndex: ['fear_greed_score', 'fear_greed_label'],
  TaiwanMonthlyEconomicIndicator: ['monitoring_score', 'monitoring_light'],
}

/** A meaning that tells the word beside the number and the number beside the word. */
export function withCompanions(representation: Representation): Representation {
  const { dataset, select, shape } = representation
  const pair = companions[dataset]
  if (!pair || shape === 'groups') return representation
  const isTold = (name: string): boolean =>
    select.some(({ of }) => of.kind === 'column' && of.dataset === dataset && of.column === name)
  const missing = pair.filter((name) => !isTold(name))
  if (missing.length !== 1) return representation
  const of: Column = { kind: 'column', dataset, column: missing[0]! }
  return { ...representation, select: [...select, { as: of.column, of }] }
}
