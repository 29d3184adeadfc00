import { allAccountsOf, type Statement, statements } from '../../catalogue/accounts.ts'
import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStatementAccounts } from '../../catalogue/series/TaiwanStatementAccounts.ts'
import { dayOf } from '../../days.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Derivation } from '../derivation.ts'

/** The first day of the first year whose statements follow IFRSs in Taiwan. */
const effective = '2013-01-01'

/** Code, element of the IFRS taxonomy where it has another name, and balance: `+` is credit for income, debit for assets. */
const elements: Readonly<Record<Statement, string>> = {
  TaiwanStockFinancialStatement: `
    Revenue + | CostOfGoodsSold CostOfSales - | GrossProfit + | AdministrativeExpenses AdministrativeExpense -
    ResearchAndDevelopmentExpenses ResearchAndDevelopmentExpense - | OperatingIncome ProfitLossFromOperatingActivities +
    PreTaxIncome ProfitLossBeforeTax + | IncomeTaxExpense IncomeTaxExpenseContinuingOperations -
    IncomeFromContinuingOperations ProfitLossFromContinuingOperations +
    IncomeLossFromDiscontinuedOperation ProfitLossFromDiscontinuedOperations +
    IncomeAfterTaxes ProfitLoss + | OtherComprehensiveIncome + | TotalComprehensiveIncome ComprehensiveIncome +
    NetIncomeAttributableToOwnersOfParent ProfitLossAttributableToOwnersOfParent +
    NetIncomeAttributableToNoncontrollingInterests ProfitLossAttributableToNoncontrollingInterests +
    ComprehensiveIncomeAttributableToOwnersOfParent + | EPS BasicEarningsLossPerShare | DilutedEPS DilutedEarningsLossPerShare`,
  TaiwanStockBalanceSheet: `
    CashAndCashEquivalents + | Inventories + | CurrentAssets + | PropertyPlantAndEquipment +
    RightOfUseAssets RightofuseAssets + | NoncurrentAssets + | TotalAssets Assets + | ShorttermBorrowings -
    CurrentContractLiabilities - | CurrentLiabilities - | LongtermBorrowings - | NoncurrentLiabilities - | Liabilities -
    CapitalStock IssuedCapital - | RetainedEarnings - | OtherEquityInterest - | TreasuryShares + | Equity -
    EquityAttributableToOwnersOfParent - | NoncontrollingInterests - | TotalLiabilitiesEquity EquityAndLiabilities -`,
  TaiwanStockCashFlowsStatement: `
    Depreciation AdjustmentsForDepreciationExpense | AmortizationExpense AdjustmentsForAmortisationExpense
    CashFlowsFromOperatingActivities CashFlowsFromUsedInOperatingActivities
    CashProvidedByInvestingActivities CashFlowsFromUsedInInvestingActivities
    CashFlowsProvidedFromFinancingActivities CashFlowsFromUsedInFinancingActivities
    EffectOfExchangeRateChanges EffectOfExchangeRateChangesOnCashAndCashEquivalents
    CashBalancesIncrease IncreaseDecreaseInCashAndCashEquivalents
    CashBalancesBeginningOfPeriod CashAndCashEquivalents | CashBalancesEndOfPeriod CashAndCashEquivalents`,
}

const elementsOf = (statement: Statement) =>
  new Map(
    elements[statement]
      .trim()
      .split(/\s*[|\n]\s*/)
      .map((line) => {
        const [type, ...rest] = line.split(' ') as [string, ...string[]]
        const sides = statement === 'TaiwanStockBalanceSheet' ? ['debit', 'credit'] : ['credit', 'debit']
        const balance = sides[['+', '-'].indexOf(rest.at(-1) ?? '')] ?? null
        return [type, { element: rest.find((word) => word.length > 1) ?? type, balance }]
      }),
  )

export const statementAccounts: Derivation = {
  dataset: TaiwanStatementAccounts,
  from: [TaiwanStockFinancialStatement, TaiwanStockBalanceSheet, TaiwanStockCashFlowsStatement],
  async rows() {
    const batch = createBatch(TaiwanStatementAccounts)
    for (const statement of statements) {
      const known = elementsOf(statement)
      for (const [at, { type, en, names, unit }] of allAccountsOf(statement).entries()) {
        const [name_zh, ...others] = names as [string, ...string[]]
        const { element = null, balance = null } = known.get(type) ?? {}
        batch.push({
          ...{ statement, type, effective_date: dayOf(effective), sequence: at + 1, name_en: en, name_zh, unit },
          ...{ other_names_zh: others.length > 0 ? others.join('、') : null, ifrs_element: element, balance },
        })
      }
    }
    return batch
  },
}
