import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { addMonths, dayOf, monthOf, yearOf } from '../days.ts'
import { halfUp } from '../derive/rounding.ts'
import { type Cell, createBatch } from '../lake/batch.ts'
import { cbOverview } from './convertibles/TaiwanCBOverview.ts'
import { distributionsOf } from './fundamentals/distributions.ts'
import { financialHoldings } from './fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { balanceSheet } from './fundamentals/TaiwanStockBalanceSheet.ts'
import { capitalReduction } from './fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { cashFlowsStatement } from './fundamentals/TaiwanStockCashFlowsStatement.ts'
import { changeFace } from './fundamentals/TaiwanStockChangeFaceReference.ts'
import { companyIndustry } from './fundamentals/TaiwanStockCompanyIndustry.ts'
import { delisting } from './fundamentals/TaiwanStockDelisting.ts'
import { dividend } from './fundamentals/TaiwanStockDividend.ts'
import { dividendResult } from './fundamentals/TaiwanStockDividendResult.ts'
import { financialStatement } from './fundamentals/TaiwanStockFinancialStatement.ts'
import { monthRevenueTable } from './fundamentals/TaiwanStockMonthRevenue.ts'
import { splitPrice } from './fundamentals/TaiwanStockSplitPrice.ts'
import { netIncome } from './fundamentals.ts'
import type { Table } from './table.ts'
import { overview } from './technical/TaiwanStockOverview.ts'
import { overviewIncludeWarrant } from './technical/TaiwanStockOverviewIncludeWarrant.ts'
import { per } from './technical/TaiwanStockPER.ts'
import { tradingHalt } from './technical/TaiwanStockTradingHaltAnnouncement.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

type Row = Readonly<Record<string, Cell>>

const events = [dividend, dividendResult, capitalReduction, splitPrice, changeFace, delisting]
const lists = [overview, overviewIncludeWarrant, companyIndustry, cbOverview]
const statements = [financialStatement, balanceSheet, cashFlowsStatement]
const all: readonly Table[] = [
  ...events,
  ...lists,
  ...statements,
  monthRevenueTable,
  financialHoldings,
  tradingHalt,
  per,
]

/** Prices move since 2023, and companies tell of themselves from then on: ten years take twice as long. */
const optionsThrough = (seed: number, through: string) => ({
  ...defaultOptions(seed, 'default', through),
  ...{ from: '2026-10-01', longFrom: '2026-10-01', eventsFrom: '2023-01-01', movesFrom: '2023-01-03' },
})
// A Friday and the Monday after it, between which the statements of the third quarter come out.
const friday = createWorld(optionsThrough(7, '2026-11-13'), '2026-11-13')
const monday = createWorld(optionsThrough(7, '2026-11-13'), '2026-11-16')

const newestOf = ({ calendar, through }: World): number => calendar.days[through]!

function rowsOf(world: World, { dataset, fill }: Table, from = 0, to = world.through): Row[] {
  const rows: Row[] = []
  const { push } = createBatch(dataset)
  fill(
    world,
    (row: Row) => {
      push(row)
      rows.push(row)
    },
    from,
    to,
  )
  return rows
}

const filled = new Map<World, Map<string, Row[]>>()
function rowsIn(world: World, table: Table): Row[] {
  const tables = filled.get(world) ?? new Map<string, Row[]>()
  filled.set(world, tables)
  const rows = tables.get(table.dataset.name) ?? rowsOf(world, table)
  tables.set(table.dataset.name, rows)
  return rows
}

const keyOf = ({ key }: Dataset, row: Row): string => key.map((name) => row[name]).join('|')
const num = (row: Row | undefined, name: string): number => Number(row![name])
const group = (rows: readonly Row[], ...names: string[]): Map<string, Row[]> =>
  Map.groupBy(rows, (row) => names.map((name) => row[name]).join('|'))
/** Value by account of one filing. */
const accountsOf = (rows: readonly Row[]): Map<string, number> =>
  new Map(rows.map((row) => [String(row.type), num(row, 'value')]))

