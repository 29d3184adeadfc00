import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { dateOf, dayOf, weekdayOf } from '../days.ts'
import { type Cell, createBatch } from '../lake/batch.ts'
import { smile } from './derivatives/black.ts'
import { futuresProducts } from './derivatives/products.ts'
import { futureOptionTickRealtime } from './derivatives/TaiwanFutureOptionTickRealtime.ts'
import { futuresBrokerDaily } from './derivatives/TaiwanFuturesBrokerDaily.ts'
import { futuresDaily } from './derivatives/TaiwanFuturesDaily.ts'
import { futuresInstitutional } from './derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { futuresLargeTraders } from './derivatives/TaiwanFuturesLargeTraders.ts'
import { futuresNightInstitutional } from './derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { futuresSettlement } from './derivatives/TaiwanFuturesSettlement.ts'
import { futuresSpread } from './derivatives/TaiwanFuturesSpread.ts'
import { optionDaily } from './derivatives/TaiwanOptionDaily.ts'
import { optionInstitutional } from './derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { optionsBrokerDaily } from './derivatives/TaiwanOptionsBrokerDaily.ts'
import { optionsLargeTraders } from './derivatives/TaiwanOptionsLargeTraders.ts'
import { optionsNightInstitutional } from './derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { optionsSettlement } from './derivatives/TaiwanOptionsSettlement.ts'
import { marketAt } from './listing.ts'
import type { Table } from './table.ts'
import { index5Seconds } from './technical/TaiwanIndex5Seconds.ts'
import { orderStats5Seconds } from './technical/TaiwanStock5SecondsOrderStats.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

type Row = Record<string, Cell>

const tables = [
  futuresDaily,
  optionDaily,
  futuresSpread,
  futuresSettlement,
  optionsSettlement,
  futuresInstitutional,
  optionInstitutional,
  futuresNightInstitutional,
  optionsNightInstitutional,
  futuresBrokerDaily,
  optionsBrokerDaily,
  futuresLargeTraders,
  optionsLargeTraders,
  futureOptionTickRealtime,
  index5Seconds,
  orderStats5Seconds,
]

/** Prices move since 2025: contracts of these months need no older ones. */
const worldOf = (seed: number, through: string): World => {
  const span = { from: '2026-04-01', longFrom: '2026-04-01', movesFrom: '2025-07-01' }
  return createWorld({ ...defaultOptions(seed, 'default', through), ...span }, through)
}

function rowsOf(world: World, { dataset, fill }: Table, from = 0, to = world.through): Row[] {
  const batch = createBatch(dataset as Dataset)
  const rows: Row[] = []
  const push = (row: Row) => {
    batch.push(row)
    rows.push(row)
  }
  fill(world, push as never, from, to)
  return rows
}

const columns = (row: Row, names: readonly string[]): string => names.map((name) => row[name]).join('|')
const n = (row: Row, name: string): number => row[name] as number
const total = (rows: readonly Row[], name: string): number => rows.reduce((sum, row) => sum + n(row, name), 0)
const by = (rows: readonly Row[], ...names: string[]): Map<string, Row[]> =>
  Map.groupBy(rows, (row) => columns(row, names))

// An ordinary newest day, the day after it, and a newest day on which contracts end.
const ordinary = worldOf(7, '2026-11-13')
const later = worldOf(7, '2026-11-16')
const expiring = worldOf(20_260, '2026-11-18')
// An index that has only begun to move has grown as much as one that began long ago.
const young = createWorld(
  {
    ...defaultOptions(7, 'default', '2026-11-13'),
    ...{ from: '2026-09-01', longFrom: '2026-09-01', movesFrom: '2026-08-03' },
  },
  '2026-11-13',
)
const worlds = [ordinary, expiring]
const known = new Map<World, Map<Table, Row[]>>()
const rows = (world: World, table: Table): Row[] => {
  const of = known.get(world) ?? new Map<Table, Row[]>()
  known.set(world, of)
  const found = of.get(table) ?? rowsOf(world, table)
  of.set(table, found)
  return found
}

