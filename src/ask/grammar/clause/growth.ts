import { isKind } from '../items/items.ts'
import type { Phrase } from '../measures/phrase.ts'
import { Refusal } from '../refusal.ts'
import type { Of, Reading } from '../senses.ts'
import { amend, type Draft, push, type Reader } from './draft.ts'

const revenue = 'TaiwanStockMonthRevenue'

const reading = (dataset: string, column: string): readonly Reading[] => [{ subject: 'stock', dataset, column }]

const growthOf: Readonly<Record<'year' | 'month', readonly Reading[]>> = {
  year: [
    ...reading(revenue, 'yoy_percent'),
    { subject: 'money', dataset: 'CurrencyCirculation', column: 'yoy_percent' },
  ],
  month: reading(revenue, 'mom_percent'),
}

const isRevenue = ({ readings }: Phrase): boolean =>
  readings?.some(({ dataset, column }) => dataset === revenue && column === 'revenue') === true &&
  readings[0]!.dataset !== 'TaiwanStockFinancialStatement'

/** The growth of revenue, which the word beside it says more of. */
const isRevenueGrowth = ({ readings }: Phrase): boolean =>
  readings?.[0]?.dataset === revenue && /^(yoy|mom)_percent$/.test(readings[0].column)

/** Growth of the measure beside it; of monthly revenue where nothing else is named. */
export const readGrowth: Reader<'growth'> = (draft, { unit, direction }, at) => {
  const used = readUpward(draft, unit, at)
  if (direction) amend(draft, { direction })
  return used
}

const readUpward = (draft: Draft, unit: Of<'growth'>['unit'], at: number): number => {
  const { text } = draft.items[at]!.token
  const grown = (phrase: Phrase): Partial<Phrase> => {
    if (isRevenueGrowth(phrase) && unit === 'quarter') throw new Refusal('ambiguous', 'which_measure', [text])
    return (isRevenue(phrase) || isRevenueGrowth(phrase)) && unit !== 'quarter'
      ? { readings: growthOf[unit] }
      : { growth: unit }
  }
  const last = draft.phrases.findLastIndex(({ composite }) => composite !== 'return')
  const before = draft.phrases[last]
  if (before && !before.who && before.line === undefined && !before.growth) {
    draft.phrases[last] = { ...before, ...grown(before) }
    draft.lastAt = at
    return 1
  }
  const next = draft.items[at + 1]
  if (isKind(next, 'columns')) {
    const phrase: Phrase = { readings: next.sense.readings, text }
    push(draft, { ...phrase, ...grown(phrase) }, at + 1)
    return 2
  }
  if (unit === 'quarter') throw new Refusal('ambiguous', 'which_measure', [text])
  push(draft, { readings: growthOf[unit], text }, at)
  return 1
}