describe('every table', () => {
  for (const table of all)
    test(`${table.dataset.name} has unique keys and holds only what its columns allow`, () => {
      const { dataset } = table
      const rows = rowsIn(friday, table)
      assert.ok(rows.length > 0)
      const keys = new Set(rows.map((row) => keyOf(dataset, row)))
      assert.equal(keys.size, rows.length)
      for (const [name, { nullable, values }] of columnsOf(dataset))
        for (const row of rows) {
          if (row[name] === null) assert.ok(nullable && !dataset.key.includes(name), `${name} is null`)
          else if (values && !values.includes(String(row[name]))) assert.fail(`${name} is ${row[name]}`)
        }
    })

  test('those that grow by the day hold the same rows filled day by day', () => {
    for (const table of [per, monthRevenueTable, ...statements]) {
      const first = friday.calendar.indexOf(dayOf('2026-11-04'))!
      const daily: Row[] = []
      for (let t = first; t <= friday.through; t++) daily.push(...rowsOf(friday, table, t, t))
      const ordered = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort()
      assert.deepEqual(ordered(daily), ordered(rowsOf(friday, table, first, friday.through)), table.dataset.name)
    }
  })

  test('what is known on one day stays as it is on the next', () => {
    for (const table of [...events, monthRevenueTable, financialHoldings, per]) {
      const later = new Map(rowsIn(monday, table).map((row) => [keyOf(table.dataset, row), row]))
      for (const row of rowsIn(friday, table))
        assert.deepEqual(later.get(keyOf(table.dataset, row)), row, table.dataset.name)
    }
    const later = new Set(rowsIn(monday, tradingHalt).map((row) => keyOf(tradingHalt.dataset, row)))
    for (const row of rowsIn(friday, tradingHalt)) assert.ok(later.has(keyOf(tradingHalt.dataset, row)))
    assert.equal(rowsOf(friday, financialStatement, friday.through).length, 0)
    const added = rowsOf(monday, financialStatement, monday.through)
    assert.ok(new Set(added.map(({ stock_id }) => stock_id)).size > 200)
    assert.ok(added.every(({ report_date }) => report_date === dayOf('2026-09-30')))
  })
})