test('every row keeps its registry promise: known columns, values where required, enums, one row a key', () => {
  for (const world of worlds)
    for (const table of tables) {
      // A quarter of a million rows are looked at once.
      if (table === index5Seconds && world !== ordinary) continue
      const { dataset } = table
      const all = rows(world, table)
      assert.ok(all.length > 0, dataset.name)
      const fields = columnsOf(dataset)
      for (const [name, field] of fields) {
        const isNullable = field.nullable && !dataset.key.includes(name)
        const values = field.values && new Set<Cell>(field.values)
        for (const row of all) {
          const value = row[name]!
          if (value === null ? !isNullable : values && !values.has(value))
            assert.fail(`${dataset.name}.${name}: ${value} in ${columns(row, dataset.key)}`)
        }
      }
      assert.equal(
        new Set(all.map((row) => columns(row, dataset.key))).size,
        all.length,
        `${dataset.name}: a key twice`,
      )
      assert.equal(Object.keys(all[0]!).length, fields.length, dataset.name)
    }
})

test('rows filled a day at a time are those filled at once, and do not change when a day is added', () => {
  for (const table of tables) {
    if (table.kind !== 'daily') continue
    const { date, key, name } = table.dataset
    const since = ordinary.calendar.days[ordinary.through - 12]!
    const at = (all: readonly Row[]) =>
      all
        .filter((row) => n(row, date) >= since && n(row, date) <= ordinary.calendar.days[ordinary.through]!)
        .map((row) => `${columns(row, key)}:${columns(row, Object.keys(row).sort())}`)
        .sort()
    const whole = at(rows(ordinary, table))
    const daily: Row[] = []
    for (let t = ordinary.through - 12; t <= ordinary.through; t++) daily.push(...rowsOf(ordinary, table, t, t))
    assert.deepEqual(at(daily), whole, name)
    assert.deepEqual(at(rowsOf(later, table)), whole, name)
  }
})

test('futures and options stay within limits, steps and their own history, and settle only by day', () => {
  for (const world of worlds)
    for (const [table, id] of [
      [futuresDaily, 'futures_id'],
      [optionDaily, 'option_id'],
    ] as const)
      for (const series of by(rows(world, table), id, 'contract_month', 'strike_price', 'call_put').values()) {
        series.sort(
          (a, b) =>
            n(a, 'trade_date') - n(b, 'trade_date') ||
            (a.trading_session === 'after_hours' ? -1 : 1) - (b.trading_session === 'after_hours' ? -1 : 1),
        )
        let top = 0
        let bottom = Number.POSITIVE_INFINITY
        let settled: Row | null = null
        let lastDay: Row | null = null
        for (const row of series) {
          const what = `${dateOf(n(row, 'trade_date'))} ${columns(row, table.dataset.key)}`
          const isDay = row.trading_session === 'regular'
          assert.equal(row.open === null, row.volume === 0, what)
          if (row.open !== null) {
            assert.ok(n(row, 'high') >= Math.max(n(row, 'open'), n(row, 'close')), what)
            assert.ok(n(row, 'low') <= Math.min(n(row, 'open'), n(row, 'close')) && n(row, 'low') > 0, what)
            const reference = n(row, 'close') - n(row, 'spread')
            assert.equal(row.spread_percent, Math.round((n(row, 'spread') * 10_000) / reference), what)
            if (id === 'futures_id') {
              assert.ok(n(row, 'high') <= reference * 1.1 && n(row, 'low') >= reference * 0.9, what)
              // Only a share's ex-date moves the base away from the last settlement price.
              if (settled && !/^(CD|DH|DV)F$/.test(String(row.futures_id)))
                assert.equal(reference, settled.settlement_price, what)
            } else if (settled && n(settled, 'trade_date') === dayBefore(world, n(row, 'trade_date')))
              assert.equal(reference, settled.settlement_price, what)
            top = Math.max(top, n(row, 'high'))
            bottom = Math.min(bottom, n(row, 'low'))
            assert.ok(n(row, 'historical_high') >= top && n(row, 'historical_low') <= bottom, what)
          }
          if (row.historical_high !== null) {
            assert.ok(n(row, 'historical_high') >= top && n(row, 'historical_low') <= bottom, what)
            top = Math.max(top, n(row, 'historical_high'))
            bottom = Math.min(bottom, n(row, 'historical_low'))
          }
          if (row.best_bid !== null && row.best_ask !== null) assert.ok(n(row, 'best_bid') < n(row, 'best_ask'), what)
          assert.equal(row.open_interest === null, !isDay, what)
          if (!isDay) assert.equal(row.settlement_price, null, what)
          if (isDay) {
            if (lastDay && n(lastDay, 'trade_date') === dayBefore(world, n(row, 'trade_date'))) {
              const both = series.filter((other) => other.trade_date === row.trade_date)
              const change = Math.abs(n(row, 'open_interest') - n(lastDay, 'open_interest'))
              assert.ok(change <= total(both, 'volume'), `${what}: open interest moved without trading`)
            }
            lastDay = row
            settled = row.settlement_price === null ? null : row
          }
        }
      }
})

