import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { statementsOf } from './lists.ts'

/** Condensed balance sheets at the end of a quarter. */
export const balanceSheets = statementsOf({
  dataset: TaiwanStockBalanceSheet,
  core: ['TotalAssets', 'Liabilities', 'Equity'],
  parent: 'EquityAttributableToOwnersOfParent',
  sums: [['TotalAssets', 'Liabilities', 'Equity']],
})