describe('statements', () => {
  const income = group(rowsIn(friday, financialStatement), 'stock_id', 'report_date', 'period')
  const balance = group(rowsIn(friday, balanceSheet), 'stock_id', 'report_date', 'period')
  const cash = group(rowsIn(friday, cashFlowsStatement), 'stock_id', 'report_date', 'period')

  test('income statements add up from revenue to what the owners earned', () => {
    for (const [key, rows] of income) {
      const a = accountsOf(rows)
      const of = (name: string) => a.get(name) ?? 0
      if (a.has('NetInterestIncome')) {
        assert.equal(of('NetInterestIncome') + of('NetNonInterestIncome'), of('Revenue'), key)
        const costs = of('BadDebtExpense') + of('NetChangeInInsuranceLiabilityReserve') + of('OperatingExpenses')
        assert.equal(of('Revenue') - costs, of('PreTaxIncome'), key)
      } else {
        assert.equal(of('Revenue') - of('CostOfGoodsSold'), of('GrossProfit'), key)
        assert.equal(of('GrossProfit') - of('OperatingExpenses'), of('OperatingIncome'), key)
        assert.equal(of('OperatingIncome') + of('TotalNonoperatingIncomeAndExpense'), of('PreTaxIncome'), key)
        const parts = of('SellingExpenses') + of('AdministrativeExpenses') + of('ResearchAndDevelopmentExpenses')
        assert.equal(parts, of('OperatingExpenses'), key)
      }
      assert.equal(of('PreTaxIncome') - of('IncomeTaxExpense'), of('IncomeAfterTaxes'), key)
      assert.equal(of('IncomeAfterTaxes') + of('OtherComprehensiveIncome'), of('TotalComprehensiveIncome'), key)
      const owners = of('NetIncomeAttributableToOwnersOfParent')
      assert.equal(owners + of('NetIncomeAttributableToNoncontrollingInterests'), of('IncomeAfterTaxes'), key)
      for (const row of rows) if (row.unit === 'TWD') assert.ok(Number.isInteger(num(row, 'value') / 1e7))
    }
  })

  test('earnings are those that prices follow, over the shares at the end of the quarter', () => {
    for (const id of ['2330', '2317', '2881', '1101']) {
      const { security, shares } = friday.pathOf(id)!
      const rows = accountsOf(income.get(`${id}|${dayOf('2026-06-30')}|quarterly`)!)
      const earned = netIncome(7, security, 105)
      assert.equal(rows.get('NetIncomeAttributableToOwnersOfParent'), earned * 10_000)
      const held = shares[friday.calendar.atOrBefore(dayOf('2026-06-30'))]!
      assert.equal(rows.get('EPS'), Number(halfUp(BigInt(earned) * 100n, BigInt(held))) * 100)
    }
  })

  test('fourth quarters are left to the derivation, and years hold four quarters of the same accounts', () => {
    for (const [key, rows] of income) {
      const [id, date, period] = key.split('|')
      if (period === 'quarterly') assert.notEqual(rows[0]!.fiscal_quarter, 4)
      if (period !== 'annual' || yearOf(Number(date)) < 2020) continue
      const year = yearOf(Number(date))
      const types = rows.map(({ type }) => type)
      for (const end of ['03-31', '06-30', '09-30']) {
        const quarter = income.get(`${id}|${dayOf(`${year}-${end}`)}|quarterly`)
        if (quarter)
          assert.deepEqual(
            quarter.map(({ type }) => type),
            types,
          )
      }
    }
  })

  test('balance sheets balance, and earnings kept grow by what was earned and not paid', () => {
    for (const [key, rows] of balance) {
      const a = accountsOf(rows)
      const of = (name: string) => a.get(name) ?? 0
      assert.equal(of('TotalAssets'), of('Liabilities') + of('Equity'), key)
      assert.equal(of('TotalAssets'), of('TotalLiabilitiesEquity'), key)
      assert.equal(of('EquityAttributableToOwnersOfParent') + of('NoncontrollingInterests'), of('Equity'), key)
      const parts = of('CapitalStock') + of('CapitalSurplus') + of('RetainedEarnings') + of('OtherEquityInterest')
      assert.equal(parts, of('EquityAttributableToOwnersOfParent'), key)
      if (a.has('CurrentAssets')) {
        assert.equal(of('CurrentAssets') + of('NoncurrentAssets'), of('TotalAssets'), key)
        assert.equal(of('CurrentLiabilities') + of('NoncurrentLiabilities'), of('Liabilities'), key)
      }
      for (const name of ['Equity', 'CashAndCashEquivalents', 'PropertyPlantAndEquipment', 'Liabilities'])
        assert.ok(of(name) > 0, `${key} ${name}`)
      for (const row of rows) {
        if (row.unit !== 'percent') continue
        const amount = BigInt(of(String(row.type).slice(0, -4)))
        assert.equal(num(row, 'value'), Number(halfUp(amount * 10_000n, BigInt(of('TotalAssets')))) * 100)
      }
    }
    const payers = friday.paths.filter(({ actions, security }) => security.type === 'stock' && actions.length === 0)
    for (const { security } of payers.slice(0, 20)) {
      const of = (date: string) => balance.get(`${security.id}|${dayOf(date)}|quarterly`)
      const [before, after] = [of('2026-03-31'), of('2026-06-30')]
      if (!before || !after || security.market === 'ESB') continue
      const kept = accountsOf(after).get('RetainedEarnings')! - accountsOf(before).get('RetainedEarnings')!
      assert.equal(kept, netIncome(7, security, 105) * 10_000)
    }
  })

  test('cash flows lead from the cash at the start of the year to the cash in the balance sheet', () => {
    for (const [key, rows] of cash) {
      const a = accountsOf(rows)
      const of = (name: string) => a.get(name)!
      const activities =
        of('CashFlowsFromOperatingActivities') +
        of('CashProvidedByInvestingActivities') +
        of('CashFlowsProvidedFromFinancingActivities') +
        of('EffectOfExchangeRateChanges')
      assert.equal(activities, of('CashBalancesIncrease'), key)
      assert.equal(of('CashBalancesBeginningOfPeriod') + of('CashBalancesIncrease'), of('CashBalancesEndOfPeriod'))
      assert.equal(of('CashBalancesEndOfPeriod'), accountsOf(balance.get(key)!).get('CashAndCashEquivalents'), key)
      const [id, date] = key.split('|')
      const start = balance.get(`${id}|${dayOf(`${yearOf(Number(date)) - 1}-12-31`)}|quarterly`)
      if (start) assert.equal(of('CashBalancesBeginningOfPeriod'), accountsOf(start).get('CashAndCashEquivalents'), key)
    }
  })

  test('annual rows of balance sheets and cash flows repeat the fourth quarter', () => {
    for (const sets of [balance, cash])
      for (const [key, rows] of sets) {
        if (!key.endsWith('annual')) continue
        const quarterly = sets.get(key.replace('annual', 'quarterly'))!
        assert.deepEqual(
          rows.map((row) => ({ ...row, period: '', fiscal_quarter: 0 })),
          quarterly.map((row) => ({ ...row, period: '', fiscal_quarter: 0 })),
        )
      }
  })

  test('the revenue of a quarter is that of its three months', () => {
    const months = new Map(rowsIn(friday, monthRevenueTable).map((row) => [`${row.stock_id}|${row.report_month}`, row]))
    for (const [key, rows] of income) {
      const [id, date, period] = key.split('|')
      if (period !== 'quarterly') continue
      const firsts = [-2, -1, 0].map((n) => addMonths(Number(date) - 27, n))
      const three = firsts.map((day) => months.get(`${id}|${day - new Date(day * 864e5).getUTCDate() + 1}`))
      if (three.some((row) => !row)) continue
      const sum = three.reduce((total, row) => total + num(row, 'revenue'), 0)
      assert.equal(sum * 100, accountsOf(rows).get('Revenue'), key)
    }
  })
})