const dayBefore = ({ calendar }: World, day: number): number => calendar.days[calendar.indexOf(day)! - 1]!

test('the contracts of each day are the ones that should be listed, and end on their Wednesday', () => {
  for (const world of worlds) {
    const { calendar } = world
    const settlements = new Map(
      rows(world, futuresSettlement).map((row) => [columns(row, ['futures_id', 'contract_month']), row]),
    )
    const days = by(rows(world, futuresDaily), 'trade_date', 'futures_id')
    for (let t = world.from; t <= world.through; t++) {
      const tx = days.get(`${calendar.days[t]}|TX`)!
      const months = [...new Set(tx.map((row) => String(row.contract_month)))].sort()
      assert.equal(months.length, 6)
      const index = months.map((month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4)))
      assert.deepEqual([index[1]! - index[0]!, index[2]! - index[0]!], [1, 2])
      for (const quarter of index.slice(3)) assert.equal(quarter % 3, 0)
      assert.deepEqual([index[4]! - index[3]!, index[5]! - index[4]!], [3, 3])
      assert.equal([...new Set(days.get(`${calendar.days[t]}|CDF`)!.map((row) => row.contract_month))].length, 5)
      assert.ok(days.get(`${calendar.days[t]}|MTX`)!.some((row) => /W[1245]$/.test(String(row.contract_month))))
      const expired = tx.find((row) => row.trading_session === 'regular' && row.settlement_price === null)
      assert.equal(expired !== undefined, settlements.get(`TX|${months[0]}`)?.settlement_date === calendar.days[t])
      const all = [...futuresProducts].flatMap(({ id }) => days.get(`${calendar.days[t]}|${id}`) ?? [])
      assert.ok(all.length > 70 && all.length <= 105, `${all.length} futures rows`)
    }
    for (const row of settlements.values()) {
      const nominal = nominalOf(String(row.contract_month))
      assert.equal(weekdayOf(nominal), 3)
      assert.equal(row.settlement_date, calendar.days[calendar.atOrAfter(nominal)])
    }
    for (const [, list] of by([...settlements.values()], 'settlement_date')) {
      const onTaiex = list.filter((row) => /^(TX|MTX|TMF)$/.test(String(row.futures_id)))
      assert.equal(new Set(onTaiex.map((row) => row.final_settlement_price)).size, 1)
      const [price, t] = [
        n(onTaiex[0]!, 'final_settlement_price'),
        calendar.indexOf(n(onTaiex[0]!, 'settlement_date'))!,
      ]
      assert.ok(price <= world.taiex.high[t]! * 100 + 5_000 && price >= world.taiex.low[t]! * 100 - 5_000)
      const options = rows(world, optionsSettlement).filter(
        (row) => row.settlement_date === onTaiex[0]!.settlement_date && row.option_id === 'TXO',
      )
      assert.ok(options.length > 0)
      for (const row of options) assert.equal(row.final_settlement_price, price)
    }
  }
})

/** The Wednesday that a contract's name means. */
function nominalOf(month: string): number {
  const first = dayOf(`${month.slice(0, 4)}-${month.slice(4, 6)}-01`)
  const week = Number(month.split('W')[1] ?? 3)
  return first + ((10 - weekdayOf(first)) % 7) + 7 * (week - 1)
}

