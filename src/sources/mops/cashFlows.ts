import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { labelOf } from '../statements/accounts.ts'
import { statementsOf } from '../statements/lists.ts'

const account = (type: string, ...names: string[]) => ({ type, names, unit: 'TWD' as const })

/** Lines of cash flow statements that have a code; every amount runs from 1 January on. */
export const cashAccounts = [
  account('NetIncomeBeforeTax', '本期稅前淨利(淨損)', '繼續營業單位稅前淨利(淨損)'),
  account('Depreciation', '折舊費用'),
  account('AmortizationExpense', '攤銷費用'),
  account('InterestExpense', '利息費用'),
  account('InterestIncome', '利息收入'),
  account('ReceivableIncrease', '應收帳款(增加)減少'),
  account('InventoryIncrease', '存貨(增加)減少'),
  account('AccountsPayableIncrease', '應付帳款增加(減少)'),
  account('PayTheInterest', '支付之利息'),
  account('IncomeTaxPaid', '退還(支付)之所得稅', '支付之所得稅'),
  account('CashFlowsFromOperatingActivities', '營業活動之淨現金流入(流出)'),
  account('PropertyAndPlantAndEquipment', '取得不動產、廠房及設備'),
  account('CashProvidedByInvestingActivities', '投資活動之淨現金流入(流出)'),
  account('CashDividendsPaid', '發放現金股利'),
  account('CashFlowsProvidedFromFinancingActivities', '籌資活動之淨現金流入(流出)'),
  account('EffectOfExchangeRateChanges', '匯率變動對現金及約當現金之影響'),
  account('CashBalancesIncrease', '本期現金及約當現金增加(減少)數'),
  account('CashBalancesBeginningOfPeriod', '期初現金及約當現金餘額'),
  account('CashBalancesEndOfPeriod', '期末現金及約當現金餘額'),
] as const

export const cashLines: ReadonlySet<string> = new Set(cashAccounts.flatMap(({ names }) => names.map(labelOf)))

const activities = [
  'CashFlowsFromOperatingActivities',
  'CashProvidedByInvestingActivities',
  'CashFlowsProvidedFromFinancingActivities',
]

export const cashFlows = statementsOf({
  dataset: TaiwanStockCashFlowsStatement,
  accounts: cashAccounts,
  core: [...activities, 'CashBalancesEndOfPeriod'],
  parent: null,
  sums: [
    ['CashBalancesIncrease', ...activities, 'EffectOfExchangeRateChanges'],
    ['CashBalancesEndOfPeriod', 'CashBalancesBeginningOfPeriod', 'CashBalancesIncrease'],
  ],
})
