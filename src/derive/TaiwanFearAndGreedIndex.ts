import { TaiwanStockTotalInstitutionalInvestors } from '../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanOptionDaily } from '../catalogue/derivatives/TaiwanOptionDaily.ts'
import { TaiwanFearAndGreedIndex } from '../catalogue/other/TaiwanFearAndGreedIndex.ts'
import { USBondYield } from '../catalogue/other/USBondYield.ts'
import { TaiwanReturnIndex } from '../catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanWeightedIndex } from '../catalogue/technical/TaiwanWeightedIndex.ts'
import { type Cell, createBatch } from '../lake/batch.ts'
import { type Component, readComponents } from './components.ts'
import type { Derivation } from './derivation.ts'
import { halfUp } from './rounding.ts'
import type { RawValues } from './sentiment.ts'
import { firstDayOf } from './sql.ts'

const window = 250
const fewestValues = 60
const fewestComponents = 5

/** Components in which a high raw value means fear. */
const inverted: readonly Component[] = ['put_call', 'volatility']

/** Percentile ranks in hundredths by day, counted exactly and rounded once. */
export function scoresOf(raw: RawValues, isInverted: boolean): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  const values = [...raw.values()]
  for (const [at, day] of [...raw.keys()].entries()) {
    const seen = values.slice(Math.max(0, at + 1 - window), at + 1)
    if (seen.length < fewestValues) continue
    // Counts are doubled, so that an equal value's half stays whole.
    let halves = 0
    for (const value of seen) halves += value < values[at]! ? 2 : value === values[at]! ? 1 : 0
    const rank = isInverted ? 2 * seen.length - halves : halves
    scores.set(day, Number(halfUp(BigInt(rank) * 10_000n, BigInt(2 * seen.length))))
  }
  return scores
}

const labelOf = (score: number): string => {
  if (score < 2500) return 'extreme_fear'
  if (score < 4500) return 'fear'
  if (score <= 5500) return 'neutral'
  return score <= 7500 ? 'greed' : 'extreme_greed'
}

export const fearAndGreed: Derivation = {
  dataset: TaiwanFearAndGreedIndex,
  from: [
    TaiwanReturnIndex,
    TaiwanWeightedIndex,
    TaiwanStockPrice,
    TaiwanOptionDaily,
    USBondYield,
    TaiwanStockTotalMarginPurchaseShortSale,
    TaiwanStockTotalInstitutionalInvestors,
  ],
  async rows(tables, since) {
    const batch = createBatch(TaiwanFearAndGreedIndex)
    const components = Object.entries(await readComponents(tables)).map(([name, raw]) => ({
      name,
      raw,
      scores: scoresOf(raw, inverted.includes(name as Component)),
    }))
    const start = firstDayOf(since)
    const days = new Set(components.flatMap(({ scores }) => [...scores.keys()]))
    for (const trade_date of [...days].filter((each) => each >= start).sort((a, b) => a - b)) {
      const cells: Record<string, Cell> = { trade_date, method_version: '1' }
      let total = 0
      let count = 0
      for (const { name, raw, scores } of components) {
        const score = scores.get(trade_date) ?? null
        cells[`${name}_raw`] = raw.get(trade_date) ?? null
        cells[`${name}_score`] = score
        if (score === null) continue
        total += score
        count++
      }
      if (count < fewestComponents) continue
      const score = Number(halfUp(BigInt(total), BigInt(count)))
      batch.push({
        ...cells,
        fear_greed_score: score,
        fear_greed_label: labelOf(score),
        component_count: count,
      } as never)
    }
    return batch
  },
}