test('weekly options end on their Wednesday or Friday, or on the next day that trades', () => {
  for (const world of worlds) {
    const { calendar } = world
    const weeks = rows(world, optionsSettlement).filter((row) => /[WF]\d$/.test(String(row.contract_month)))
    assert.ok(weeks.length > 40)
    for (const { contract_month, settlement_date } of weeks) {
      const [month, week] = [String(contract_month).slice(0, 6), String(contract_month).slice(6)]
      const first = dayOf(`${month.slice(0, 4)}-${month.slice(4)}-01`)
      const weekday = week.startsWith('W') ? 3 : 5
      const nominal = first + ((7 + weekday - weekdayOf(first)) % 7) + 7 * (Number(week[1]) - 1)
      assert.equal(settlement_date, calendar.days[calendar.atOrAfter(nominal)], String(contract_month))
    }
  }
})

test('futures on one index settle alike, track it, and meet it at the end', () => {
  for (const world of worlds) {
    const regular = rows(world, futuresDaily).filter((row) => row.trading_session === 'regular')
    for (const list of by(regular, 'trade_date', 'contract_month').values()) {
      const prices = list
        .filter((row) => /^(TX|MTX|TMF)$/.test(String(row.futures_id)) && row.settlement_price !== null)
        .map((row) => n(row, 'settlement_price'))
      assert.ok(new Set(prices).size <= 1)
    }
    let premium = 0
    let discount = 0
    for (const list of by(
      regular.filter((row) => row.futures_id === 'TX'),
      'trade_date',
    ).values()) {
      const front = list.reduce((a, b) => (String(a.contract_month) < String(b.contract_month) ? a : b))
      const t = world.calendar.indexOf(n(front, 'trade_date'))!
      const basis = n(front, 'close') - world.taiex.close[t]! * 100
      assert.ok(Math.abs(basis) < 0.02 * n(front, 'close'), `${dateOf(n(front, 'trade_date'))} basis ${basis / 10_000}`)
      if (front.settlement_price !== null && basis < 0) discount++
      if (basis > 0) premium++
    }
    assert.ok(premium > 15 && discount > 15, `${premium} days of premium, ${discount} of discount`)
  }
})

test('options are worth what they could be exercised for, and calls and puts of a strike agree', () => {
  for (const world of [...worlds, young]) {
    const all = rows(world, optionDaily)
    for (const [day, list] of by(all, 'trade_date')) {
      assert.ok(list.length <= 400, `${list.length} option rows on ${day}`)
      for (const week of [/W[1245]$/, /F[1-5]$/])
        assert.ok(
          list.some((row) => week.test(String(row.contract_month))),
          `${week} on ${day}`,
        )
      const strikes = [...by(list, 'option_id', 'contract_month').values()].map(
        (series) => new Set(series.map(({ strike_price }) => strike_price)).size,
      )
      assert.ok(Math.max(...strikes) >= 33, `${Math.max(...strikes)} ${day} ${list.length}`)
    }
    const regular = all.filter((row) => row.trading_session === 'regular' && row.settlement_price !== null)
    const futures = new Map(
      rows(world, futuresDaily)
        .filter((row) => row.trading_session === 'regular' && row.futures_id === 'TX')
        .map((row) => [columns(row, ['trade_date', 'contract_month']), row.settlement_price as number]),
    )
    for (const list of by(regular, 'trade_date', 'option_id', 'contract_month').values()) {
      list.sort((a, b) => n(a, 'strike_price') - n(b, 'strike_price'))
      const calls = list.filter((row) => row.call_put === 'call')
      const puts = list.filter((row) => row.call_put === 'put')
      assert.equal(calls.length, puts.length)
      const forward = futures.get(columns(list[0]!, ['trade_date', 'contract_month']))
      for (const [i, call] of calls.entries()) {
        const put = puts[i]!
        const strike = n(call, 'strike_price')
        assert.equal(put.strike_price, strike)
        if (i > 0) {
          assert.ok(n(call, 'settlement_price') <= n(calls[i - 1]!, 'settlement_price'))
          assert.ok(n(put, 'settlement_price') >= n(puts[i - 1]!, 'settlement_price'))
        }
        if (forward === undefined || call.option_id !== 'TXO') continue
        const parity = n(call, 'settlement_price') - n(put, 'settlement_price') - (forward - strike)
        assert.ok(Math.abs(parity) <= 120_000, `${dateOf(n(call, 'trade_date'))} ${strike / 10_000} ${parity / 10_000}`)
        assert.ok(n(call, 'settlement_price') >= forward - strike - 110_000)
        assert.ok(n(put, 'settlement_price') >= strike - forward - 110_000)
      }
    }
    for (const row of all) {
      assert.ok(n(row, 'expiry_date') >= n(row, 'trade_date'))
      const isLast = row.trading_session === 'regular' && row.settlement_price === null
      if (row.trading_session === 'regular') assert.equal(isLast, row.expiry_date === row.trade_date)
    }
    assert.ok(all.some((row) => row.trading_session === 'regular' && row.volume === 0 && row.settlement_price !== null))
  }
  assert.ok(smile(100, 90, 0.1) > smile(100, 100, 0.1))
})