describe('monthly figures', () => {
  test('revenue compares with the months it names and adds up over the year', () => {
    const rows = new Map(rowsIn(friday, monthRevenueTable).map((row) => [`${row.stock_id}|${row.report_month}`, row]))
    for (const row of rows.values()) {
      const month = num(row, 'report_month')
      const last = rows.get(`${row.stock_id}|${addMonths(month, -1)}`)
      const year = rows.get(`${row.stock_id}|${addMonths(month, -12)}`)
      if (last) {
        assert.equal(row.revenue_last_month, last.revenue)
        const before = monthOf(month) === 1 ? 0 : num(last, 'revenue_ytd')
        assert.equal(num(row, 'revenue_ytd'), before + num(row, 'revenue'))
      }
      if (year) {
        assert.equal(row.revenue_last_year, year.revenue)
        assert.equal(row.revenue_ytd_last_year, year.revenue_ytd)
      }
      const percent = (now: string, then: string) =>
        Number(halfUp(BigInt(num(row, now) - num(row, then)) * 10_000n, BigInt(num(row, then))))
      assert.equal(row.mom_percent, percent('revenue', 'revenue_last_month'))
      assert.equal(row.yoy_percent, percent('revenue', 'revenue_last_year'))
      assert.equal(row.ytd_yoy_percent, percent('revenue_ytd', 'revenue_ytd_last_year'))
    }
  })

  test('holding companies report months that add up, and the net revenue of the revenue table', () => {
    const revenue = new Map(
      rowsIn(friday, monthRevenueTable).map((row) => [`${row.stock_id}|${row.report_month}`, row.revenue]),
    )
    const rows = rowsIn(friday, financialHoldings)
    const byKey = new Map(rows.map((row) => [`${row.stock_id}|${row.entity_name}|${row.report_month}`, row]))
    for (const row of rows) {
      const month = num(row, 'report_month')
      const last = byKey.get(`${row.stock_id}|${row.entity_name}|${addMonths(month, -1)}`)
      if (last && monthOf(month) > 1) {
        assert.equal(num(row, 'net_income_ytd'), num(last, 'net_income_ytd') + num(row, 'net_income_month'))
        assert.equal(num(row, 'pre_tax_income_ytd'), num(last, 'pre_tax_income_ytd') + num(row, 'pre_tax_income_month'))
      }
      const isHolding = row.entity_type === 'holding'
      assert.equal(row.net_revenue_month, isHolding ? revenue.get(`${row.stock_id}|${month}`) : null)
      assert.ok(num(row, 'announce_date') <= newestOf(friday))
    }
    const holdings = rows.filter(({ entity_type }) => entity_type === 'holding')
    const inMonth = (date: string) => holdings.filter(({ report_month }) => report_month === dayOf(date))
    assert.equal(inMonth('2025-03-01').length, 14)
    assert.equal(inMonth('2026-03-01').length, 13)
  })
})

