/** Compares what investors know of the market, and the simulated prices, with the recorded ones; prints two markdown tables. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dayOf } from '../src/days.ts'
import { type Path, traded } from '../src/market/path.ts'
import { createWorld, defaultOptions } from '../src/market/world.ts'
import { factsOf } from '../test/support/marketFacts.ts'
import { statisticsOf } from './measures.ts'
import type { Series } from './statistics.ts'

const folder = resolve(import.meta.dirname, '../../shared/samples/history')
const files = { market: 'daily_market_20250701_20260724.csv.gz', long: 'daily_long_2015_2026.csv.gz' }
const seed = Number(process.argv[2] ?? 1)
const through = '2026-07-24'
const world = createWorld(defaultOptions(seed, through), through)

console.log(`Seed ${seed}, through ${through}.\n`)
console.log('| figure | recorded | simulated | sim/real | source |\n|---|---|---|---|---|')
for (const { what, recorded, simulated, source } of factsOf(world)) {
  const ratio = recorded === 0 ? '' : `x ${(simulated / recorded).toFixed(2)}`
  console.log(`| ${what} | ${recorded} | ${Number(simulated.toPrecision(3))} | ${ratio} | ${source} |`)
}

for (const file of Object.values(files))
  if (!existsSync(`${folder}/${file}`)) {
    console.log(`\nNo recorded prices at ${folder}/${file}: there is nothing to compare daily bars with.`)
    process.exit(0)
  }

/** The limits were 7 % before. */
const since = dayOf('2015-06-01')

const empty = (id: string, shares: number): Series => ({
  id,
  shares,
  day: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  trades: [],
})

function readReal(file: string, paths: ReadonlyMap<string, Path>): Map<string, Series> {
  const all = new Map<string, Series>()
  const lines = gunzipSync(readFileSync(`${folder}/${file}`))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
  for (const line of lines) {
    const [id, date, open, high, low, close, volume, , trades] = line.split(',')
    const day = dayOf(date!)
    if (!paths.has(id!) || day < since || !(Number(close) > 0)) continue
    const series = all.get(id!) ?? empty(id!, paths.get(id!)!.security.shares)
    all.set(id!, series)
    series.day.push(day)
    for (const [list, text] of [
      [series.open, open],
      [series.high, high],
      [series.low, low],
      [series.close, close],
    ] as const)
      list.push(Math.round(Number(text) * 100))
    series.volume.push(Number(volume))
    series.trades.push(Number(trades))
  }
  return all
}

function simulated(path: Path, from: number, to: number): Series {
  const series = empty(path.security.id, path.security.shares)
  for (let t = Math.max(from, path.first); t <= Math.min(to, path.last); t++) {
    if (path.status[t] !== traded) continue
    series.day.push(world.calendar.days[t]!)
    for (const name of ['open', 'high', 'low', 'close', 'volume', 'trades'] as const) series[name].push(path[name][t]!)
  }
  return series
}

const stocks = new Map(
  world.paths
    .filter(({ security, first, last }) => security.type === 'stock' && last >= first)
    .map((path) => [path.security.id, path]),
)
const lines: string[] = []
for (const [name, file] of Object.entries(files)) {
  const real = readReal(file, stocks)
  const enough = name === 'long' ? 1_200 : 200
  const ids = [...real.values()].filter(({ day }) => day.length >= enough).map(({ id }) => id)
  const years = name === 'long' ? 1 : 3
  // A year at a time where the recording is a year long: autocorrelations of short series lean low.
  const span = name === 'long' ? world.through + 1 : 260
  const groups = Array.from({ length: years }, (_, i) =>
    ids
      .map((id) => simulated(stocks.get(id)!, world.through - span * (i + 1) + 1, world.through - span * i))
      .filter(({ day }) => day.length >= enough),
  )
  const theirs = statisticsOf([ids.map((id) => real.get(id)!)])
  const ours = statisticsOf(groups)
  lines.push(`| **${name}: ${ids.length} stocks, ${file}** | real | simulated | sim/real or sim-real |`)
  for (const [i, { name: label, value, digits, isLevel }] of theirs.entries()) {
    const mine = ours[i]!.value
    const compared = isLevel
      ? `x ${(mine / value).toFixed(2)}`
      : `${mine >= value ? '+' : ''}${(mine - value).toFixed(digits)}`
    lines.push(`| ${label} | ${value.toFixed(digits)} | ${mine.toFixed(digits)} | ${compared} |`)
  }
}
console.log('\nMoves beyond 11 % are left out on both sides.\n')
console.log(`| statistic | real | simulated | ratio or difference |\n|---|---|---|---|\n${lines.join('\n')}`)