test('institutions deal within the volume, hold within the open interest, and their nets add up', () => {
  const groups: Record<string, readonly string[]> = { STF: ['CDF', 'DHF', 'DVF'], STO: ['CDO'] }
  for (const world of worlds)
    for (const [table, night, daily, id, sides] of [
      [futuresInstitutional, futuresNightInstitutional, futuresDaily, 'futures_id', []],
      [optionInstitutional, optionsNightInstitutional, optionDaily, 'option_id', ['call_put']],
    ] as const) {
      const nights = new Map(rows(world, night).map((row) => [columns(row, night.dataset.key), row]))
      const market = by(rows(world, daily), 'trade_date', id, ...sides)
      for (const list of by(rows(world, table), 'trade_date', id, ...sides).values()) {
        assert.equal(list.length, 3)
        const product = String(list[0]![id])
        const own = (groups[product] ?? [product]).flatMap(
          (part) => market.get(columns({ ...list[0]!, [id]: part }, ['trade_date', id, ...sides])) ?? [],
        )
        const regular = own.filter((row) => row.trading_session === 'regular')
        const what = `${dateOf(n(list[0]!, 'trade_date'))} ${product}`
        for (const side of ['long', 'short']) {
          assert.ok(total(list, `${side}_deal_volume`) <= total(own, 'volume'), what)
          assert.ok(total(list, `${side}_open_interest_volume`) <= total(regular, 'open_interest'), what)
        }
        for (const row of list) {
          for (const kind of ['deal', 'open_interest'])
            for (const unit of ['volume', 'amount'])
              assert.equal(
                row[`net_${kind}_${unit}`],
                n(row, `long_${kind}_${unit}`) - n(row, `short_${kind}_${unit}`),
                what,
              )
          const after = nights.get(columns(row, night.dataset.key))
          if (after)
            for (const name of ['long_deal_volume', 'short_deal_volume', 'long_deal_amount', 'short_deal_amount'])
              assert.ok(n(after, name) <= n(row, name) && n(after, name) >= 0, `${what} ${name}`)
        }
        const atNight = list
          .map((row) => nights.get(columns(row, night.dataset.key)))
          .filter((row) => row !== undefined)
        const nightVolume = total(
          own.filter((row) => row.trading_session === 'after_hours'),
          'volume',
        )
        for (const side of ['long', 'short']) assert.ok(total(atNight, `${side}_deal_volume`) <= nightVolume, what)
      }
    }
})

