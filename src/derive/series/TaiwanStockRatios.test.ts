import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketRows } from '../../../test/support/series.ts'

type Lines = ReadonlyMap<string, number>

/** The quarterly lines of a statement, by stock and number of the quarter. */
async function linesOf(table: string): Promise<Map<string, Map<string, number>>> {
  const quarters = new Map<string, Map<string, number>>()
  for (const row of await marketRows(
    `SELECT stock_id, fiscal_year * 4 + fiscal_quarter AS quarter, type, value FROM ${table} WHERE period = 'quarterly'`,
  )) {
    const name = `${row.stock_id} ${row.quarter}`
    const lines = quarters.get(name) ?? new Map<string, number>()
    quarters.set(name, lines.set(row.type!, Number(row.value)))
  }
  return quarters
}

const sum = (values: readonly (number | undefined)[]): number | null =>
  values.some((value) => value === undefined) ? null : values.reduce<number>((total, value) => total + value!, 0)

test('on the simulated market every ratio is that of a second implementation, which walks through the quarters', async () => {
  const [income, balance, cash] = await Promise.all(
    ['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement'].map(linesOf),
  )
  const stored = await marketRows(
    'SELECT *, fiscal_year * 4 + fiscal_quarter AS quarter FROM TaiwanStockRatios ORDER BY stock_id, quarter',
  )
  const seen: Record<string, number> = {}
  for (const row of stored) {
    const [id, quarter] = [row.stock_id!, Number(row.quarter)]
    const at = (of: ReadonlyMap<string, Lines> | undefined, line: string, back = 0) =>
      of!.get(`${id} ${quarter - back}`)?.get(line)
    const four = (line: string) => sum([0, 1, 2, 3].map((back) => at(income, line, back)))
    const mean = (line: string, back: number): number | null => {
      const both = sum([at(balance, line), at(balance, line, back)])
      return both === null ? null : both / 2
    }
    const over = (n: number | null | undefined, d: number | null | undefined, factor = 100): number | null =>
      n == null || d == null || d <= 0 ? null : (n / d) * factor
    const flowOf = (back: number): number | undefined => {
      const parts = ['CashFlowsFromOperatingActivities', 'PropertyAndPlantAndEquipment'].map((line) => {
        const [own, before] = [at(cash, line, back), at(cash, line, back + 1)]
        // A year has the quarters 4n+1 to 4n+4.
        const isFirst = (quarter - back) % 4 === 1
        return own === undefined || (!isFirst && before === undefined) ? undefined : own - (isFirst ? 0 : before!)
      })
      return parts.includes(undefined) ? undefined : parts[0]! + parts[1]!
    }
    const revenue = at(income, 'Revenue')
    const expected: Record<string, number | null | undefined> = {
      gross_margin: over(at(income, 'GrossProfit'), revenue),
      operating_margin: over(at(income, 'OperatingIncome'), revenue),
      net_margin: over(at(income, 'IncomeAfterTaxes'), revenue),
      roe_trailing: over(four('NetIncomeAttributableToOwnersOfParent'), mean('EquityAttributableToOwnersOfParent', 4)),
      roe_annualised: over(
        at(income, 'NetIncomeAttributableToOwnersOfParent'),
        mean('EquityAttributableToOwnersOfParent', 1),
        400,
      ),
      roa_trailing: over(four('IncomeAfterTaxes'), mean('TotalAssets', 4)),
      roa_annualised: over(at(income, 'IncomeAfterTaxes'), mean('TotalAssets', 1), 400),
      debt_ratio: over(at(balance, 'Liabilities'), at(balance, 'TotalAssets')),
      asset_turnover: over(four('Revenue'), mean('TotalAssets', 4), 1),
      free_cash_flow: flowOf(0),
      free_cash_flow_trailing: sum([0, 1, 2, 3].map(flowOf)),
      eps: at(income, 'EPS'),
      eps_trailing: four('EPS'),
    }
    for (const [name, value] of Object.entries(expected)) {
      const told = row[name]
      const where = `${id} ${row.report_date} ${name}: ${told}, ${value}`
      assert.equal(told === null, value == null, where)
      if (told === null) continue
      assert.ok(Math.abs(Number(told) - value!) <= 0.000_06 + Math.abs(value!) * 1e-12, where)
      seen[name] = (seen[name] ?? 0) + 1
    }
  }
  assert.ok(Object.keys(seen).length === 13 && Object.values(seen).every((count) => count > 400), JSON.stringify(seen))
})

test('a row is known when the last of its statements was filed', async () => {
  const [counted] =
    await marketRows(`SELECT count(*) AS n, count(*) FILTER (WHERE r.announce_date IS DISTINCT FROM f.day) AS other
    FROM TaiwanStockRatios r JOIN (
      SELECT stock_id, report_date, CASE WHEN count(DISTINCT t) = 3 AND bool_and(announce_date IS NOT NULL) THEN max(announce_date) END AS day FROM (
        SELECT 1 AS t, stock_id, report_date, announce_date FROM TaiwanStockFinancialStatement WHERE period = 'quarterly'
        UNION ALL SELECT 2, stock_id, report_date, announce_date FROM TaiwanStockBalanceSheet WHERE period = 'quarterly'
        UNION ALL SELECT 3, stock_id, report_date, announce_date FROM TaiwanStockCashFlowsStatement WHERE period = 'quarterly'
      ) GROUP BY ALL
    ) f USING (stock_id, report_date)`)
  assert.ok(Number(counted!.n) > 1_000)
  assert.equal(counted!.other, '0')
})

test('the trailing earnings are those that price-earnings ratios are made of', async () => {
  const [counted] =
    await marketRows(`SELECT count(*) AS n, count(*) FILTER (WHERE abs(p.close / r.eps_trailing - per.pe_ratio) > 0.02 * per.pe_ratio) AS other
    FROM TaiwanStockPER per JOIN TaiwanStockPrice p USING (stock_id, trade_date)
    JOIN TaiwanStockRatios r ON r.stock_id = per.stock_id AND per.fiscal_period = r.fiscal_year || 'Q' || r.fiscal_quarter
    WHERE per.pe_ratio > 0 AND r.eps_trailing > 0.5`)
  assert.ok(Number(counted!.n) > 1_000)
  assert.ok(Number(counted!.other) < Number(counted!.n) / 25, JSON.stringify(counted))
})
