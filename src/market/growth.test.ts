import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TaiwanStockDisposition } from '../catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockHoldingSharesPer } from '../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { TaiwanStockShareholding } from '../catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanFuturesBrokerDaily } from '../catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanFuturesDaily } from '../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanFuturesSettlement } from '../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDividend } from '../catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { catalogue } from '../catalogue/index.ts'
import { TaiwanIndex5Seconds } from '../catalogue/technical/TaiwanIndex5Seconds.ts'
import { TaiwanStock5SecondsOrderStats } from '../catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStockDailyPriceLimit } from '../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockMonthPrice } from '../catalogue/technical/TaiwanStockMonthPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockSuspendDayTrading } from '../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockWeekPrice } from '../catalogue/technical/TaiwanStockWeekPrice.ts'
import { dayOf } from '../days.ts'
import { derivations } from '../derive/index.ts'
import { type Lake, openLake, type Version } from '../lake/lake.ts'
import { buildMarket, growMarket } from './build.ts'
import { createCalendar } from './calendar.ts'
import { defaultOptions, type MarketOptions } from './world.ts'

/** A market that grows by the day is, row by row, the one that is built later at once. */

/** More days around the New Year; `npm run torture` asks for them. */
const isLong = process.env.TORTURE !== undefined

const root = mkdtempSync(join(tmpdir(), 'formosa-growth-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** The clock of every lake here: an evening in Taipei, when the rows of the day are complete. */
let instant = new Date('2025-01-01T11:00:00Z')
const now = () => instant
const evening = (date: string) => {
  instant = new Date(`${date}T19:00:00+08:00`)
}

const open = (name: string): Lake =>
  openLake({ root: join(root, name), origin: 'demo', datasets: catalogue, now, memory: '1GB' })
const build = (lake: Lake, options: MarketOptions, through: string, only?: readonly string[]) => {
  evening(through)
  return buildMarket({ lake, now, seed: options.seed, options, ...(only ? { only } : {}) })
}
const copyOf = (lake: Lake, name: string): Lake => {
  cpSync(lake.root, join(root, name), { recursive: true, verbatimSymlinks: true })
  return open(name)
}

const histories = derivations.flatMap(({ dataset, from }) => (dataset.isOurs && from.includes(dataset) ? dataset : []))
/** Series that keep the days on which the market was built and grew, and what is computed from them: a new one has fewer. */
const kept = derivations.flatMap(({ dataset, from }) =>
  histories.some((one) => from.includes(one)) ? dataset.name : [],
)

/** Equal versions but for what they keep, or the datasets that differ. */
function assertSameRows(grown: Version, built: Version): void {
  const files = ({ manifest }: Version) =>
    Object.fromEntries(
      Object.entries(manifest.datasets).flatMap(([name, { parts }]) =>
        kept.includes(name) ? [] : [[name, parts.map((part) => `${part.name} ${part.rows} ${part.sha256}`)]],
      ),
    )
  assert.deepEqual(files(grown), files(built))
  if (!kept.some((name) => name in built.manifest.datasets))
    assert.equal(grown.manifest.version, built.manifest.version)
  assert.equal(grown.manifest.through, built.manifest.through)
}

test('over a New Year, grown day by day or built at once, all datasets are the same', async () => {
  const dates = ['2025-12-29', '2025-12-30', '2025-12-31', '2026-01-02', '2026-01-05']
  const [first, ...days] = (isLong ? dates : dates.slice(2, 4)) as [string, ...string[]]
  // The ten-year line has rows only with the long histories, which take as long as all else: that it is the same is in
  // TaiwanStock10Year.test.ts, too. Older statements would make this slower still.
  const from = '2025-12-22'
  const options = {
    ...defaultOptions(7, first),
    ...(isLong
      ? { from: '2025-12-01', eventsFrom: '2024-01-01' }
      : { from, longFrom: from, eventsFrom: '2025-01-01', movesFrom: '2025-01-02' }),
  }
  const lake = open('daily')
  let grown = await build(lake, options, first)
  assert.equal(grown.manifest.through, first)
  for (const [i, date] of days.entries()) {
    evening(date)
    grown = (await growMarket({ lake, now }))!
    assert.deepEqual([grown.manifest.through, grown.manifest.number], [date, i + 2])
    assert.equal(grown.manifest.datasets.TaiwanStockPrice!.last_date, date)
  }
  assert.equal(Object.keys(grown.manifest.datasets).length, catalogue.length)
  assertSameRows(grown, await build(open('anew'), options, days.at(-1)!))
})

/** What a day that was planned and did not come could upset: calendars, weeks, contracts, periods and what follows. */
const stormy = [
  TaiwanStockTradingDate,
  TaiwanStockPrice,
  TaiwanStockDailyPriceLimit,
  TaiwanStockDividendResult,
  TaiwanStockPriceAdj,
  TaiwanStockWeekPrice,
  TaiwanStockDividend,
  TaiwanStockDisposition,
  TaiwanStockHoldingSharesPer,
  TaiwanStockShareholding,
  TaiwanFuturesDaily,
  TaiwanFuturesSettlement,
  TaiwanFuturesBrokerDaily,
  TaiwanStock5SecondsOrderStats,
  // These follow the days as one of those above does; that they grow is tested over the New Year.
  ...(isLong
    ? [
        TaiwanStockCapitalReductionReferencePrice,
        TaiwanStockSplitPrice,
        TaiwanStockChangeFaceReference,
        TaiwanStockMonthPrice,
        TaiwanStockSuspendDayTrading,
        TaiwanStockMarketValue,
        TaiwanIndex5Seconds,
      ]
    : []),
]

test('a typhoon and a week-end bring no day; what comes after is the same by the day, at once or built anew', async () => {
  const { isTyphoon, isScheduled } = createCalendar(1, '2026-07-01', '2026-07-31')
  assert.ok(isTyphoon(dayOf('2026-07-17')) && isScheduled(dayOf('2026-07-17')))
  const from = '2026-06-29'
  const options = {
    ...defaultOptions(1, '2026-07-16'),
    ...{ from, longFrom: from, eventsFrom: '2026-01-01', movesFrom: '2025-07-01' },
  }
  const only = stormy.map(({ name }) => name)
  const lake = open('storm')
  const before = await build(lake, options, '2026-07-16', only)
  const other = copyOf(lake, 'together')

  // Nothing is due on the typhoon's Friday, on the week-end, and on Monday before the rows of the day are complete.
  for (const time of ['16T19:00', '17T19:00', '18T19:00', '19T19:00', '20T17:59']) {
    instant = new Date(`2026-07-${time}:00+08:00`)
    assert.equal(await growMarket({ lake, now }), null, time)
  }
  assert.deepEqual(await lake.current(), before)

  evening('2026-07-20')
  assert.equal((await growMarket({ lake, now }))!.manifest.through, '2026-07-20')
  // Asked for a number of days, the market does not look at the clock.
  const grown = await growMarket({ lake, now, days: 1 })
  evening('2026-07-21')
  const together = await growMarket({ lake: other, now })
  const built = await build(open('anew, too'), options, '2026-07-21', only)
  assertSameRows(grown!, built)
  assertSameRows(together!, built)
})

test('a lake without a simulated market does not grow', async () => {
  const lake = open('other')
  assert.equal(await growMarket({ lake, now }), null)
  assert.equal(await lake.current(), null)
})
