import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { allSteps } from '../../../test/support/allSteps.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockMonthPrice } from '../../catalogue/technical/TaiwanStockMonthPrice.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockWeekPrice } from '../../catalogue/technical/TaiwanStockWeekPrice.ts'
import { addDays, dayOf, weekdayOf } from '../../days.ts'
import { derivations } from '../../derive/index.ts'
import { actionDatasets } from '../../derive/ledger.ts'
import type { Fault } from '../../fields.ts'
import { type Cell, createBatch } from '../../lake/batch.ts'
import { openLake } from '../../lake/lake.ts'
import { literal } from '../../lake/schema.ts'
import { openPages } from '../../pages/open.ts'
import { publishPages } from '../../pages/publish.ts'
import { answer, dryRun, type Lender, plan } from '../answer.ts'
import { createLibrary } from '../library.ts'
import { type RawParameters, readParameters } from '../parameters.ts'

/*
 * An oracle of computed rows: after each evening with corrections the real derivations compute all rows again, and they
 * are kept apart. Rows asked for as of an instant must be those of the last evening before it.
 */

const torture = Number(process.env.TORTURE ?? 0)
const days = torture > 0 ? 120 : 24
const instants = torture > 0 ? torture * 30 : 120
const seed = Number(process.env.FUZZ_SEED ?? 11)

const computed: readonly Dataset[] = [TaiwanStockPriceAdj, TaiwanStockWeekPrice, TaiwanStockMonthPrice]
const stored = [TaiwanStockPrice, TaiwanStockTradingDate, ...actionDatasets]
const datasets = [...stored, ...computed]
const stocks = ['0050', '1101', '2330', '6488']

