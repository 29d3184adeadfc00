import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { statementsOf } from '../statements/lists.ts'

const activities = [
  'CashFlowsFromOperatingActivities',
  'CashProvidedByInvestingActivities',
  'CashFlowsProvidedFromFinancingActivities',
]

export const cashFlows = statementsOf({
  dataset: TaiwanStockCashFlowsStatement,
  core: [...activities, 'CashBalancesEndOfPeriod'],
  parent: null,
  sums: [
    ['CashBalancesIncrease', ...activities, 'EffectOfExchangeRateChanges'],
    ['CashBalancesEndOfPeriod', 'CashBalancesBeginningOfPeriod', 'CashBalancesIncrease'],
  ],
})
