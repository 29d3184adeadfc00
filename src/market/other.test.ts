import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { dateOf, dayOf, weekdayOf } from '../days.ts'
import { createBatch } from '../lake/batch.ts'
import { createCalendar } from './calendar.ts'
import { dispositionsOf } from './chips/dispositions.ts'
import { monthRevenue } from './fundamentals/company.ts'
import { monthIndex } from './fundamentals/publication.ts'
import { belongs } from './indices.ts'
import { marketAt } from './listing.ts'
import { centralBankRate } from './other/CentralBankRate.ts'
import { crudeOilPrices } from './other/CrudeOilPrices.ts'
import { currencyCirculation } from './other/CurrencyCirculation.ts'
import { exchangeRate } from './other/ExchangeRate.ts'
import { goldPrice } from './other/GoldPrice.ts'
import { isBondSession, isLondonSession, isUsSession } from './other/holidays.ts'
import { monthlyEconomicIndicator } from './other/TaiwanMonthlyEconomicIndicator.ts'
import { relatedNews } from './other/TaiwanRelatedNews.ts'
import { usBondYield } from './other/USBondYield.ts'
import { usStockPrice } from './other/USStockPrice.ts'
import type { Table } from './table.ts'
import { returnIndex } from './technical/TaiwanReturnIndex.ts'
import { dailyPriceLimit } from './technical/TaiwanStockDailyPriceLimit.ts'
import { sectorPrice } from './technical/TaiwanStockSectorPrice.ts'
import { tradingDate } from './technical/TaiwanStockTradingDate.ts'
import { weightedIndex } from './technical/TaiwanWeightedIndex.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

type Value = string | number | null
type Record_ = Readonly<Record<string, Value>>

const through = '2026-11-13'
const optionsOf = (seed: number) => ({
  ...defaultOptions(seed, 'default', through),
  from: '2026-07-01',
  longFrom: '2025-12-01',
  movesFrom: '2025-07-01',
})
const world = createWorld(optionsOf(1), through)
const next = createWorld(optionsOf(1), dateOf(world.ahead.days[world.through + 1]!))
const december = createWorld(optionsOf(2), '2026-12-04')
const worlds = [world, next, december]

const whole = [
  tradingDate,
  relatedNews,
  currencyCirculation,
  goldPrice,
  crudeOilPrices,
  usStockPrice,
  exchangeRate,
  centralBankRate,
  usBondYield,
  monthlyEconomicIndicator,
]
const daily = [sectorPrice, weightedIndex, returnIndex, dailyPriceLimit]

function rowsOf({ dataset, fill }: Table, of: World, from = 0, to = of.through): Record_[] {
  const batch = createBatch(dataset)
  fill(of, batch.push, from, to)
  const columns = batch.columns.map((column, i) => ({
    ...column,
    data: batch.values(i),
    words: batch.dictionary(i),
  }))
  return Array.from({ length: batch.size() }, (_, row) => {
    // Millions of values: a list of pairs for each row would take longer than to simulate them.
    const made: Record<string, Value> = {}
    for (const { name, kind, data, words } of columns) {
      const value = data[row]!
      made[name] = Number.isNaN(value) ? null : kind === 'text' ? words[value]! : value
    }
    return made
  })
}

const keyOf = ({ dataset }: Table, row: Record_) => dataset.key.map((name) => row[name]).join(' ')
const cache = new Map<World, Map<Table, Record_[]>>()
const filled = (of: World, table: Table): Record_[] => {
  const known = cache.get(of) ?? new Map<Table, Record_[]>()
  cache.set(of, known)
  const rows = known.get(table) ?? rowsOf(table, of)
  known.set(table, rows)
  return rows
}
const newest = (of: World) => of.calendar.days[of.through]!
const number = (value: Value | undefined) => Number(value)

test('every row fits its dataset: unique keys, required columns, known values', () => {
  for (const of of worlds)
    for (const table of [...whole, ...daily]) {
      const rows = filled(of, table)
      assert.ok(rows.length > 0, table.dataset.name)
      assert.equal(new Set(rows.map((row) => keyOf(table, row))).size, rows.length, table.dataset.name)
      for (const [name, { nullable, values }] of Object.entries(table.dataset.columns))
        for (const row of rows) {
          const value = row[name]
          // The sentence is written where it is needed alone: there are millions of values.
          const isRight = value === null ? nullable : !values || values.includes(value as string)
          if (!isRight) assert.fail(`${table.dataset.name}.${name} is ${value}`)
        }
    }
})

