import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketRows } from '../../../test/support/series.ts'
import { calendarEvents } from '../../catalogue/series/TaiwanCorporateCalendar.ts'

const eventsOf = (event: string) => marketRows(`SELECT * FROM TaiwanCorporateCalendar WHERE event = '${event}'`)

test('on the simulated market a dividend stands at the day of its latest announcement, with its legs together', async () => {
  const announced = await marketRows('SELECT * FROM TaiwanStockDividend ORDER BY announce_date, announce_time')
  for (const [event, day, legs] of [
    ['ex_dividend', 'cash_ex_date', ['cash_earnings_distribution', 'cash_statutory_surplus']],
    ['ex_rights', 'stock_ex_date', ['stock_earnings_distribution', 'stock_statutory_surplus']],
    ['dividend_payment', 'cash_payment_date', ['cash_earnings_distribution', 'cash_statutory_surplus']],
  ] as const) {
    const latest = new Map<string, string>()
    for (const row of announced) {
      const told = legs.map((leg) => row[leg]).filter((leg) => leg != null)
      const amount = told.length === 0 ? null : told.reduce((sum, leg) => sum + Number(leg), 0).toFixed(6)
      if (row[day] !== null)
        latest.set(`${row.stock_id} ${row.dividend_period}`, `${row[day]} ${amount} ${row.announce_date}`)
    }
    const stored = await eventsOf(event)
    const told = stored.map(
      (row) => [`${row.stock_id} ${row.detail}`, `${row.event_date} ${row.amount} ${row.announce_date}`] as const,
    )
    assert.ok(stored.length > 3, event)
    assert.deepEqual([...told].sort(), [...latest].sort())
  }
})

test('every kind of event that its sources have is there, each row once', async () => {
  const counts = new Map(
    (await marketRows('SELECT event, count(*) AS n FROM TaiwanCorporateCalendar GROUP BY 1')).map(({ event, n }) => [
      event,
      Number(n),
    ]),
  )
  const [sources] =
    await marketRows(`SELECT (SELECT count(*) FROM TaiwanStockSplitPrice) AS split, (SELECT count(*) FROM TaiwanStockChangeFaceReference) AS par_change,
    (SELECT count(*) FROM TaiwanStockCapitalReductionReferencePrice) AS capital_reduction,
    (SELECT count(*) FROM (SELECT DISTINCT stock_id, suspend_start_date FROM TaiwanStockMarginShortSaleSuspension WHERE reason = '股東常會')) AS shareholder_meeting,
    (SELECT count(*) FROM TaiwanDerivativesContracts WHERE product_type = 'futures' AND expiry_date IS NOT NULL) AS settlement,
    (SELECT 12 * count(DISTINCT year(trade_date)) FROM TaiwanStockTradingDate) AS revenue_deadline,
    (SELECT 4 * count(DISTINCT year(trade_date)) FROM TaiwanStockTradingDate) AS statement_deadline`)
  for (const [event, n] of Object.entries(sources!)) assert.equal(counts.get(event), Number(n), event)
  assert.deepEqual(
    [...counts.keys()].filter((event) => !(event! in calendarEvents)),
    [],
  )
  const deadlines = await eventsOf('statement_deadline')
  assert.ok(deadlines.some(({ event_date, detail }) => event_date === '2026-03-31' && detail === '2025Q4'))
})