test('contract values follow from price and size, and positions from dealing until contracts end', () => {
  for (const world of worlds) {
    const daily = by(rows(world, futuresDaily), 'trade_date', 'futures_id')
    for (const row of rows(world, futuresInstitutional)) {
      const product = futuresProducts.find(({ id }) => id === row.futures_id)
      if (!product || row.long_open_interest_volume === 0) continue
      const own = daily.get(columns(row, ['trade_date', 'futures_id']))!
      const prices = own.filter(({ settlement_price }) => settlement_price !== null)
      const range = own.filter(({ low }) => low !== null)
      const held = n(row, 'long_open_interest_amount') / 100 / n(row, 'long_open_interest_volume') / product.multiplier
      const slack = 1.02
      assert.ok(held * 10_000 <= Math.max(...prices.map((price) => n(price, 'settlement_price'))) * slack)
      assert.ok(held * 10_000 * slack >= Math.min(...prices.map((price) => n(price, 'settlement_price'))))
      if (n(row, 'long_deal_volume') < 50) continue
      const dealt = n(row, 'long_deal_amount') / 100 / n(row, 'long_deal_volume') / product.multiplier
      assert.ok(dealt * 10_000 <= Math.max(...range.map((price) => n(price, 'high'))) * 1.001)
      assert.ok(dealt * 10_000 * 1.001 >= Math.min(...range.map((price) => n(price, 'low'))))
    }
    const ends = new Set(rows(world, futuresSettlement).map((row) => row.settlement_date))
    const foreign = rows(world, futuresInstitutional)
      .filter((row) => row.futures_id === 'TX' && row.institutional_investor === 'foreign_investor')
      .sort((a, b) => n(a, 'trade_date') - n(b, 'trade_date'))
    for (let i = 1; i < foreign.length; i++) {
      if (ends.has(foreign[i - 1]!.trade_date!)) continue
      const change = n(foreign[i]!, 'net_open_interest_volume') - n(foreign[i - 1]!, 'net_open_interest_volume')
      assert.equal(change, foreign[i]!.net_deal_volume)
    }
  }
})

test('brokers trade both sides of every contract, for the last 31 days and no longer', () => {
  for (const world of worlds)
    for (const [table, daily, id] of [
      [futuresBrokerDaily, futuresDaily, 'futures_id'],
      [optionsBrokerDaily, optionDaily, 'option_id'],
    ] as const) {
      const market = by(rows(world, daily), 'trade_date', id)
      const newest = world.calendar.days[world.through]!
      for (const [key, list] of by(rows(world, table), 'trade_date', id)) {
        assert.equal(list.length, 39)
        assert.ok(n(list[0]!, 'trade_date') > newest - 31)
        assert.ok(list.every((row) => n(row, 'volume') >= 0 && row.trading_session === 'all'))
        assert.equal(total(list, 'volume'), 2 * total(market.get(key)!, 'volume'), key)
      }
      const days = new Set(rows(world, table).map((row) => row.trade_date))
      assert.equal(days.size, world.calendar.days.filter((day) => day > newest - 31).length)
    }
})

test('large traders: five within ten within the market, institutions within traders, exact percents', () => {
  for (const world of worlds)
    for (const [table, daily, id] of [
      [futuresLargeTraders, futuresDaily, 'futures_id'],
      [optionsLargeTraders, optionDaily, 'option_id'],
    ] as const) {
      const newest = world.calendar.days[world.through]!
      for (const row of rows(world, table)) {
        const market = n(row, 'market_open_interest')
        assert.equal(row.trade_date, newest)
        for (const side of ['buy', 'sell']) {
          const of = (top: number, holder: string) => n(row, `${side}_top${top}_${holder}_open_interest`)
          assert.ok(of(5, 'trader') <= of(10, 'trader') && of(10, 'trader') <= market)
          assert.ok(of(5, 'specific') <= of(5, 'trader') && of(10, 'specific') <= of(10, 'trader'))
          assert.ok(of(5, 'specific') <= of(10, 'specific'))
          for (const top of [5, 10])
            for (const holder of ['trader', 'specific'])
              assert.equal(
                row[`${side}_top${top}_${holder}_open_interest_percent`],
                market > 0 ? Math.round((of(top, holder) * 10_000) / market) : null,
              )
        }
        if (row.contract_month !== 'all') continue
        for (const part of rows(world, table))
          if (part[id] === row[id] && part.call_put === row.call_put)
            assert.ok(n(part, 'buy_top5_trader_open_interest') <= n(row, 'buy_top5_trader_open_interest'))
        if (row.futures_id === 'TX') continue
        const own = rows(world, daily).filter(
          (other) =>
            other.trade_date === newest &&
            other[id] === row[id] &&
            other.trading_session === 'regular' &&
            (row.call_put === undefined || other.call_put === row.call_put),
        )
        assert.equal(market, total(own, 'open_interest'))
      }
    }
})

