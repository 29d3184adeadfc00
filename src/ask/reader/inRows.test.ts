import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanonical } from '../canonical/canonical.ts'
import { inRows } from './inRows.ts'

const canonical = createCanonical()
const told = (sentence: string): string => {
  const [meaning] = canonical.read(sentence, 'code')
  assert.ok(meaning, sentence)
  return canonical.print(inRows(meaning), 'code')
}

test('a value of calls and of puts, or of both markets, is told in rows', () => {
  const net = (side: string) =>
    `net_open_interest_volume (for institutional_investor = "foreign_investor" and call_put = "${side}")`
  assert.equal(
    told(`TaiwanOptionInstitutionalInvestors: ${net('call')}; ${net('put')} for TXO, the latest date.`),
    'TaiwanOptionInstitutionalInvestors: every record\'s call_put; net_open_interest_volume for those named TXO with institutional_investor = "foreign_investor", the latest date.',
  )
  const market = (name: string) => `total_net_amount (for market = "${name}")`
  assert.equal(
    told(`TaiwanStockTotalInstitutionalInvestors: ${market('TWSE')}; ${market('TPEX')} for all, the latest date.`),
    "TaiwanStockTotalInstitutionalInvestors: every record's market; total_net_amount for all, the latest date.",
  )
})

test('other meanings stay as they are', () => {
  const account = (type: string) => `value (for period = "quarterly" and type = "${type}")`
  for (const sentence of [
    // Of the accounts of a statement some are asked for, never all.
    `TaiwanStockFinancialStatement: ${account('Revenue')}; ${account('EPS')} for 2330, the latest date.`,
    'TaiwanOptionInstitutionalInvestors: net_open_interest_volume (for institutional_investor = "dealer" and call_put = "call") for TXO, the latest date.',
    'TaiwanStockPrice: close; volume for 2330, the latest date.',
  ])
    assert.equal(told(sentence), sentence)
})
