import { codeOf } from '../../catalogue/accounts.ts'
import type { Quarter } from './books.ts'
import type { Company } from './company.ts'
import type { Income } from './income.ts'

/** One line of a statement: its code, its name in the filing, and its value. */
export type Account = {
  readonly type: string
  readonly name: string
  readonly unit: 'TWD' | 'TWD_per_share'
  /** Thousands, or cents a share. */
  readonly value: (quarter: Quarter) => number
}

export const line = (type: string | null, name: string, value: Account['value']): Account => ({
  type: type ?? codeOf(name),
  name,
  unit: 'TWD',
  value,
})

const perShare = (type: string, name: string, value: Account['value']): Account => ({
  type,
  name,
  unit: 'TWD_per_share',
  value,
})

const income = (type: string, name: string, pick: (income: Income) => number): Account =>
  line(type, name, (quarter) => pick(quarter.income))

const incomeEnd = ({ minority }: Company): Account[] => [
  line('OtherComprehensiveIncome', '其他綜合損益（淨額）', (q) => q.otherComprehensive),
  line('TotalComprehensiveIncome', '本期綜合損益總額', (q) => q.income.afterTax + q.otherComprehensive),
  income('NetIncomeAttributableToOwnersOfParent', '淨利（淨損）歸屬於母公司業主', (i) => i.owners),
  ...(minority > 0
    ? [income('NetIncomeAttributableToNoncontrollingInterests', '淨利（淨損）歸屬於非控制權益', (i) => i.minority)]
    : []),
  line(
    'ComprehensiveIncomeAttributableToOwnersOfParent',
    '綜合損益總額歸屬於母公司業主',
    (q) => q.income.owners + q.otherComprehensive,
  ),
  ...(minority > 0 ? [line(null, '綜合損益總額歸屬於非控制權益', (q) => q.income.minority)] : []),
  perShare('EPS', '基本每股盈餘合計', (q) => q.income.eps),
  perShare('DilutedEPS', '稀釋每股盈餘合計', (q) => q.income.dilutedEps),
]

export const incomeAccounts = (company: Company): Account[] =>
  company.isFinancial
    ? [
        income('NetInterestIncome', '利息淨收益', (i) => i.netInterest),
        income('NetNonInterestIncome', '利息以外淨收益', (i) => i.nonInterest),
        income('Revenue', '淨收益', (i) => i.revenue),
        income('BadDebtExpense', '呆帳費用、承諾及保證責任準備提存', (i) => i.badDebt),
        income('NetChangeInInsuranceLiabilityReserve', '保險負債準備淨變動', (i) => i.insurance),
        income('OperatingExpenses', '營業費用', (i) => i.expenses),
        income('PreTaxIncome', '繼續營業單位稅前損益', (i) => i.preTax),
        income('IncomeTaxExpense', '所得稅費用（利益）', (i) => i.tax),
        income('IncomeFromContinuingOperations', '繼續營業單位本期淨利（淨損）', (i) => i.afterTax),
        income('IncomeAfterTaxes', '本期稅後淨利（淨損）', (i) => i.afterTax),
        ...incomeEnd(company),
      ]
    : [
        income('Revenue', '營業收入合計', (i) => i.revenue),
        income('CostOfGoodsSold', '營業成本合計', (i) => i.cost),
        income('GrossProfit', '營業毛利（毛損）淨額', (i) => i.grossProfit),
        income('SellingExpenses', '推銷費用', (i) => i.selling),
        income('AdministrativeExpenses', '管理費用', (i) => i.administrative),
        ...(company.hasResearch ? [income('ResearchAndDevelopmentExpenses', '研究發展費用', (i) => i.research)] : []),
        income('OperatingExpenses', '營業費用合計', (i) => i.expenses),
        income('OperatingIncome', '營業利益（損失）', (i) => i.operating),
        income('TotalNonoperatingIncomeAndExpense', '營業外收入及支出合計', (i) => i.nonOperating),
        income('PreTaxIncome', '稅前淨利（淨損）', (i) => i.preTax),
        income('IncomeTaxExpense', '所得稅費用（利益）合計', (i) => i.tax),
        income('IncomeFromContinuingOperations', '繼續營業單位本期淨利（淨損）', (i) => i.afterTax),
        income('IncomeAfterTaxes', '本期淨利（淨損）', (i) => i.afterTax),
        ...incomeEnd(company),
      ]

const cash = (type: string | null, name: string, pick: (cash: Quarter['cash']) => number): Account =>
  line(type, name, (quarter) => pick(quarter.cash))

/** Flows, which add up from January on; the balances at both ends are not among them. */
export const cashAccounts = ({ isFinancial }: Company): Account[] => [
  line('NetIncomeBeforeTax', '本期稅前淨利（淨損）', (q) => q.income.preTax),
  cash('Depreciation', '折舊費用', (c) => c.depreciation),
  cash('AmortizationExpense', '攤銷費用', (c) => c.amortisation),
  cash('InterestExpense', '利息費用', (c) => -c.interestPaid),
  cash('InterestIncome', '利息收入', (c) => -c.interestReceived),
  ...(isFinancial
    ? []
    : [
        cash('ReceivableIncrease', '應收帳款（增加）減少', (c) => c.receivables),
        cash('InventoryIncrease', '存貨（增加）減少', (c) => c.inventories),
        cash(null, '其他流動資產（增加）減少', (c) => c.otherCurrent),
        cash('AccountsPayableIncrease', '應付帳款增加（減少）', (c) => c.payables),
        cash(null, '合約負債增加（減少）', (c) => c.contracts),
        cash(null, '其他營業負債增加（減少）', (c) => c.otherDebt),
      ]),
  cash(null, '收取之利息', (c) => c.interestReceived),
  cash('PayTheInterest', '支付之利息', (c) => c.interestPaid),
  cash('IncomeTaxPaid', '退還（支付）之所得稅', (c) => c.taxPaid),
  cash('CashFlowsFromOperatingActivities', '營業活動之淨現金流入（流出）', (c) => c.operating),
  cash('PropertyAndPlantAndEquipment', '取得不動產、廠房及設備', (c) => c.equipment),
  cash('CashProvidedByInvestingActivities', '投資活動之淨現金流入（流出）', (c) => c.investing),
  cash('CashDividendsPaid', '發放現金股利', (c) => c.dividends),
  cash('CashFlowsProvidedFromFinancingActivities', '籌資活動之淨現金流入（流出）', (c) => c.financing),
  cash('EffectOfExchangeRateChanges', '匯率變動對現金及約當現金之影響', (c) => c.exchange),
  cash('CashBalancesIncrease', '本期現金及約當現金增加（減少）數', (c) => c.increase),
]