test('filling day by day gives the rows of filling at once', () => {
  for (const table of daily) {
    const parts: Record_[] = []
    for (let t = 0; t <= world.through; t += 1) if (t > world.through - 40) parts.push(...rowsOf(table, world, t, t))
    const start = world.calendar.days[world.through - 39]!
    const once = filled(world, table).filter(({ trade_date }) => number(trade_date) >= start)
    const byKey = (a: Record_, b: Record_) => (keyOf(table, a) < keyOf(table, b) ? -1 : 1)
    assert.deepEqual(parts.sort(byKey), once.sort(byKey), table.dataset.name)
  }
})

test('what is known on a day is not changed by the next', () => {
  for (const table of [...whole, ...daily]) {
    const later = new Map(filled(next, table).map((row) => [keyOf(table, row), row]))
    for (const row of filled(world, table)) {
      const found = later.get(keyOf(table, row))
      if (table === tradingDate && row.is_scheduled === 1) continue
      assert.ok(found, `${table.dataset.name} lost ${keyOf(table, row)}`)
      // A dividend lowers every earlier adjusted price.
      if (table === usStockPrice) assert.deepEqual({ ...found, adj_close: 0 }, { ...row, adj_close: 0 })
      else assert.deepEqual(found, row, table.dataset.name)
    }
  }
})

test('nothing is dated after the day it is known', () => {
  const limits: [Table, string, number][] = [
    [goldPrice, 'trade_date', -1],
    [crudeOilPrices, 'trade_date', -4],
    [usStockPrice, 'trade_date', -1],
    [usBondYield, 'trade_date', -1],
    [exchangeRate, 'trade_date', 0],
    [centralBankRate, 'effective_date', 0],
    [relatedNews, 'publish_date', 0],
    [currencyCirculation, 'report_month', -50],
    [monthlyEconomicIndicator, 'report_month', -54],
    [weightedIndex, 'trade_date', 0],
  ]
  for (const of of worlds)
    for (const [table, column, lag] of limits) {
      const last = Math.max(...filled(of, table).map((row) => number(row[column])))
      assert.ok(last <= newest(of) + lag, `${table.dataset.name} ends ${dateOf(last)}`)
      assert.ok(last > newest(of) - 95, `${table.dataset.name} ends ${dateOf(last)}`)
    }
})

test('the market totals are the sums of what traded', () => {
  const rows = filled(world, weightedIndex)
  for (const t of [world.from, world.through - 3, world.through]) {
    const day = world.calendar.days[t]!
    for (const id of ['TAIEX', 'TPEX']) {
      const row = rows.find((known) => known.stock_id === id && known.trade_date === day)!
      const market = id === 'TAIEX' ? 'TWSE' : 'TPEX'
      const members = world.paths.filter((path) => marketAt(path.security, day) === market)
      assert.equal(
        row.volume,
        members.reduce((sum, { volume }) => sum + volume[t]!, 0),
      )
      assert.equal(row.turnover, 100 * members.reduce((sum, { turnover }) => sum + turnover[t]!, 0))
      assert.equal(
        row.trade_count,
        members.reduce((sum, { trades }) => sum + trades[t]!, 0),
      )
    }
  }
  assert.equal(dateOf(Math.min(...rows.map(({ trade_date }) => number(trade_date)))), '2025-12-01')
})

test('bars contain their ends and their change is the difference of two closes', () => {
  for (const table of [weightedIndex, sectorPrice]) {
    let before: Record_ | undefined
    for (const row of rowsOf(table, december)) {
      const [open, high, low, close] = [row.open, row.high, row.low, row.close].map(number) as [
        number,
        number,
        number,
        number,
      ]
      assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close) && low > 0)
      if (before?.stock_id === row.stock_id) assert.equal(row.spread, close - number(before?.close))
      before = row
    }
  }
})

test('sectors add up their own shares', () => {
  const day = newest(world)
  const t = world.through
  const rows = filled(world, sectorPrice).filter(({ trade_date }) => trade_date === day)
  assert.equal(rows.length, world.sectors.length)
  for (const row of rows) {
    const index = world.sectors.find(({ id }) => id === row.stock_id)!
    const members = world.paths.filter((path) => belongs(index, path, day))
    const turnover = members.reduce((sum, path) => sum + path.turnover[t]!, 0)
    assert.equal(row.turnover, turnover * 100)
    assert.equal(row.trade_count === null, row.market === 'TPEX')
    const market = world.paths.filter(({ security }) => marketAt(security, day) === row.market)
    const share = (turnover / market.reduce((sum, path) => sum + path.turnover[t]!, 0)) * 100
    assert.ok(Math.abs(number(row.turnover_ratio) / 1e4 - share) <= 0.000051)
  }
})