describe('corporate actions', () => {
  test('announced payments are those carried out, and corrections replace what was announced', () => {
    let corrected = 0
    for (const path of friday.paths) {
      const byPosition = new Map(distributionsOf(friday, path).map((one) => [one.plan.at, one]))
      for (const action of path.actions) {
        if (action.kind !== 'distribution') continue
        const { announcements } = byPosition.get(action.at)!
        const last = announcements.at(-1)!
        if (announcements.length > 1) corrected++
        assert.equal(last.cash, action.cash, path.security.id)
        assert.equal(last.rightsPrice ?? 0, action.rightsPrice, path.security.id)
        assert.ok(last.position < action.at)
      }
    }
    assert.ok(corrected > 10)
    for (const row of rowsIn(friday, dividend)) assert.ok(num(row, 'announce_date') <= newestOf(friday))
  })

  test('announcements have keys of their own where prices start late in a year', () => {
    const span = { from: '2026-04-01', longFrom: '2026-09-01', eventsFrom: '2025-01-01', movesFrom: '2025-07-01' }
    const world = createWorld({ ...defaultOptions(7, 'default', '2026-11-13'), ...span }, '2026-11-13')
    const rows = rowsOf(world, dividend)
    assert.ok(rows.length > 500)
    assert.equal(new Set(rows.map((row) => keyOf(dividend.dataset, row))).size, rows.length)
  })

  test('a period has one row in force, and its amount is the one of the ex-date', () => {
    const results = new Map(rowsIn(friday, dividendResult).map((row) => [`${row.stock_id}|${row.ex_date}`, row]))
    const periods = group(rowsIn(friday, dividend), 'stock_id', 'dividend_period')
    for (const [key, rows] of periods) {
      const last = rows.reduce((a, b) =>
        `${a.announce_date}${a.announce_time}` > `${b.announce_date}${b.announce_time}` ? a : b,
      )
      const result = results.get(`${last.stock_id}|${last.cash_ex_date ?? last.stock_ex_date}`)
      if (!result) continue
      const paid = num(last, 'cash_earnings_distribution') + num(last, 'cash_statutory_surplus')
      assert.equal(last.cash_preferred_dividend ?? paid, result.cash_dividend, key)
    }
  })

  test('the value removed is the difference of the prices, and its parts add up where they are told', () => {
    const seen = new Set<string>()
    for (const row of rowsIn(friday, dividendResult)) {
      const removed = num(row, 'dividend_value')
      assert.equal(removed, (num(row, 'close_before') - num(row, 'reference_price')) * 100)
      if (row.market === 'TPEX') assert.equal(num(row, 'rights_value') + num(row, 'cash_value'), removed)
      if (row.market === 'TWSE' && row.event_type === 'both') assert.equal(row.cash_value ?? row.rights_value, null)
      if (row.event_type === 'dividend') assert.equal(removed, row.cash_dividend)
      seen.add(`${row.market} ${row.event_type}`)
    }
    assert.ok(seen.has('TWSE dividend') && seen.has('TPEX dividend') && seen.has('TWSE both'))
  })

  test('splits, par changes and reductions keep the ratios they state', () => {
    const splits = rowsIn(friday, splitPrice)
    assert.deepEqual(splits.map(({ stock_id, split_ratio }) => [stock_id, split_ratio]).sort(), [
      ['0050', 4_000_000],
      ['006208', 2_000_000],
      ['00631L', 10_000_000],
      ['00632R', 250_000],
    ])
    for (const row of rowsIn(friday, changeFace)) {
      const ratio = num(row, 'close_before') / num(row, 'reference_price')
      assert.ok(Math.abs(num(row, 'exchange_ratio') / 1e6 - ratio) < 0.01)
      assert.equal(row.par_value_before === null, row.market === 'TWSE')
    }
    for (const row of rowsIn(friday, capitalReduction)) {
      assert.equal(num(row, 'refund_per_share') > 0, row.reason === '退還股款')
      const exact =
        (num(row, 'close_before') - num(row, 'refund_per_share') / 100) / (num(row, 'shares_per_1000') / 1e9)
      assert.ok(Math.abs(exact - num(row, 'reference_price')) <= 50)
      assert.ok(num(row, 'halt_date') < num(row, 'resumption_date'))
    }
  })
})

