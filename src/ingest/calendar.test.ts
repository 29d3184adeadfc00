import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startLive } from '../../test/support/live.ts'
import { select } from '../../test/support/select.ts'
import { openIngest } from './context.ts'
import { refresh } from './refresh.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-calendar-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('without the schedule of the year the report names what waits for it, and reads it once the day has traded', async () => {
  const only = ['TaiwanStockDailyPriceLimit', 'TaiwanStockDayTradingInfo']
  const market = await startLive(root, { only })
  // As in November, when the open list has turned to the next year.
  market.exchange.addFault({ publisher: 'twseOpenApi', path: 'holidaySchedule', fault: { kind: 'nothing' } })
  const run = async (instant: string, day: string) => {
    market.turn(instant, day)
    const context = openIngest({ ...market.context, accepted: [] })
    try {
      return (await refresh(context)).report
    } finally {
      context.close()
    }
  }
  /** Days of which limits of the OTC market are stored; its list is about the next trading day. */
  const days = async () =>
    (
      await select(
        market.lake,
        `SELECT DISTINCT CAST(trade_date AS VARCHAR) FROM TaiwanStockDailyPriceLimit WHERE market = 'TPEX' ORDER BY 1`,
      )
    ).flat()
  try {
    const first = await run('2026-11-11T23:50:00+08:00', '2026-11-11')
    assert.equal(first.calendar.knownThrough, '2026-11-11')
    assert.ok(first.calendar.waiting.includes('TaiwanStockDailyPriceLimit'), JSON.stringify(first.calendar))
    assert.match(first.calendar.why!, /no schedule tells which days trade after 2026-11-11/)
    assert.deepEqual(await days(), [])
    await run('2026-11-12T23:50:00+08:00', '2026-11-12')
    // The limits of the 12th came the evening before, when the day was not in the calendar.
    assert.deepEqual(await days(), ['2026-11-12'])
  } finally {
    await market.stop()
  }
})