test('total-return indices keep what the price indices lose to dividends', () => {
  for (const of of worlds) {
    const rows = filled(of, returnIndex)
    const prices = new Map(filled(of, weightedIndex).map((row) => [keyOf(weightedIndex, row), row.close]))
    for (const row of rows) {
      assert.equal(row.price_index, prices.get(keyOf(returnIndex, row)))
      assert.ok(number(row.return_index) >= number(row.price_index))
    }
  }
})

test('limits surround the reference, and the next day is announced with what then comes true', () => {
  const day = next.calendar.days[next.through]!
  const announced = filled(world, dailyPriceLimit).filter(({ trade_date }) => trade_date === day)
  assert.ok(announced.length > 200)
  for (const of of worlds)
    for (const row of filled(of, dailyPriceLimit)) {
      if (row.limit_up === null) continue
      assert.ok(number(row.limit_up) <= number(row.reference_price) * (row.stock_id === '00631L' ? 1.2 : 1.1) + 1e-6)
      assert.ok(number(row.limit_down) <= number(row.reference_price))
    }
  // Some session of the next weeks carries a corporate action; its security is left out the evening before.
  const held = december.paths.filter(({ security }) =>
    december.plans.get(security.id)!.some(({ kind, at }) => at === december.through + 1 && kind !== 'halt'),
  )
  const ids = new Set(
    filled(december, dailyPriceLimit)
      .filter(({ trade_date }) => trade_date === december.ahead.days[december.through + 1])
      .map(({ stock_id }) => stock_id),
  )
  for (const { security } of held) assert.ok(!ids.has(security.id), security.id)
})

test('some security closes at the upper limit in the last sessions', () => {
  for (const of of worlds)
    assert.ok(
      of.paths.some(({ close, limitUp }) =>
        [0, 1, 2, 3, 4].some((back) => {
          const t = of.through - back
          return limitUp[t]! > 0 && close[t] === limitUp[t]
        }),
      ),
    )
})

const calendarRows = (seed: number, last: string): Record_[] => {
  const calendar = createCalendar(seed, '2015-01-05', last)
  const bare = { calendar, through: calendar.days.length - 1, paths: [{ first: 0, last: 0 }], firstOf: () => 0 }
  return rowsOf(tradingDate, bare as never as World, 0, 0)
}

test('the calendar holds what traded and what is planned, and a typhoon leaves no row behind', () => {
  const rows = calendarRows(1, '2026-09-30')
  const days = new Set(rows.map(({ trade_date }) => number(trade_date)))
  const { isTyphoon, isScheduled } = createCalendar(1, '2015-01-05', '2026-12-31')
  let typhoons = 0
  for (let day = dayOf('2015-01-05'); day <= dayOf('2026-09-30'); day++) {
    if (isTyphoon(day)) typhoons++
    assert.equal(days.has(day), isScheduled(day) && !isTyphoon(day))
  }
  assert.ok(typhoons > 3)
  for (const row of rows) {
    assert.equal(row.weekday, weekdayOf(number(row.trade_date)))
    assert.equal(row.is_scheduled === 1, number(row.trade_date) > dayOf('2026-09-30'))
    assert.equal(row.note === '補行交易日', row.weekday === 6)
  }
  assert.equal(dateOf(Math.max(...days)), '2026-12-31')
  assert.equal(rows.filter(({ note }) => note === '農曆春節後開始交易日').length, 12)
  assert.equal(
    dateOf(Math.max(...calendarRows(1, '2026-12-01').map(({ trade_date }) => number(trade_date)))),
    '2027-12-31',
  )
})

test('a closure that nobody foresaw is still planned the evening before', () => {
  const { isTyphoon } = createCalendar(1, '2015-01-05', '2026-12-31')
  let day = dayOf('2024-07-01')
  while (!isTyphoon(day)) day++
  const planned = calendarRows(1, dateOf(day - 1)).find(({ trade_date }) => trade_date === day)
  assert.equal(planned?.is_scheduled, 1)
})