describe('valuations', () => {
  test('ratios follow from the last four published quarters, the book value and the dividends', () => {
    const eps = new Map<string, number>()
    for (const row of rowsIn(friday, financialStatement))
      if (row.type === 'EPS') eps.set(`${row.stock_id}|${row.report_date}|${row.period}`, num(row, 'value'))
    const book = new Map<string, number>()
    for (const row of rowsIn(friday, balanceSheet))
      if (row.type === 'BookValuePerShare' && row.period === 'quarterly')
        book.set(`${row.stock_id}|${row.report_date}`, num(row, 'value'))
    const at = (id: string, date: string, period = 'quarterly') => eps.get(`${id}|${dayOf(date)}|${period}`) ?? 0
    let checked = 0
    for (const row of rowsIn(friday, per)) {
      const id = String(row.stock_id)
      const path = friday.pathOf(id)!
      if (row.trade_date !== newestOf(friday) || path.actions.some(({ kind }) => kind !== 'distribution')) continue
      const close = path.close[friday.through]!
      if (close === 0) continue
      assert.equal(row.fiscal_period, '2026Q2')
      const fourth = at(id, '2025-12-31', 'annual') - at(id, '2025-03-31') - at(id, '2025-06-30') - at(id, '2025-09-30')
      const sum = at(id, '2025-09-30') + fourth + at(id, '2026-03-31') + at(id, '2026-06-30')
      const expected = sum <= 0 ? null : Number(halfUp(BigInt(close) * 10_000n, BigInt(sum)))
      assert.equal(row.pe_ratio, expected, id)
      const value = book.get(`${id}|${dayOf('2026-06-30')}`)!
      assert.equal(row.pb_ratio, Number(halfUp(BigInt(close) * 10_000n, BigInt(value))), id)
      assert.equal(row.dividend_per_share === null, row.market === 'TWSE')
      if (row.dividend_per_share !== null)
        assert.equal(
          row.dividend_yield,
          Number(halfUp(BigInt(num(row, 'dividend_per_share')) * 100n, BigInt(close))),
          id,
        )
      checked++
    }
    assert.ok(checked > 150)
  })
})

describe('lists', () => {
  test('securities are listed with their market of the day, delisted ones as inactive', () => {
    const rows = new Map(rowsIn(friday, overview).map((row) => [row.stock_id, row]))
    assert.equal(rows.get('2330')!.industry_category, '半導體業')
    assert.equal(rows.get('2888')!.is_active, false)
    assert.equal(rows.get('2888')!.delisting_date, dayOf('2025-07-24'))
    assert.equal(rows.get('4573')!.market, 'ESB')
    const moved = rowsIn(friday, delisting).filter(({ is_transfer }) => is_transfer)
    assert.ok(moved.length > 0)
    for (const { stock_id, market } of moved) {
      assert.equal(market, 'TPEX')
      assert.equal(rows.get(stock_id!)!.is_active, true)
    }
    const chains = rowsIn(friday, companyIndustry).filter(({ classification }) => classification === 'value_chain')
    assert.ok(new Set(chains.map(({ stock_id }) => stock_id)).size > 110)
  })

  test('warrants are coded as the exchanges code them and stay near the price of what they are on', () => {
    const rows = rowsIn(friday, overviewIncludeWarrant).filter(({ security_type }) => security_type === 'warrant')
    assert.ok(rows.length > 350 && rows.length <= 500, String(rows.length))
    const kinds = new Set(rows.map(({ warrant_type }) => warrant_type))
    assert.equal(kinds.size, 4)
    for (const row of rows) {
      assert.match(String(row.stock_id), row.market === 'TWSE' ? /^0[3-8]\d{3}[\dPCB]$/ : /^7[0-3]\d{3}[\dPCB]$/)
      assert.match(String(row.isin_code), /^TW\d{2}Z[\dA-Z]{6}\d$/)
      assert.ok(friday.pathOf(String(row.underlying_stock_id)))
      assert.ok(num(row, 'last_trading_date') < num(row, 'expiration_date'))
      assert.equal(row.is_active, num(row, 'expiration_date') >= newestOf(friday))
      assert.ok(num(row, 'exercise_price') > 0 && num(row, 'exercise_ratio') > 0)
    }
    assert.ok(rows.some(({ is_active }) => !is_active))
  })

  test('convertible bonds follow the rules of their status, value and premium', () => {
    // Bonds run for years.
    const options = { ...optionsThrough(7, '2026-11-13'), eventsFrom: '2019-01-01', movesFrom: '2018-07-02' }
    const rows = rowsOf(createWorld(options, '2026-11-13'), cbOverview)
    const newest = newestOf(friday)
    assert.ok(rows.length > 45 && rows.length < 75, String(rows.length))
    assert.deepEqual([...new Set(rows.map(({ status }) => status))].sort(), ['active', 'matured', 'terminated'])
    assert.ok(rows.some(({ stock_id }) => stock_id === '5483'))
    for (const row of rows) {
      const isGone = row.delisting_date !== null && num(row, 'delisting_date') <= newest
      const isEarly = isGone && num(row, 'delisting_date') < num(row, 'maturity_date')
      const isOver = isGone || num(row, 'maturity_date') < newest
      assert.equal(row.status, isEarly ? 'terminated' : isOver ? 'matured' : 'active')
      assert.ok(String(row.cb_id).startsWith(String(row.stock_id)) && String(row.cb_id).length === 5)
      if (row.status !== 'active') continue
      const value = halfUp(BigInt(num(row, 'underlying_price')) * 1_000_000n, BigInt(num(row, 'conversion_price')))
      assert.equal(row.conversion_value, Number(value))
      const above = (BigInt(num(row, 'reference_price')) - value) * 10_000n
      assert.equal(row.premium_percent, Number(halfUp(above, value)))
    }
  })

  test('halts cover the days on which a share did not trade, with its warrants and bonds', () => {
    const rows = rowsIn(friday, tradingHalt)
    for (const row of rows) {
      if (row.security_type !== 'stock' || row.halt_time !== '08:00:00') continue
      const path = friday.pathOf(String(row.stock_id))!
      const t = friday.calendar.indexOf(num(row, 'halt_date'))!
      assert.equal(path.volume[t], 0)
      if (row.resumption_date !== null) assert.ok(num(row, 'resumption_date') > num(row, 'halt_date'))
    }
    assert.ok(rows.some(({ security_type }) => security_type === 'warrant'))
    assert.ok(rows.some(({ halt_time, security_type }) => security_type === 'stock' && halt_time !== '08:00:00'))
  })
})

