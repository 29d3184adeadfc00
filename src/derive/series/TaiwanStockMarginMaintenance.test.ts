import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketRows } from '../../../test/support/series.ts'

test('on the simulated market the stocks together have the ratio of their market', async () => {
  const days =
    await marketRows(`SELECT m.trade_date, m.market, sum(m.margin_purchase_balance * CAST(m.close AS DOUBLE)) / sum(CAST(m.estimated_loan AS DOUBLE)) * 100 AS ratio,
      count(*) FILTER (WHERE m.estimated_loan IS NULL) AS without, any_value(t.margin_maintenance_ratio) AS published
    FROM TaiwanStockMarginMaintenance m JOIN TaiwanStockMarginRatio t USING (trade_date, market) GROUP BY ALL`)
  const whole = days.filter(({ without }) => without === '0')
  assert.ok(whole.length > 100, `${whole.length} of ${days.length} days`)
  for (const { trade_date, market, ratio, published } of whole)
    assert.ok(Math.abs(Number(ratio) - Number(published)) < 0.001, `${trade_date} ${market} ${ratio} ${published}`)
})

test('each estimate is that of a second implementation, which adds up purchases day by day', async () => {
  const bought = await marketRows(
    'SELECT m.stock_id, m.trade_date, m.market, margin_purchase_buy AS buy, margin_purchase_balance AS balance, p.close FROM TaiwanStockMarginPurchaseShortSale m LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date) ORDER BY stock_id, trade_date',
  )
  const loans = new Map(
    (
      await marketRows(
        'SELECT trade_date, market, margin_purchase_balance_amount AS loan FROM TaiwanStockTotalMarginPurchaseShortSale',
      )
    ).map(({ trade_date, market, loan }) => [`${trade_date} ${market}`, Number(loan)]),
  )
  type Estimate = {
    readonly place: string
    readonly balance: number
    readonly close: number
    readonly cost: number | null
  }
  const estimates = new Map<string, Estimate>()
  const costs = new Map<string, number>()
  let [id, close] = ['', null as number | null]
  let purchases: { readonly at: number; readonly buy: number; readonly close: number }[] = []
  for (const row of bought) {
    if (row.stock_id !== id) [id, close, purchases] = [row.stock_id!, null, []]
    if (row.close !== null) close = Number(row.close)
    if (close === null) continue
    const at = Date.parse(row.trade_date!)
    purchases.push({ at, buy: Number(row.buy), close })
    purchases = purchases.filter((one) => at - one.at < 180 * 86_400_000)
    const volume = purchases.reduce((sum, { buy }) => sum + buy, 0)
    const cost = volume > 0 ? purchases.reduce((sum, one) => sum + one.buy * one.close, 0) / volume : null
    const balance = Number(row.balance)
    if (balance === 0) continue
    const place = `${row.trade_date} ${row.market}`
    estimates.set(`${id} ${row.trade_date}`, { place, balance, close, cost })
    if (cost !== null) costs.set(place, (costs.get(place) ?? 0) + balance * cost)
  }
  const stored = await marketRows('SELECT * FROM TaiwanStockMarginMaintenance')
  assert.equal(stored.length, estimates.size)
  for (const row of stored) {
    const name = `${row.stock_id} ${row.trade_date}`
    const { place, balance, close, cost } = estimates.get(name)!
    assert.equal(row.margin_cost === null, cost === null, name)
    if (cost === null) continue
    assert.ok(Math.abs(Number(row.margin_cost) - cost) < 0.000_1, `${name} ${row.margin_cost} ${cost}`)
    const loan = loans.get(place)
    if (loan === undefined) continue
    const estimate = (balance * cost * loan) / costs.get(place)!
    assert.ok(Math.abs(Number(row.estimated_loan) / estimate - 1) < 1e-4, `${name} ${row.estimated_loan} ${estimate}`)
    const ratio = ((balance * close) / Number(row.estimated_loan)) * 100
    // A loan of little has few digits.
    if (Number(row.estimated_loan) > 1_000)
      assert.ok(Math.abs(Number(row.margin_maintenance_ratio) - ratio) < 0.000_2, name)
  }
})
