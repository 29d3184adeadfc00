import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { balanceAccounts } from './accounts.ts'
import { statementsOf } from './lists.ts'

/** Condensed balance sheets at the end of a quarter. */
export const balanceSheets = statementsOf({
  dataset: TaiwanStockBalanceSheet,
  accounts: balanceAccounts,
  core: ['TotalAssets', 'Liabilities', 'Equity'],
  parent: 'EquityAttributableToOwnersOfParent',
  sums: [
    [
      ['資產總計', '資產總額'],
      ['負債總計', '負債總額'],
      ['權益總計', '權益總額'],
    ],
  ],
})