test('the snapshot holds each contract of the newest day once a session, with the daily prices', () => {
  for (const world of worlds) {
    const newest = world.calendar.days[world.through]!
    const snapshot = rows(world, futureOptionTickRealtime)
    const daily = [...rows(world, futuresDaily), ...rows(world, optionDaily)].filter((row) => row.trade_date === newest)
    assert.equal(snapshot.length, daily.length)
    const keyOf = (row: Row, id: Cell) =>
      [id, row.contract_month, row.strike_price ?? '', row.call_put ?? '', row.trading_session].join('|')
    const known = new Map(daily.map((row) => [keyOf(row, row.futures_id ?? row.option_id!), row]))
    for (const row of snapshot) {
      const same = known.get(keyOf(row, row.product_id!))!
      assert.deepEqual(
        [row.last_price, row.open, row.high, row.low, row.volume, row.settlement_price, row.open_interest],
        [same.close, same.open, same.high, same.low, same.volume, same.settlement_price, same.open_interest],
      )
      assert.equal(row.quote_time === null, row.volume === 0)
      if (row.quote_time !== null) assert.ok(n(row, 'quote_time') < n(row, 'snapshot_time'))
      if (row.spread !== null) assert.equal(row.spread, n(row, 'last_price') - n(row, 'reference_price'))
      assert.match(String(row.contract_code), /^[A-Z0-9]{3}(\d{5})?[A-X]\d$/)
    }
    assert.ok(snapshot.some((row) => /^TXF[A-L]\d$/.test(String(row.contract_code))))
    assert.ok(snapshot.some((row) => /^TXO\d{5}[M-X]\d$/.test(String(row.contract_code))))
  }
})

test('calendar spreads cost the far month less the near month', () => {
  for (const world of worlds) {
    const legs = new Map(
      rows(world, futuresDaily).map((row) => [
        columns(row, ['trade_date', 'futures_id', 'contract_month', 'trading_session']),
        row,
      ]),
    )
    let traded = 0
    for (const row of rows(world, futuresSpread)) {
      assert.equal(row.contract_month, `${row.near_month}/${row.far_month}`)
      const leg = (month: Cell) =>
        legs.get([row.trade_date, row.futures_id, month, row.trading_session].join('|')) as Row
      const [near, far] = [leg(row.near_month!), leg(row.far_month!)]
      const both = n(row, 'spread_to_spread_volume') + n(row, 'spread_to_single_volume')
      assert.ok(both <= Math.min(n(near, 'volume'), n(far, 'volume')))
      assert.equal(row.open === null, row.spread_to_spread_volume === 0)
      if (row.open === null) continue
      traded++
      assert.ok(n(row, 'high') >= Math.max(n(row, 'open'), n(row, 'close')))
      assert.ok(n(row, 'low') <= Math.min(n(row, 'open'), n(row, 'close')))
      assert.ok(n(row, 'historical_high') >= n(row, 'high') && n(row, 'historical_low') <= n(row, 'low'))
      if (far.settlement_price !== null && near.settlement_price !== null) {
        const fair = n(far, 'settlement_price') - n(near, 'settlement_price')
        const { tick } = futuresProducts.find(({ id }) => id === row.futures_id)!
        assert.ok(Math.abs(n(row, 'close') - fair) <= 4 * tick(fair))
      }
    }
    assert.ok(traded > 500)
  }
})

test('an index goes every five seconds from the last close through open, high and low to the close', () => {
  for (const world of [ordinary]) {
    const days = by(rows(world, index5Seconds), 'stock_id', 'trade_date')
    for (const index of [world.taiex, world.tpex, ...world.sectors])
      for (const t of index.id.length < 6 ? [world.through - 4, world.through] : [world.through]) {
        const path = days.get(`${index.id}|${world.calendar.days[t]}`)!
        assert.equal(path.length, 3241)
        const values = path.map((row) => n(row, 'index_value') / 100)
        assert.deepEqual([path[0]!.trade_time, path.at(-1)!.trade_time], ['09:00:00', '13:30:00'])
        assert.deepEqual(
          [values[0], values[1], values.at(-1)],
          [index.close[t - 1], index.open[t], index.close[t]],
          index.id,
        )
        assert.equal(Math.max(...values.slice(1)), index.high[t], index.id)
        assert.equal(Math.min(...values.slice(1)), index.low[t], index.id)
        assert.ok(index.high[t] === index.low[t] || new Set(values).size > 20)
      }
    assert.ok(rows(world, index5Seconds).length <= 350_000)
  }
})