describe('what people ask for', () => {
  for (const [seed, through] of [
    [7, '2026-11-13'],
    [1, '2027-02-02'],
  ] as const)
    test(`is there on ${through} with seed ${seed}`, () => {
      const world = seed === 7 ? friday : createWorld(optionsThrough(seed, through), through)
      const newest = newestOf(world)
      const today = rowsOf(world, per, world.through)
      const some = (what: string, rows: readonly unknown[]) => assert.ok(rows.length > 0, what)
      const pe = (row: Row) => (row.pe_ratio === null ? Number.POSITIVE_INFINITY : num(row, 'pe_ratio') / 100)
      const dividendYield = (row: Row) => num(row, 'dividend_yield') / 100
      some(
        'yield over 5 and P/E under 15',
        today.filter((row) => dividendYield(row) > 5 && pe(row) < 15),
      )
      some(
        'under book value and yield of 6',
        today.filter((row) => num(row, 'pb_ratio') < 100 && dividendYield(row) >= 6),
      )
      some(
        'P/E up to 10',
        today.filter((row) => pe(row) <= 10),
      )
      some(
        'losses',
        today.filter((row) => row.pe_ratio === null),
      )

      const revenue = rowsOf(world, monthRevenueTable)
      const months = [...new Set(revenue.map((row) => num(row, 'report_month')))].sort((a, b) => b - a).slice(0, 3)
      const yoy = group(
        revenue.filter((row) => months.includes(num(row, 'report_month'))),
        'stock_id',
      )
      const always = (holds: (percent: number) => boolean) =>
        [...yoy.values()].filter((rows) => rows.length === 3 && rows.every((row) => holds(num(row, 'yoy_percent'))))
      some(
        'three months over 30 %',
        always((percent) => percent > 3_000),
      )
      some(
        'three months below last year',
        always((percent) => percent < 0),
      )

      const payments = rowsOf(world, dividend)
      const isThisMonth = (day: Cell | undefined) =>
        day !== null && yearOf(Number(day)) === yearOf(newest) && monthOf(Number(day)) === monthOf(newest)
      some(
        'ex-dates this month',
        payments.filter(({ cash_ex_date }) => isThisMonth(cash_ex_date)),
      )
      some(
        'ex-dates ahead',
        payments.filter(({ cash_ex_date }) => num({ cash_ex_date: cash_ex_date! }, 'cash_ex_date') > newest),
      )

      const bonds = rowsOf(world, cbOverview)
      const soon = addMonths(newest, 12)
      some(
        'bonds maturing soon',
        bonds.filter((row) => row.status === 'active' && num(row, 'maturity_date') <= soon),
      )
      const warrants = rowsOf(world, overviewIncludeWarrant).filter(({ security_type }) => security_type === 'warrant')
      assert.ok(warrants.length > 350 && warrants.length <= 500, `${warrants.length} warrants`)
    })
})
