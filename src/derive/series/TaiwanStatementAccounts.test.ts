import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketRows } from '../../../test/support/series.ts'
import { labelOf, statements } from '../../catalogue/accounts.ts'

test('every code of the statements of the market is listed, with a name and a unit that its rows have', async () => {
  const listed = await marketRows('SELECT * FROM TaiwanStatementAccounts ORDER BY statement, sequence')
  const names = new Map(
    listed.map((row) => [`${row.statement} ${row.type}`, [row.name_zh!, ...(row.other_names_zh?.split('、') ?? [])]]),
  )
  assert.equal(names.size, listed.length)
  for (const statement of statements) {
    const own = listed.filter((row) => row.statement === statement)
    assert.deepEqual(
      own.map(({ sequence }) => Number(sequence)),
      own.map((_, at) => at + 1),
    )
    const rows =
      await marketRows(`SELECT type, any_value(unit) AS unit, any_value(origin_name) AS name FROM ${statement}
      WHERE type NOT LIKE 'X\\_%' ESCAPE '\\' AND type NOT LIKE '%\\_per' ESCAPE '\\' GROUP BY type`)
    assert.ok(rows.length > 5)
    for (const { type, unit, name } of rows) {
      assert.ok(names.get(`${statement} ${type}`)?.includes(labelOf(name!)), `${statement} ${type} ${name}`)
      assert.equal(own.find((row) => row.type === type)!.unit, unit, type!)
    }
  }
})

test('balances add up: assets are liabilities and equity, and income less expenses is what is left', async () => {
  const balances = new Map(
    (await marketRows('SELECT * FROM TaiwanStatementAccounts')).map((row) => [row.type!, row.balance]),
  )
  /** Debits less credits. */
  const sumOf = (amounts: Readonly<Record<string, string | null>>, types: readonly string[]): number =>
    types.reduce((sum, type) => sum + (balances.get(type) === 'debit' ? 1 : -1) * Number(amounts[type] ?? 0), 0)
  const amountsOf = async (statement: string) =>
    [
      ...Map.groupBy(
        await marketRows(
          `SELECT stock_id, report_date, type, value FROM ${statement} WHERE period = 'quarterly' AND stock_id IN ('2330', '2317', '2454')`,
        ),
        (row) => `${row.stock_id} ${row.report_date}`,
      ).values(),
    ].map((rows) => Object.fromEntries(rows.map((row) => [row.type!, row.value!])))
  const sheets = await amountsOf('TaiwanStockBalanceSheet')
  assert.ok(sheets.length > 3)
  for (const sheet of sheets) assert.equal(sumOf(sheet, ['TotalAssets', 'Liabilities', 'Equity']), 0)
  for (const income of await amountsOf('TaiwanStockFinancialStatement')) {
    assert.equal(-sumOf(income, ['Revenue', 'CostOfGoodsSold']), Number(income.GrossProfit))
    assert.equal(-sumOf(income, ['PreTaxIncome', 'IncomeTaxExpense']), Number(income.IncomeAfterTaxes))
    assert.equal(balances.get('IncomeTaxExpense'), 'debit')
  }
})

test('elements of the taxonomy are names of their own kind', async () => {
  const rows = await marketRows('SELECT * FROM TaiwanStatementAccounts')
  const element = (type: string) => rows.find((row) => row.type === type)!.ifrs_element
  assert.deepEqual(
    ['Revenue', 'CostOfGoodsSold', 'TotalAssets', 'EPS', 'SellingExpenses', 'CashBalancesEndOfPeriod'].map(element),
    ['Revenue', 'CostOfSales', 'Assets', 'BasicEarningsLossPerShare', null, 'CashAndCashEquivalents'],
  )
  for (const row of rows) if (row.ifrs_element !== null) assert.match(row.ifrs_element!, /^[A-Z][A-Za-z]+$/)
  assert.ok(rows.filter((row) => row.ifrs_element !== null).length > 45)
})
