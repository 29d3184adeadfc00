import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanonical } from '../canonical/canonical.ts'
import { withCompanions } from './companions.ts'

const canonical = createCanonical()
const told = (sentence: string): string => canonical.print(withCompanions(canonical.read(sentence, 'code')[0]!), 'code')

test('a score is told with its label, and a label with its score', () => {
  const both = 'TaiwanFearAndGreedIndex: fear_greed_score; fear_greed_label for all, the latest date.'
  assert.equal(told('TaiwanFearAndGreedIndex: fear_greed_score for all, the latest date.'), both)
  assert.equal(told(both), both)
  assert.equal(
    told('TaiwanMonthlyEconomicIndicator: monitoring_light for all, the latest date.'),
    'TaiwanMonthlyEconomicIndicator: monitoring_light; monitoring_score for all, the latest date.',
  )
})

test('a series of a statement is told with the fiscal year and quarter of each row', () => {
  const where = '(for period = "quarterly" and type = "EPS")'
  const series = (...columns: string[]) =>
    `TaiwanStockFinancialStatement: ${columns.map((column) => `${column} ${where}`).join('; ')} for 2454, on each date of the year 2025.`
  assert.equal(told(series('value')), series('value', 'fiscal_year', 'fiscal_quarter'))
})

test('an average, and an indicator, is told with the value it is of', () => {
  const average = 'the 60-value moving average of close'
  assert.equal(
    told(`TaiwanStockPrice: ${average} for 6446, the latest date.`),
    `TaiwanStockPrice: ${average}; close for 6446, the latest date.`,
  )
  assert.equal(
    told('TaiwanStockPrice: the indicator RSI of (close) for 2330, the latest date.'),
    'TaiwanStockPrice: the indicator RSI of (close); close for 2330, the latest date.',
  )
})

test('other meanings stay as they are', () => {
  for (const sentence of [
    'TaiwanStockPrice: close for 2330, the latest date.',
    'TaiwanFearAndGreedIndex: the average of fear_greed_score over this month for all, the latest date.',
  ])
    assert.equal(told(sentence), sentence)
})