const scratch = mkdtempSync(join(tmpdir(), 'formosa-computed-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const cursorKeys = [randomBytes(32)] as const
const lend: Lender = (size) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

/** Numbers from 0 to 1 that are the same in each run. */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type RowCells = Record<string, Cell>
type Served = Record<string, string | number | null>

test(`computed rows as of ${instants} instants are those of an oracle of ${days} evenings with corrections`, async () => {
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  let clock = new Date()
  const shared = { datasets, memory: '256MB', now: () => clock }
  const lake = openLake({ root: join(scratch, 'lake'), origin: 'demo', ...shared })
  const root = join(scratch, 'pages')
  const library = createLibrary(root)

  function planOf(dataset: Dataset, given: RawParameters) {
    const faults: Fault[] = []
    const parameters = readParameters(dataset, given, faults)
    assert.deepEqual(faults, [])
    return plan(library, cursorKeys, dataset, parameters)
  }
  function pageOf(dataset: Dataset, given: RawParameters): { data: Served[]; cursor: string | null } {
    return JSON.parse(
      allSteps(answer(library, cursorKeys, dataset, 'plus', planOf(dataset, given), lend, false)).bytes.toString(),
    )
  }
  function allOf(dataset: Dataset, given: RawParameters): Served[] {
    const rows: Served[] = []
    for (let page = pageOf(dataset, given); ; page = pageOf(dataset, { cursor: page.cursor! })) {
      rows.push(...page.data)
      if (page.cursor === null) return rows
    }
  }

  /** Close of each stock on its last day with one, in ten-thousandths. */
  const closes = new Map(stocks.map((stock) => [stock, 1_000_000]))
  const prices = new Map<string, RowCells>()
  const actions = new Map<Dataset, Map<string, RowCells>>(actionDatasets.map((dataset) => [dataset, new Map()]))

  function priceOf(stock_id: string, trade_date: number, reference: number): RowCells {
    const base = {
      stock_id,
      trade_date,
      volume: between(0, 9e6),
      turnover: between(0, 9e9),
      trade_count: between(0, 99),
    }
    if (chance(0.1)) return { ...base, open: null, high: null, low: null, close: null, spread: null }
    const [open, close] = [reference + between(-9_999, 9_999), reference + between(-9_999, 9_999)]
    const [high, low] = [Math.max(open, close) + between(0, 500), Math.min(open, close) - between(0, 500)]
    // A change that was not printed, or that is measured from another price, tells of a missing event.
    const spread = chance(0.04) ? null : close - reference - (chance(0.04) ? 1_000 : 0)
    return { ...base, open: chance(0.05) ? null : open, high, low, close, spread }
  }

  /** The rows of each evening, by dataset. */
  const log: { at: number; rows: Map<Dataset, Served[]> }[] = []
  let date = '2026-01-05'
  for (let evening = 0; evening < days; evening++, date = addDays(date, 1)) {
    const today = dayOf(date)
    clock = new Date(Date.parse(`${date}T10:00:00Z`) + Math.floor(random() * 3_600_000))
    const isOpen = weekdayOf(today) < 6 && !chance(0.05)
    const version = await lake.change({ through: date, maker: {} }, async (draft) => {
      const calendar = createBatch(TaiwanStockTradingDate)
      if (isOpen) calendar.push({ trade_date: today, weekday: weekdayOf(today), is_scheduled: 0, note: null } as never)
      if (chance(0.1)) {
        const next = today + between(1, 3)
        calendar.push({ trade_date: next, weekday: weekdayOf(next), is_scheduled: 1, note: null } as never)
      }
      await draft.upsert(TaiwanStockTradingDate, calendar)

      const changed: Map<Dataset, RowCells[]> = new Map(actionDatasets.map((dataset) => [dataset, []]))
      const withdrawn: Map<Dataset, RowCells[]> = new Map()
      const put = (dataset: Dataset, row: RowCells) => {
        actions.get(dataset)!.set(`${row.stock_id} ${row[dataset.date]}`, row)
        changed.get(dataset)!.push(row)
      }
      const batch = createBatch(TaiwanStockPrice)
      const putPrice = (row: RowCells) => {
        prices.set(`${row.stock_id} ${row.trade_date}`, row)
        batch.push(row as never)
      }
      for (const [i, stock_id] of stocks.entries()) {
        const before = closes.get(stock_id)!
        let reference = before
        if (chance(0.12)) {
          reference = before - between(1_000, 90_000)
          const dataset = chance(0.7) ? TaiwanStockDividendResult : TaiwanStockSplitPrice
          const row: RowCells = {
            ...Object.fromEntries(Object.keys(dataset.columns).map((name) => [name, null])),
            ...{ stock_id, market: 'TWSE', event_type: 'dividend', split_type: 'split', close_before: before },
            reference_price: chance(0.05) ? null : reference,
            // An event on a closed day takes effect on the next one; one that comes later explains a day again.
            [dataset.date]: today - (chance(0.2) ? 1 : 0),
          }
          if (!chance(0.1))
            put(dataset, Object.fromEntries(Object.keys(dataset.columns).map((name) => [name, row[name]!])))
        }
        // A stock is listed later, and one has days without any row.
        if (!isOpen || (i === 3 && evening < 5) || chance(0.05)) continue
        const row = priceOf(stock_id, today, reference)
        putPrice(row)
        if (row.close !== null) closes.set(stock_id, row.close as number)
      }
      const gone: RowCells[] = []
      for (const [key, row] of [...prices]) {
        if (row.trade_date === today || !chance(0.03)) continue
        if (chance(0.3)) {
          prices.delete(key)
          gone.push(row)
        } else
          putPrice(
            chance(0.5) ? priceOf(row.stock_id as string, row.trade_date as number, 900_000) : { ...row, volume: 1 },
          )
      }
      for (const dataset of actionDatasets)
        for (const [key, row] of [...actions.get(dataset)!]) {
          if (changed.get(dataset)!.includes(row) || !chance(0.06)) continue
          if (chance(0.4)) {
            actions.get(dataset)!.delete(key)
            withdrawn.set(dataset, [...(withdrawn.get(dataset) ?? []), row])
          } else put(dataset, { ...row, reference_price: between(500_000, 900_000) })
        }
      const whereOf = (dataset: Dataset, rows: readonly RowCells[]): string | null =>
        rows
          .map((row) => {
            const day = addDays('1970-01-01', row[dataset.date] as number)
            return `(stock_id = ${literal(String(row.stock_id))} AND ${dataset.date} = DATE ${literal(day)})`
          })
          .join(' OR ') || null
      await draft.upsert(TaiwanStockPrice, batch, whereOf(TaiwanStockPrice, gone))
      for (const dataset of actionDatasets) {
        const own = createBatch(dataset)
        for (const row of changed.get(dataset)!) own.push(row as never)
        await draft.upsert(dataset, own, whereOf(dataset, withdrawn.get(dataset) ?? []))
      }
      for (const { dataset, from, rows } of derivations)
        if (computed.includes(dataset)) {
          const tables = draft.reading(from)
          await tables.replace(dataset, await rows(tables, null))
        }
    })
    const made = await publishPages({ root, ...shared }, version!)
    library.replace(openPages(made))
    const rows = new Map(computed.map((dataset) => [dataset, allOf(dataset, { limit: '10000' })]))
    log.push({ at: clock.getTime(), rows })
  }

  const counted = { different: 0, unknown: 0, adjusted: 0 }
  const last = log.at(-1)!
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: log[0]!.at - 86_400_000, max: clock.getTime() }),
      fc.constantFrom(...computed),
      fc.constantFrom(1, 3, 1_000),
      fc.boolean(),
      fc.subarray(stocks, { minLength: 1 }),
      fc.boolean(),
      fc.option(fc.integer({ min: 0, max: days })),
      fc.option(fc.integer({ min: 0, max: days })),
      async (instant, dataset, limit, isAscending, ids, isShown, from, length) => {
        const start = from === null ? null : addDays('2026-01-01', from)
        const end = length === null ? null : addDays(start ?? '2026-01-01', length)
        const expected = (log.findLast(({ at }) => at <= instant)?.rows.get(dataset) ?? []).filter((row) => {
          const day = row[dataset.date] as string
          return (
            ids.includes(row.stock_id as string) && (start === null || day >= start) && (end === null || day <= end)
          )
        })
        const given = {
          ...{ stock_id: ids.join(), as_of: new Date(instant).toISOString(), limit: String(limit) },
          ...(start === null ? {} : { start_date: start }),
          ...(end === null ? {} : { end_date: end }),
          ...(isAscending ? { sort: 'asc' } : {}),
          ...(isShown ? { include: 'known' } : {}),
        }
        const rows = allOf(dataset, given)
        const plain = rows.map(({ known_at, known_by, ...row }) => {
          if (isShown) {
            assert.equal(known_by, 'observed')
            assert.ok(Date.parse(String(known_at)) <= instant)
          }
          return row
        })
        assert.deepEqual(plain, isAscending ? expected.toReversed() : expected)
        assert.equal(allSteps(dryRun(library, planOf(dataset, given))).rows, rows.length)
        const today = new Set(last.rows.get(dataset)!.map((row) => JSON.stringify(row)))
        if (expected.some((row) => !today.has(JSON.stringify(row)))) counted.different++
        if (expected.some((row) => row.adjustment_factor === null)) counted.unknown++
        if (expected.some((row) => ![undefined, null, '1.000000'].includes(row.adjustment_factor as string)))
          counted.adjusted++
      },
    ),
    { numRuns: instants, seed },
  )
  for (const [what, times] of Object.entries(counted)) assert.ok(times > 5, `${what}: ${times}`)

  // Without an instant the rows are those of today.
  for (const dataset of computed)
    for (const stock_id of stocks) {
      const rows = allOf(dataset, { stock_id, include: 'known', limit: '10000' })
      assert.deepEqual(
        rows.map(({ known_at, known_by, ...row }) => row),
        last.rows.get(dataset)!.filter((row) => row.stock_id === stock_id),
      )
      assert.deepEqual(allOf(dataset, { stock_id, known_by: 'observed', limit: '10000' }).length, rows.length)
      assert.deepEqual(allOf(dataset, { stock_id, known_by: 'filed,deadline,unknown' }), [])
    }
})