test('order statistics only grow and end at the totals of the listed market', () => {
  for (const world of worlds) {
    const counted = ['buy_order_count', 'buy_order_volume', 'sell_order_count', 'sell_order_volume']
    for (const [key, list] of by(rows(world, orderStats5Seconds), 'trade_date')) {
      const t = world.calendar.indexOf(Number(key))!
      assert.equal(list.length, 3241)
      assert.deepEqual([list[0]!.volume, list[0]!.turnover, list[0]!.trade_count], [0, 0, 0])
      for (let i = 1; i < list.length; i++)
        for (const name of [...counted, 'trade_count', 'volume', 'turnover'])
          assert.ok(n(list[i]!, name) >= n(list[i - 1]!, name), name)
      const listed = world.paths.filter(({ security }) => marketAt(security, Number(key)) === 'TWSE')
      const sum = (of: 'volume' | 'turnover' | 'trades') =>
        listed.reduce((all, path) => (t >= path.first && t <= path.last ? all + path[of][t]! : all), 0)
      const last = list.at(-1)!
      assert.deepEqual(
        [last.volume, last.turnover, last.trade_count],
        [sum('volume'), sum('turnover') * 100, sum('trades')],
      )
      assert.ok(
        list.every((row) => n(row, 'volume') <= Math.min(n(row, 'buy_order_volume'), n(row, 'sell_order_volume'))),
      )
    }
  }
})

test('any newest day has the events that users ask about', () => {
  for (const world of worlds)
    for (const t of [world.through, world.through - 9, world.through - 33]) {
      const day = world.calendar.days[t]!
      const month = world.calendar.days[t - 59]!
      const within = (row: Row) => n(row, 'trade_date') > month && n(row, 'trade_date') <= day
      const tx = rows(world, futuresDaily).filter((row) => row.futures_id === 'TX' && within(row))
      const nights = [...by(tx, 'trade_date').values()].map((list) => {
        const of = (session: string) =>
          total(
            list.filter((row) => row.trading_session === session),
            'volume',
          )
        return of('after_hours') / of('regular')
      })
      assert.ok(nights.some((ratio) => ratio > 0.85) && nights.some((ratio) => ratio < 0.55), 'night against day')

      const foreign = rows(world, futuresInstitutional)
        .filter((row) => row.futures_id === 'TX' && row.institutional_investor === 'foreign_investor' && within(row))
        .map((row) => n(row, 'net_open_interest_volume') < 0)
      let run = 0
      let longest = 0
      for (const isShort of foreign) {
        run = isShort ? run + 1 : 0
        longest = Math.max(longest, run)
      }
      assert.ok(longest >= 3, 'foreign investors net short for days')

      const txo = rows(world, optionDaily).filter((row) => row.option_id === 'TXO' && within(row))
      const ratios = [...by(txo, 'trade_date').values()].map(
        (list) =>
          total(
            list.filter((row) => row.call_put === 'put'),
            'volume',
          ) /
          total(
            list.filter((row) => row.call_put === 'call'),
            'volume',
          ),
      )
      assert.ok(
        Math.max(...ratios) > 1.15 && Math.min(...ratios) < 0.88,
        `${Math.min(...ratios)}, ${Math.max(...ratios)}`,
      )
      assert.ok(Math.max(...ratios) < 1.5 && Math.min(...ratios) > 0.65)

      const settled = rows(world, futuresSettlement).filter(
        (row) => row.futures_id === 'TX' && n(row, 'settlement_date') <= day,
      )
      assert.ok(settled.length >= 6, 'six monthly settlements')
      const strikes = txo.filter((row) => row.trade_date === day && row.trading_session === 'regular')
      const most = strikes.reduce((a, b) => (n(a, 'open_interest') > n(b, 'open_interest') ? a : b))
      assert.ok(n(most, 'open_interest') > 0, 'a strike with the most open interest')
    }
})
