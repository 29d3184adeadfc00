import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { wholeTable } from '../table.ts'
import { actionsOf, price } from './events.ts'

/** Cents to a decimal of six places. */
const value = (cents: number): number => cents * 10_000

export const dividendResult = wholeTable(TaiwanStockDividendResult, (world, push) => {
  for (const { action, day, row } of actionsOf(world, 'distribution')) {
    const { closeBefore, reference, cash, stockRatio, rightsRatio, rightsPrice, sharesBefore, sharesAfter } = action
    const { market } = row
    const hasRights = stockRatio > 0 || rightsRatio > 0
    const event = cash === 0 ? 'rights' : hasRights ? 'both' : 'dividend'
    const removed = value(closeBefore - reference)
    // The listed market does not say which part of the value is which when both fall on one day.
    const isPublished = market === 'TPEX' || event !== 'both'
    const cashValue = event === 'dividend' ? removed : cash
    push({
      ...row,
      ex_date: day,
      dividend_value: removed,
      rights_value: !isPublished || (market === 'TWSE' && !hasRights) ? null : removed - cashValue,
      cash_value: !isPublished || (market === 'TWSE' && cash === 0) ? null : cashValue,
      event_type: event,
      dividend_reference_price: price(Math.round((closeBefore - cash / 10_000) / (1 + stockRatio))),
      cash_dividend: cash,
      stock_dividend_per_1000: Math.round(stockRatio * 1000) * 1_000_000,
      rights_issue_shares: rightsRatio > 0 ? sharesAfter - sharesBefore - Math.round(sharesBefore * stockRatio) : null,
      rights_issue_price: rightsRatio > 0 ? price(rightsPrice) : null,
      rights_issue_per_1000: rightsRatio > 0 ? Math.round(rightsRatio * 1000) * 1_000_000 : null,
    })
  }
})
