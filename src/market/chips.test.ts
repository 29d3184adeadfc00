import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { columnsOf } from '../catalogue/dataset.ts'
import { dateOf, weekdayOf } from '../days.ts'
import { type Cell, createBatch } from '../lake/batch.ts'
import { closuresOf } from './chips/closures.ts'
import { dispositionsOf } from './chips/dispositions.ts'
import { shortSaleBalances } from './chips/TaiwanDailyShortSaleBalances.ts'
import { blockTrade } from './chips/TaiwanStockBlockTrade.ts'
import { brokerInfo } from './chips/TaiwanStockBrokerInfo.ts'
import { dayTradingFee } from './chips/TaiwanStockDayTradingFee.ts'
import { disposition } from './chips/TaiwanStockDisposition.ts'
import { holdingSharesPer } from './chips/TaiwanStockHoldingSharesPer.ts'
import { institutionalInvestorsBuySell } from './chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginPurchaseShortSale } from './chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginShortSaleSuspension } from './chips/TaiwanStockMarginShortSaleSuspension.ts'
import { securitiesLending } from './chips/TaiwanStockSecuritiesLending.ts'
import { shareholding } from './chips/TaiwanStockShareholding.ts'
import { totalInstitutionalInvestors } from './chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { totalMarginPurchaseShortSale } from './chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { type Path, traded } from './path.ts'
import type { Table } from './table.ts'
import { dayTradingInfo } from './technical/TaiwanStockDayTradingInfo.ts'
import { suspendDayTrading } from './technical/TaiwanStockSuspendDayTrading.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row read back holds cells of every kind
type Row = Record<string, any>

const tables = [
  marginPurchaseShortSale,
  shortSaleBalances,
  totalMarginPurchaseShortSale,
  institutionalInvestorsBuySell,
  totalInstitutionalInvestors,
  shareholding,
  holdingSharesPer,
  securitiesLending,
  blockTrade,
  dayTradingFee,
  brokerInfo,
  marginShortSaleSuspension,
  disposition,
  dayTradingInfo,
  suspendDayTrading,
]

const fill = (table: Table, world: World, from = 0, to = world.through): Row[] => {
  const batch = createBatch(table.dataset)
  table.fill(world, batch.push, from, to)
  const columns = batch.columns.map(({ name, kind }, i) => {
    const values = batch.values(i)
    const words = batch.dictionary(i)
    return {
      name,
      read: (row: number): Cell => {
        const value = values[row]!
        if (Number.isNaN(value)) return null
        return kind === 'text' ? words[value]! : kind === 'boolean' ? value === 1 : value
      },
    }
  })
  return Array.from({ length: batch.size() }, (_, row) =>
    Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])),
  )
}

const worldOf = (seed: number, through: string, from: string) =>
  createWorld({ ...defaultOptions(seed, 'default', through), from, longFrom: from, movesFrom: '2025-01-02' }, through)

const group = (rows: readonly Row[], column: string): Map<Cell, Row[]> => Map.groupBy(rows, (row) => row[column])

/** The same market, seen from an earlier day. */
const seenFrom = (world: World, through: number): World => ({ ...world, through })

