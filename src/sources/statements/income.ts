import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { statementsOf } from './lists.ts'

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
