import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { catalogue } from '../../src/catalogue/index.ts'
import { type Lake, openLake, type Version } from '../../src/lake/lake.ts'
import { openReader, type Reader } from '../../src/lake/reader.ts'
import { buildMarket } from '../../src/market/build.ts'
import { defaultOptions } from '../../src/market/world.ts'
import { builtThrough, copyOfLake } from './fixture.ts'

/** Rules that the published rows of whole markets keep, asked in SQL as a user would. */

type Case = { readonly seed: number; readonly from: string; readonly eventsFrom: string; readonly through: string }
export type Market = Case & {
  readonly version: Version
  readonly reader: Reader
}

/** The small market of all tests: it holds every kind of corporate action, a typhoon, a New Year and a filing season. */
const fixture: Case = { seed: 1, from: '2025-12-01', eventsFrom: '2025-01-01', through: builtThrough }
/** Markets of other seeds with longer histories of the companies; `npm run torture` asks for them. */
const others: readonly Case[] = [
  { seed: 7, from: '2026-03-02', eventsFrom: '2019-01-01', through: '2026-11-13' },
  { seed: 42, from: '2026-02-02', eventsFrom: '2023-01-01', through: '2026-08-21' },
]
const isLong = process.env.TORTURE !== undefined

export const root = mkdtempSync(join(tmpdir(), 'formosa-market-'))
export const scratch = join(root, 'spill')
const opened: Market[] = []
export const markets = (): readonly Market[] => opened
const now = () => new Date('2026-12-01T10:00:00Z')

const open = (folder: string): Lake =>
  openLake({ root: folder, origin: 'demo', datasets: catalogue, now, memory: '1GB' })

before(async () => {
  const home = await copyOfLake(join(root, 'home'))
  const built = [{ ...fixture, version: (await open(join(home, 'demo/lake')).current())! }]
  for (const one of isLong ? others : []) {
    const { seed, from, eventsFrom, through } = one
    const options = { ...defaultOptions(seed, through), from, eventsFrom }
    const lake = open(join(root, String(seed)))
    built.push({ ...one, version: await buildMarket({ lake, now, seed, through, options }) })
  }
  for (const one of built)
    opened.push({ ...one, reader: await openReader(one.version, catalogue, { memory: '1GB', scratch }) })
})

after(() => {
  for (const { reader } of opened) reader.close()
  rmSync(root, { recursive: true, force: true })
})

export const rowsOf = async ({ reader }: Market, sql: string): Promise<unknown[][]> => (await reader.select(sql)).rows

/** The rows of a query whose column `ok` is not true are the exceptions to a rule; returns how many it was put to. */
export async function assertAlways(market: Market, sql: string, what = ''): Promise<number> {
  const [[count, bad]] = (await rowsOf(
    market,
    `SELECT count(*)::INTEGER, (count(*) FILTER (WHERE ok IS DISTINCT FROM true))::INTEGER FROM (${sql})`,
  )) as [[number, number]]
  if (bad > 0) {
    const { columns, rows } = await market.reader.select(`FROM (${sql}) WHERE ok IS DISTINCT FROM true LIMIT 5`)
    const shown = rows.map((row) => row.map((cell, i) => `${columns[i]} ${cell}`).join(', ')).join('\n')
    assert.fail(`${what} seed ${market.seed}: ${bad} of ${count} rows break the rule, e.g.\n${shown}`)
  }
  return count
}

/** A rule of every market; `least` rows of the small market at least must have been there to keep it. */
export const always = (name: string, least: number, sql: string | ((market: Market) => string)) =>
  test(name, async () => {
    let count = 0
    for (const market of opened) count += await assertAlways(market, typeof sql === 'string' ? sql : sql(market))
    assert.ok(count >= least, `the rule was put to ${count} rows only`)
  })

/** A rule written in TypeScript, checked for every market. */
export const everywhere = (name: string, rule: (market: Market) => Promise<void>) =>
  test(name, async () => {
    for (const market of opened) await rule(market)
  })

export const cents = (price: string) => `CAST(${price} * 100 AS BIGINT)`
/** `n / d` rounded half-up, of whole numbers that are not negative. */
export const halfUp = (n: string, d: string) => `((2 * (${n}) + (${d})) // (2 * (${d})))`
/** The step of a price in cents, by the exchange's table. */
export const step = (price: string) => `CASE
  WHEN security_type IN ('etf', 'etn', 'reit') THEN CASE WHEN ${price} < 50 THEN 1 ELSE 5 END
  WHEN ${price} < 10 THEN 1 WHEN ${price} < 50 THEN 5 WHEN ${price} < 100 THEN 10
  WHEN ${price} < 500 THEN 50 WHEN ${price} < 1000 THEN 100 ELSE 500 END`
export const onStep = (price: string) =>
  `(${price} IS NULL OR (${cents(price)} % (${step(price)}) = 0 AND ${cents(price)} = ${price} * 100))`

/** Corporate actions of every kind with what each did to the number of shares and to the money in the company. */
export const actions = `action AS (
  SELECT stock_id, ex_date AS trade_date, 'distribution' AS kind, close_before, reference_price,
    opening_reference_price, limit_up, limit_down,
    1 + (stock_dividend_per_1000 + coalesce(rights_issue_per_1000, 0))::DOUBLE / 1000 AS ratio,
    cash_dividend::DOUBLE AS cash, 0 AS refund,
    coalesce(rights_issue_price * rights_issue_per_1000 / 1000, 0)::DOUBLE AS paid
  FROM TaiwanStockDividendResult
  UNION ALL SELECT stock_id, resumption_date, 'reduction', close_before, reference_price, opening_reference_price,
    limit_up, limit_down, shares_per_1000::DOUBLE / 1000, 0, refund_per_share::DOUBLE, 0
  FROM TaiwanStockCapitalReductionReferencePrice
  UNION ALL SELECT stock_id, resumption_date, 'split', close_before, reference_price, opening_reference_price,
    limit_up, limit_down, split_ratio::DOUBLE, 0, 0, 0 FROM TaiwanStockSplitPrice
  UNION ALL SELECT stock_id, resumption_date, 'par', close_before, reference_price, opening_reference_price,
    limit_up, limit_down,
    -- The listed market prints no ratio, so the published one is that of two rounded prices.
    CASE WHEN par_value_before IS NULL THEN round(exchange_ratio::DOUBLE) ELSE exchange_ratio::DOUBLE END, 0, 0, 0
  FROM TaiwanStockChangeFaceReference
)`

/** Every listed day of a security: its close or, where it did not trade, what it was carried at; and the day before. */
export const carried = `listed AS (
  SELECT stock_id, trade_date, p.close, l.reference_price, coalesce(p.close, l.reference_price) AS price,
    l.limit_up, l.limit_down
  FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l USING (stock_id, trade_date)
), carried AS (
  SELECT *, lag(price) OVER stock AS price_before, lag(trade_date) OVER stock AS day_before
  FROM listed WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)
)`