test('foreign markets rest on their holidays', () => {
  for (const date of ['2025-01-01', '2025-01-20', '2025-04-18', '2025-06-19', '2025-07-04', '2025-11-27', '2025-12-25'])
    assert.ok(!isUsSession(dayOf(date)), date)
  assert.ok(isUsSession(dayOf('2025-10-13')) && !isBondSession(dayOf('2025-10-13')))
  assert.ok(!isUsSession(dayOf('2026-07-03')) && isUsSession(dayOf('2021-12-31')))
  for (const date of ['2025-04-21', '2025-05-05', '2025-08-25', '2025-12-26', '2026-12-28'])
    assert.ok(!isLondonSession(dayOf(date)), date)
})

test('exchange rates are quoted in order, and only where the bank quotes them', () => {
  for (const of of worlds)
    for (const row of filled(of, exchangeRate)) {
      assert.equal(row.cash_buy === null, row.currency === 'ZAR' || row.currency === 'SEK')
      assert.equal(row.spot_buy === null, ['PHP', 'IDR', 'KRW', 'VND', 'MYR'].includes(row.currency as string))
      const quotes = [row.cash_buy, row.spot_buy, row.spot_sell, row.cash_sell].filter((quote) => quote !== null)
      for (let i = 1; i < quotes.length; i++) assert.ok(number(quotes[i - 1]) < number(quotes[i]))
      if (row.currency === 'USD') assert.ok(number(row.spot_buy) > 24e6 && number(row.spot_sell) < 40e6)
    }
})

test('gold in pounds and euros is gold in dollars at the day’s rates', () => {
  for (const of of worlds)
    for (const row of filled(of, goldPrice)) {
      assert.equal(row.price, row.price_pm ?? row.price_am)
      assert.equal(row.price_gbp === null, row.price_pm === null)
    }
  const rates = filled(world, exchangeRate)
  const day = dayOf('2026-11-11')
  const mid = (code: string) => {
    const row = rates.find(({ currency, trade_date }) => currency === code && trade_date === day)!
    return number(row.spot_buy) + number(row.spot_sell)
  }
  const row = filled(world, goldPrice).find(({ trade_date }) => trade_date === day)!
  assert.ok(Math.abs(number(row.price_eur) / number(row.price) / (mid('USD') / mid('EUR')) - 1) < 0.001)
})

test('American prices are bars, adjusted prices join the newest close, and funds follow their index', () => {
  for (const of of worlds) {
    const rows = filled(of, usStockPrice)
    assert.equal(new Set(rows.map(({ stock_id }) => stock_id)).size, 28)
    const last = Math.max(...rows.map(({ trade_date }) => number(trade_date)))
    for (const row of rows) {
      assert.ok(number(row.low) <= Math.min(number(row.open), number(row.close)))
      assert.ok(number(row.high) >= Math.max(number(row.open), number(row.close)))
      assert.ok(number(row.adj_close) <= number(row.close))
      if (row.trade_date === last || String(row.stock_id).startsWith('^')) assert.equal(row.adj_close, row.close)
      assert.ok(isUsSession(number(row.trade_date)))
    }
    const closeOf = (id: string) => number(rows.findLast(({ stock_id }) => stock_id === id)!.close)
    assert.ok(Math.abs(closeOf('SPY') / closeOf('^GSPC') / 0.0998 - 1) < 0.001)
  }
})

test('policy rates change at every row by what the row says', () => {
  for (const of of worlds) {
    const rows = filled(of, centralBankRate)
    assert.equal(new Set(rows.map(({ bank_code }) => bank_code)).size, 14)
    const previous = new Map<Value, number>()
    for (const row of rows) {
      const before = previous.get(row.bank_code!)
      if (before === undefined) assert.equal(row.change_bp, null)
      else assert.equal(row.change_bp, number(row.interest_rate) - before)
      assert.notEqual(row.change_bp, 0)
      previous.set(row.bank_code!, number(row.interest_rate))
    }
    assert.ok(rows.filter(({ bank_code }) => bank_code === 'FED').length >= 5)
    assert.ok(rows.filter(({ bank_code }) => bank_code === 'CBC').length >= 3)
  }
})