const sorted = (table: Table, rows: readonly Row[]): Row[] => {
  const keyed = rows.map((row) => ({ row, key: table.dataset.key.map((name) => row[name]).join('|') }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

/** Windows with splits of funds, transfers between markets and delistings in them; `npm run torture` asks for both. */
const cases = [
  { seed: 7, through: '2026-11-13', from: '2026-07-01' },
  ...(process.env.TORTURE === undefined ? [] : [{ seed: 42, through: '2026-07-31', from: '2026-03-02' }]),
]

const worlds = new Map<number, World>()

for (const { seed, through, from } of cases)
  describe(`chips of seed ${seed} through ${through}`, () => {
    let world: World
    const rows = new Map<Table, Row[]>()
    const of = (table: Table) => rows.get(table)!
    const at = (row: Row) => world.calendar.indexOf(row.trade_date)!
    const pathOf = (row: Row): Path => world.pathOf(row.stock_id)!
    const newest = (table: Table, back = 0) => {
      const day = world.calendar.days[world.through - back]
      return of(table).filter((row) => row.trade_date === day)
    }

    before(() => {
      world = worldOf(seed, through, from)
      worlds.set(seed, world)
      for (const table of tables) rows.set(table, fill(table, world))
    })

    test('every row fits the registry and every key is unique', () => {
      for (const table of tables) {
        const { dataset } = table
        assert.ok(of(table).length > 0, dataset.name)
        const keys = new Set<string>()
        for (const row of of(table)) keys.add(dataset.key.map((name) => row[name]).join('|'))
        assert.equal(keys.size, of(table).length, `${dataset.name} repeats a key`)
        for (const [name, field] of columnsOf(dataset))
          for (const value of new Set(of(table).map((row) => row[name]))) {
            if (value === null) assert.ok(field.nullable, `${dataset.name}.${name} is null`)
            else if (field.values) assert.ok(field.values.includes(value), `${dataset.name}.${name}: ${value}`)
          }
      }
    })

    test('margin and short balances roll forward day by day', () => {
      for (const list of group(of(marginPurchaseShortSale), 'stock_id').values())
        for (let i = 0; i < list.length; i++) {
          const row = list[i]!
          for (const [name, value] of Object.entries(row))
            if (typeof value === 'number' && name !== 'trade_date') assert.ok(value >= 0 && value % 1000 === 0, name)
          assert.equal(
            row.margin_purchase_previous_balance +
              row.margin_purchase_buy -
              row.margin_purchase_sell -
              row.margin_purchase_cash_repayment,
            row.margin_purchase_balance,
          )
          assert.equal(
            row.short_sale_previous_balance + row.short_sale_sell - row.short_sale_buy - row.short_sale_stock_repayment,
            row.short_sale_balance,
          )
          assert.ok(row.margin_purchase_balance <= row.margin_purchase_limit)
          assert.ok(row.short_sale_balance <= row.short_sale_limit)
          assert.equal(row.margin_purchase_limit, Math.floor(pathOf(row).shares[at(row)]! / 4000) * 1000)
          if (i === 0) continue
          assert.equal(at(row), at(list[i - 1]!) + 1)
          assert.equal(row.margin_purchase_previous_balance, list[i - 1]!.margin_purchase_balance)
          assert.equal(row.short_sale_previous_balance, list[i - 1]!.short_sale_balance)
        }
    })

    test('no more is traded on credit than changes hands, save where a corporate action rescales a balance', () => {
      for (const row of of(marginPurchaseShortSale)) {
        const path = pathOf(row)
        const volume = path.volume[at(row)]!
        if (path.status[at(row)] !== traded)
          assert.equal(row.margin_purchase_sell + row.short_sale_sell + row.short_sale_buy + row.offset_volume, 0)
        if (path.actions.some((action) => action.at === at(row) && action.kind !== 'distribution')) continue
        assert.ok(row.margin_purchase_buy <= volume && row.margin_purchase_sell <= volume)
        assert.ok(row.short_sale_buy <= volume && row.short_sale_sell <= volume)
      }
    })

    test('the short side is the same in both tables and borrowed shares roll forward', () => {
      const margin = new Map(of(marginPurchaseShortSale).map((row) => [`${row.stock_id}|${row.trade_date}`, row]))
      const names = ['previous_balance', 'sell', 'buy', 'stock_repayment', 'balance', 'limit'].map(
        (n) => `short_sale_${n}`,
      )
      for (const list of group(of(shortSaleBalances), 'stock_id').values())
        list.forEach((row, i) => {
          const twin = margin.get(`${row.stock_id}|${row.trade_date}`)
          for (const name of names) assert.equal(row[name], twin ? twin[name] : 0)
          const { sbl_short_sale_previous_balance: previous, sbl_short_sale_balance: balance } = row
          const adjusted = previous + row.sbl_short_sale_adjustment
          assert.equal(adjusted + row.sbl_short_sale_sell - row.sbl_short_sale_return, balance)
          assert.ok(balance >= 0 && row.sbl_short_sale_sell >= 0 && row.sbl_short_sale_return >= 0)
          if (i === 0) return
          assert.equal(previous, list[i - 1]!.sbl_short_sale_balance)
          assert.ok(row.sbl_short_sale_sell <= list[i - 1]!.sbl_short_sale_limit)
        })
      const isRescaled = world.paths.some(({ actions }) =>
        actions.some(({ kind, at }) => kind !== 'distribution' && at > world.from),
      )
      if (isRescaled) assert.ok(of(shortSaleBalances).some((row) => row.sbl_short_sale_adjustment !== 0))
    })

    test('market totals of credit are sums of the rows, and loans give a maintenance ratio near 165 %', () => {
      const sums = new Map<string, Row>()
      for (const row of of(marginPurchaseShortSale)) {
        const key = `${row.market}|${row.trade_date}`
        const sum = sums.get(key) ?? { worth: 0 }
        for (const [name, value] of Object.entries(row))
          if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value
        const path = pathOf(row)
        const cents = path.status[at(row)] === traded ? path.close[at(row)]! : path.reference[at(row)]!
        sum.worth += (row.margin_purchase_balance * cents) / 100
        sums.set(key, sum)
      }
      for (const [market, list] of group(of(totalMarginPurchaseShortSale), 'market')) {
        const ratios: number[] = []
        list.forEach((row, i) => {
          const sum = sums.get(`${market}|${row.trade_date}`)!
          for (const name of Object.keys(row))
            if (/^(margin|short)/.test(name) && !name.endsWith('amount')) assert.equal(row[name], sum[name], name)
          const amount = (name: string) => row[`margin_purchase_${name}_amount`] as number
          assert.equal(
            amount('previous_balance') + amount('buy') - amount('sell') - amount('cash_repayment'),
            amount('balance'),
          )
          for (const name of ['buy', 'sell', 'cash_repayment', 'balance'])
            assert.ok(amount(name) >= 0 && amount(name) % 100_000 === 0)
          const moved = world.securities.some(({ transferred }) => transferred === row.trade_date)
          if (i > 0 && !moved) {
            assert.equal(amount('previous_balance'), list[i - 1]!.margin_purchase_balance_amount)
            assert.equal(row.margin_purchase_previous_balance, list[i - 1]!.margin_purchase_balance)
          }
          ratios.push((sum.worth / (amount('balance') / 100)) * 100)
        })
        const middle = ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!
        assert.ok(
          Math.min(...ratios) > 140 && Math.max(...ratios) < 195,
          `${Math.min(...ratios)} ${Math.max(...ratios)}`,
        )
        assert.ok(middle > 155 && middle < 173, String(middle))
      }
    })

    test('institutional flows add up and never exceed the volume', () => {
      for (const row of of(institutionalInvestorsBuySell)) {
        const kinds = [
          'foreign_investor',
          'foreign_dealer',
          'investment_trust',
          'dealer_self',
          'dealer_hedging',
          'dealer',
        ]
        for (const kind of kinds) {
          assert.ok(row[`${kind}_buy`] >= 0 && row[`${kind}_sell`] >= 0)
          assert.equal(row[`${kind}_net`], row[`${kind}_buy`] - row[`${kind}_sell`])
        }
        for (const side of ['buy', 'sell']) {
          assert.equal(row[`dealer_${side}`], row[`dealer_self_${side}`] + row[`dealer_hedging_${side}`])
          assert.ok(row[`foreign_dealer_${side}`] <= row[`dealer_self_${side}`])
          const all = row[`foreign_investor_${side}`] + row[`investment_trust_${side}`] + row[`dealer_${side}`]
          assert.ok(all <= (pathOf(row).status[at(row)] === traded ? pathOf(row).volume[at(row)]! : 0))
        }
        assert.equal(row.total_net, row.foreign_investor_net + row.investment_trust_net + row.dealer_net)
      }
    })

    test('market totals of institutions follow from the rows at the average price of each day', () => {
      const sums = new Map<string, Row>()
      for (const row of of(institutionalInvestorsBuySell)) {
        const key = `${row.market}|${row.trade_date}`
        const sum = sums.get(key) ?? {}
        const { turnover, volume } = pathOf(row)
        const price = volume[at(row)] ? turnover[at(row)]! / volume[at(row)]! : 0
        for (const [name, value] of Object.entries(row))
          if (/_(buy|sell)$/.test(name)) sum[name] = (sum[name] ?? 0) + Math.round(value * price)
        sums.set(key, sum)
      }
      for (const row of of(totalInstitutionalInvestors)) {
        const sum = sums.get(`${row.market}|${row.trade_date}`)!
        const value = (name: string) => row[`${name}_amount`] / 100
        for (const side of ['buy', 'sell']) {
          for (const kind of [
            'foreign_investor',
            'foreign_dealer',
            'investment_trust',
            'dealer_self',
            'dealer_hedging',
          ])
            assert.equal(value(`${kind}_${side}`), sum[`${kind}_${side}`])
          assert.equal(value(`dealer_${side}`), value(`dealer_self_${side}`) + value(`dealer_hedging_${side}`))
          assert.equal(
            value(`total_${side}`),
            value(`foreign_investor_${side}`) + value(`investment_trust_${side}`) + value(`dealer_${side}`),
          )
        }
        for (const kind of ['foreign_investor', 'investment_trust', 'dealer', 'total'])
          assert.equal(value(`${kind}_net`), value(`${kind}_buy`) - value(`${kind}_sell`))
      }
    })

    test('foreign holdings follow foreign flows and ratios follow from shares', () => {
      const flows = new Map(of(institutionalInvestorsBuySell).map((row) => [`${row.stock_id}|${row.trade_date}`, row]))
      let together = 0
      let changes = 0
      for (const list of group(of(shareholding), 'stock_id').values())
        list.forEach((row, i) => {
          const issued = BigInt(row.issued_shares)
          const percent = (part: number) => Number((BigInt(part) * 2_000_000n + issued) / (2n * issued))
          assert.equal(row.issued_shares, pathOf(row).shares[at(row)])
          assert.equal(row.foreign_shareholding_ratio, percent(row.foreign_shares))
          assert.equal(row.foreign_available_ratio, percent(row.foreign_available_shares))
          assert.ok(row.foreign_available_shares >= 0 && row.foreign_shares > 0)
          assert.ok(row.last_report_date === null || row.last_report_date <= row.trade_date)
          const net = flows.get(`${row.stock_id}|${row.trade_date}`)!.foreign_investor_net
          if (i === 0 || net === 0 || row.issued_shares !== list[i - 1]!.issued_shares) return
          changes++
          if (Math.sign(row.foreign_shares - list[i - 1]!.foreign_shares) === Math.sign(net)) together++
        })
      assert.ok(together / changes > 0.75, `${together} of ${changes}`)
    })

    test('the shareholder distribution adds up on the last trading day of each finished week', () => {
      const { days, isScheduled } = world.ahead
      for (const list of group(of(holdingSharesPer), 'record_date').values()) {
        const day = list[0]!.record_date
        const next = days[world.calendar.indexOf(day)! + 1]!
        assert.ok(weekdayOf(next) <= weekdayOf(day) || next - day >= 7)
        let later = day + 1
        while (weekdayOf(later) !== 1 && !isScheduled(later)) later++
        assert.ok(weekdayOf(later) === 1 || days[world.through]! >= later)
        for (const levels of group(list, 'stock_id').values()) {
          assert.deepEqual(
            levels.map(({ level }) => level),
            Array.from({ length: 17 }, (_, i) => i + 1),
          )
          const total = levels[16]!
          assert.equal(
            total.shares,
            levels.slice(0, 16).reduce((sum, { shares }) => sum + shares, 0),
          )
          assert.equal(
            total.people,
            levels.slice(0, 15).reduce((sum, { people }) => sum + people, 0),
          )
          assert.equal(total.percent, 10_000)
          assert.ok(Math.abs(levels.slice(0, 16).reduce((sum, { percent }) => sum + percent, 0) - 10_000) <= 8)
          assert.equal(levels[15]!.people, null)
          for (const { level_name, shares, people, stock_id } of levels.slice(0, 15)) {
            const [low, high = Number.POSITIVE_INFINITY] = String(level_name)
              .replaceAll(',', '')
              .split(/-|以上/)
              .filter(Boolean)
              .map(Number)
            assert.ok(
              shares >= low! * people && shares <= high * people,
              `${stock_id} ${level_name} ${shares} ${people}`,
            )
          }
        }
      }
    })

    test('day trades are whole lots within the volume, and selling first stops exactly in the announced periods', () => {
      const periods = group(of(suspendDayTrading), 'stock_id')
      for (const row of of(dayTradingInfo)) {
        assert.ok(row.day_trading_volume % 1000 === 0 && row.day_trading_volume <= pathOf(row).volume[at(row)]!)
        assert.ok(row.day_trading_volume > 0 === row.day_trading_buy_amount > 0)
        const isCovered = (periods.get(row.stock_id) ?? []).some(
          ({ suspend_start_date: start, suspend_end_date: end }) => start <= row.trade_date && row.trade_date <= end,
        )
        assert.equal(row.is_sell_first_suspended, isCovered)
      }
    })

    test('no security is sold short while short selling is suspended', () => {
      const periods = group(of(marginShortSaleSuspension), 'stock_id')
      for (const row of of(marginPurchaseShortSale))
        for (const { suspend_start_date: start, suspend_end_date: end } of periods.get(row.stock_id) ?? [])
          if (start <= row.trade_date && row.trade_date <= end)
            assert.equal(row.short_sale_sell + row.short_sale_balance, 0)
    })

    test('a security under disposition is not day-traded in its period', () => {
      const days = new Set(of(dayTradingInfo).map((row) => `${row.stock_id}|${row.trade_date}`))
      for (const { stock_id, period_start_date: start, period_end_date: end } of of(disposition))
        for (let day = start; day <= end; day++) assert.ok(!days.has(`${stock_id}|${day}`))
    })

    test('lending, blocks and shortfalls are as many and as large as they should be', () => {
      const count = (table: Table, low: number, high: number) => {
        for (const list of group(of(table), 'trade_date').values())
          assert.ok(list.length >= low && list.length <= high, `${table.dataset.name}: ${list.length}`)
      }
      count(securitiesLending, 20, 40)
      count(blockTrade, 3, 8)
      count(dayTradingFee, 3, 6)
      for (const row of of(blockTrade)) {
        assert.equal(row.turnover * 100, row.price * row.volume)
        assert.ok(row.price >= pathOf(row).low[at(row)]! * 100 && row.price <= pathOf(row).high[at(row)]! * 100)
        assert.equal(row.trade_time !== null, row.market === 'TPEX')
      }
      for (const row of of(securitiesLending)) {
        assert.equal(row.original_return_date - row.trade_date, row.original_lending_days)
        assert.ok(row.fee_rate > 0 && row.fee_rate <= 70_000 && row.volume % 1000 === 0)
        assert.equal(row.close, pathOf(row).close[at(row)]! * 100)
      }
      for (const row of of(dayTradingFee)) assert.ok(row.borrowed_volume > 0 && row.fee_rate <= 70_000)
      for (const table of [securitiesLending, blockTrade, dayTradingFee, marginShortSaleSuspension])
        assert.ok(
          of(table).some(({ stock_id }) => stock_id === '2330'),
          table.dataset.name,
        )
    })

    test('any newest day has the flows that users ask about', () => {
      const flows = group(of(institutionalInvestorsBuySell), 'stock_id')
      for (let back = 0; back < 60; back++) {
        const day = world.calendar.days[world.through - back]!
        let [both, runs, sellers, reversals] = [0, 0, 0, 0]
        for (const list of flows.values()) {
          const last = list.findLastIndex(({ trade_date }) => trade_date <= day)
          if (list[last]?.trade_date !== day || last < 10) continue
          const recent = list.slice(last - 9, last + 1)
          const run = recent.length - 1 - recent.findLastIndex(({ foreign_investor_net: net }) => net <= 0)
          if (run >= 5) runs++
          const three = recent.slice(-3)
          if (three.every((row) => row.foreign_investor_net > 0 && row.investment_trust_net > 0)) both++
          if (three.every((row) => row.foreign_investor_net < 0)) sellers++
          if (recent.slice(-4, -1).every((row) => row.foreign_investor_net < 0) && recent[9]!.foreign_investor_net > 0)
            reversals++
        }
        assert.ok(both >= 3 && runs >= 5 && sellers >= 5 && reversals >= 1, `${both} ${runs} ${sellers} ${reversals}`)
      }
    })

    test('balances that jump and balances that are flushed out exist on any newest day', () => {
      const credit = group(of(marginPurchaseShortSale), 'stock_id')
      for (let back = 0; back < 60; back++) {
        const day = world.calendar.days[world.through - back]!
        let [falls, jumps, shorts] = [0, 0, 0]
        for (const list of credit.values()) {
          const last = list.findLastIndex(({ trade_date }) => trade_date <= day)
          const row = list[last]
          if (row?.trade_date !== day || last < 5) continue
          const now = row.margin_purchase_balance
          if (now / list[last - 5]!.margin_purchase_balance < 0.9) falls++
          if (now / row.margin_purchase_previous_balance > 1.05) jumps++
          if (row.short_sale_balance / now > 0.1) shorts++
        }
        assert.ok(falls >= 3 && jumps >= 1 && shorts >= 5, `${falls} ${jumps} ${shorts}`)
      }
    })

    test('large holders gain three weeks running somewhere in any week', () => {
      const top = group(
        of(holdingSharesPer).filter(({ level }) => level === 15),
        'stock_id',
      )
      for (let back = 0; back < 12; back++) {
        let rising = 0
        for (const list of top.values()) {
          const recent = list
            .slice(0, list.length - back)
            .slice(-4)
            .map(({ percent }) => percent)
          if (recent.length === 4 && recent.every((value, i) => i === 0 || value > recent[i - 1]!)) rising++
        }
        assert.ok(rising >= 10, String(rising))
      }
    })

    test('dispositions and suspensions are in force and announced ahead on any newest day', () => {
      for (let through = world.through - 70; through <= world.through; through += 5) {
        const seen = seenFrom(world, through)
        const today = world.calendar.days[through]!
        const current = fill(disposition, seen).filter(
          ({ announce_date, period_start_date: start, period_end_date: end }) =>
            announce_date < start && start <= today && today <= end,
        )
        assert.ok(current.length >= 2, String(current.length))
        for (const table of [marginShortSaleSuspension, suspendDayTrading]) {
          const list = fill(table, seen)
          const { length } = list.filter((row) => row.suspend_start_date <= today && today <= row.suspend_end_date)
          assert.ok(length >= 1, table.dataset.name)
          assert.ok(
            list.some((row) => row.suspend_start_date > today),
            table.dataset.name,
          )
        }
      }
      assert.ok(of(disposition).some(({ stock_id }) => stock_id === '6547'))
      assert.ok(of(disposition).some(({ disposition_count }) => disposition_count > 1))
    })

    test('filling day by day gives the rows that filling at once gives', () => {
      const middle = world.through - 6
      for (const table of tables) {
        if (table.kind !== 'daily') continue
        const once = fill(table, world, middle)
        const daily: Row[] = []
        for (let t = middle; t <= world.through; t++) daily.push(...fill(table, world, t, t))
        assert.deepEqual(sorted(table, daily), sorted(table, once), table.dataset.name)
      }
    })

    test('the newest day has a row for each listed security', () => {
      const listed = world.paths.filter(({ first, last }) => first <= world.through && last === world.through).length
      for (const table of [institutionalInvestorsBuySell, shortSaleBalances, shareholding])
        assert.equal(newest(table).length, listed)
    })
  })

test('what is known on one day stays as it is on the next', () => {
  const { seed, through, from } = cases[0]!
  const late = worlds.get(seed)!
  const early = worldOf(seed, dateOf(late.calendar.days[late.through - 1]!), from)
  assert.equal(dateOf(late.calendar.days[late.through]!), through)
  for (const table of tables) {
    if (table === brokerInfo) continue
    const keyOf = (row: Row) => table.dataset.key.map((name) => row[name]).join('|')
    const since = table.kind !== 'daily' ? 0 : early.through - 14
    const now = new Map(fill(table, late, since).map((row) => [keyOf(row), row]))
    for (const row of fill(table, early, since)) {
      const kept = now.get(keyOf(row))
      // The end of a disposition moves when the market closes unexpectedly.
      if (table === disposition && kept && kept.period_end_date !== row.period_end_date) continue
      assert.deepEqual(kept, row, table.dataset.name)
    }
  }
  const count = (world: World) => world.securities.flatMap((security) => closuresOf(world, security)).length
  assert.ok(count(late) >= count(early))
  assert.ok(dispositionsOf(late).length >= dispositionsOf(early).length)
})

test('a week that a typhoon cuts short is published when it is over', () => {
  const world = worlds.get(cases[0]!.seed)!
  const { calendar, ahead, through } = world
  const position = calendar.days.findLastIndex((day, i) => i < through - 20 && weekdayOf(day) === 5)
  const friday = calendar.days[position]!
  // The Friday is taken off the calendar but not off the schedule, as a typhoon would.
  const without = (days: readonly number[]) => days.filter((day) => day !== friday)
  const stormy = {
    ...world,
    ahead: { ...ahead, days: without(ahead.days) },
    calendar: { ...calendar, days: without(calendar.days) },
  }
  const dates = (to: number) =>
    new Set(fill(holdingSharesPer, { ...stormy, through: to }, position - 6, to).map((row) => row.record_date))
  assert.ok(!dates(position - 1).has(friday - 1))
  assert.ok(dates(position).has(friday - 1))
})
