import type { Column, Measure } from '../../representation.ts'
import type { Composite } from '../senses.ts'
import { type Context, percent } from './phrase.ts'

export const account = (dataset: string, type: string, context: Context): Column => ({
  kind: 'column',
  dataset,
  column: 'value',
  where: [
    { column: 'period', is: [context.annual ? 'annual' : 'quarterly'] },
    { column: 'type', is: [type] },
  ],
  ...(context.entity === undefined ? {} : { entity: context.entity }),
})

const income = 'TaiwanStockFinancialStatement'

const balance = 'TaiwanStockBalanceSheet'

export const ratios: Partial<Record<Composite, (context: Context) => [Measure, string]>> = {
  gross_margin: (c) => [percent(account(income, 'GrossProfit', c), account(income, 'Revenue', c)), income],
  operating_margin: (c) => [percent(account(income, 'OperatingIncome', c), account(income, 'Revenue', c)), income],
  net_margin: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(income, 'Revenue', c)), income],
  debt_ratio: (c) => [percent(account(balance, 'Liabilities', c), account(balance, 'TotalAssets', c)), balance],
  current_ratio: (c) => [
    percent(account(balance, 'CurrentAssets', c), account(balance, 'CurrentLiabilities', c)),
    balance,
  ],
  roe: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(balance, 'Equity', c)), income],
  roa: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(balance, 'TotalAssets', c)), income],
}