test('the yield curve is whole every day, moves together and begins before the market does', () => {
  for (const of of worlds) {
    const rows = filled(of, usBondYield)
    const byDay = Map.groupBy(rows, ({ trade_date }) => number(trade_date))
    assert.ok([...byDay.keys()].filter((day) => day < of.calendar.days[of.from]!).length >= 60)
    for (const [day, curve] of byDay) {
      assert.equal(curve.length, 14)
      assert.ok(isBondSession(day))
      for (let i = 1; i < curve.length; i++)
        assert.ok(Math.abs(number(curve[i]!.value) - number(curve[i - 1]!.value)) < 9_000)
    }
    assert.ok(rows.every(({ value }) => number(value) > 0 && number(value) < 120_000))
  }
})

test('monthly figures follow from each other', () => {
  for (const of of worlds) {
    const amounts = new Map<string, number>()
    for (const row of filled(of, currencyCirculation)) {
      amounts.set(`${row.country} ${row.report_month}`, number(row.amount))
      const date = dateOf(number(row.report_month))
      const before = amounts.get(`${row.country} ${dayOf(`${Number(date.slice(0, 4)) - 1}${date.slice(4)}`)}`)
      if (before) assert.equal(row.yoy_percent, Math.round((number(row.amount) / before - 1) * 10_000))
      else assert.equal(row.yoy_percent === null, row.country === 'US')
    }
    const lights = {
      blue: [9, 16],
      yellow_blue: [17, 22],
      green: [23, 31],
      yellow_red: [32, 37],
      red: [38, 45],
    } as const
    const rows = filled(of, monthlyEconomicIndicator)
    for (const row of rows) {
      const [least, most] = lights[row.monitoring_light as keyof typeof lights]
      assert.ok(number(row.monitoring_score) >= least && number(row.monitoring_score) <= most)
    }
    assert.ok(new Set(rows.map(({ monitoring_light }) => monitoring_light)).size >= 3)
    const september = rows.find(({ report_month }) => report_month === dayOf('2026-09-01'))!
    const closes = filled(of, weightedIndex)
      .filter(({ stock_id, trade_date }) => stock_id === 'TAIEX' && dateOf(number(trade_date)).startsWith('2026-09'))
      .map(({ close }) => number(close) / 1e4)
    const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length
    assert.ok(Math.abs(number(september.stock_price_index) / 1e4 - mean) < 0.0001)
  }
})

test('news says what happened, with ids made from its links', () => {
  for (const of of worlds) {
    const rows = filled(of, relatedNews)
    const perDay = Map.groupBy(rows, ({ publish_date }) => publish_date)
    for (const [, stories] of perDay) assert.ok(stories.length >= 6 && stories.length <= 12)
    for (const row of rows) {
      assert.equal(
        row.news_id,
        createHash('sha256')
          .update(row.link as string)
          .digest('hex')
          .slice(0, 16),
      )
      assert.match(row.link as string, /^https:\/\/example\.invalid\//)
      assert.equal(Math.floor((number(row.published_at) + 8 * 3_600_000) / 86_400_000), row.publish_date)
      assert.ok(row.stock_id === 'MARKET' || of.pathOf(row.stock_id as string))
      assert.ok((row.summary as string).length <= 500)
    }
    for (const row of rows.filter(({ link }) => (link as string).endsWith('limit-up'))) {
      const { close, limitUp } = of.pathOf(row.stock_id as string)!
      const t = of.calendar.indexOf(number(row.publish_date))!
      assert.equal(close[t], limitUp[t])
      assert.ok((row.title as string).includes(String(close[t]! / 100)))
    }
    assert.ok(rows.some(({ stock_id, publish_date }) => stock_id === '2330' && number(publish_date) > newest(of) - 15))
    const revenue = rows.filter(({ provider }) => provider === 'mops')
    assert.ok(revenue.length > 0)
    for (const row of revenue) {
      const date = dateOf(number(row.publish_date))
      const month = monthIndex(Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 1
      const amount = monthRevenue(of.seed, of.pathOf(row.stock_id as string)!.security, month)
      assert.ok((row.summary as string).includes(`營業收入${amount.toLocaleString('en-US')}千元`))
    }
    const notices = dispositionsOf(of).map(({ path, at }) => `${path.security.id} ${of.calendar.days[at]}`)
    const dispositions = rows.filter(({ link }) => (link as string).endsWith('disposition'))
    assert.ok(dispositions.length > 0)
    for (const { stock_id, publish_date } of dispositions) assert.ok(notices.includes(`${stock_id} ${publish_date}`))
  }
})
