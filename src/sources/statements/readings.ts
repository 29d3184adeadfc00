import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { quarterEnd, republicYear } from '../periods.ts'
import { column, combined, constant, part } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { statementsOf } from './lists.ts'

/** Condensed balance sheets at the end of a quarter. */
export const balanceSheets = statementsOf({
  dataset: TaiwanStockBalanceSheet,
  core: ['TotalAssets', 'Liabilities', 'Equity'],
  parent: 'EquityAttributableToOwnersOfParent',
  sums: [['TotalAssets', 'Liabilities', 'Equity']],
})

const preTax = ['稅前淨利(淨損)', '繼續營業單位稅前純益(純損)', '繼續營業單位稅前損益']

/** Condensed income statements; every one runs from 1 January on. */
export const incomeStatements = statementsOf({
  dataset: TaiwanStockFinancialStatement,
  core: ['IncomeAfterTaxes'],
  parent: 'NetIncomeAttributableToOwnersOfParent',
  sums: [
    [['淨收益'], 'NetInterestIncome', ['利息以外淨收益']],
    [preTax, ['營業利益(損失)', '營業利益'], ['營業外收入及支出', '營業外損益']],
    [preTax, ['所得稅費用(利益)', '所得稅(費用)利益'], ['繼續營業單位本期淨利(淨損)', '繼續營業單位本期純益(純損)']],
    [['本期綜合損益總額'], 'IncomeAfterTaxes', 'OtherComprehensiveIncome', ['合併前非屬共同控制股權綜合損益淨額']],
  ],
})

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

/** The earnings a share that stand in a summary of every company. */
export const summaryOfIncome = part(
  TaiwanStockFinancialStatement,
  {
    stock_id: '公司代號',
    report_date: combined(['年度', '季別'], (year, quarter) => {
      const gregorian = republicYear(year)
      return gregorian && [1, 2, 3, 4].includes(Number(quarter)) ? quarterEnd(gregorian, Number(quarter)) : undefined
    }),
    period: constant('quarterly'),
    fiscal_year: column('年度', { read: republicYear }),
    fiscal_quarter: '季別',
    type: constant('EPS'),
    value: '基本每股盈餘(元)',
    unit: constant('TWD_per_share'),
  },
  {
    ignore: titlesIn('出表日期 公司名稱 產業別 普通股每股面額 營業收入 營業利益 營業外收入及支出 稅後淨利'),
  },
)
