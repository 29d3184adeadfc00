import type { Context } from '../../context.ts'
import { dayOf, numeric, text } from '../../fetched.ts'
import { plot } from '../../figures/plot.ts'
import { rankedBar, rankedRow } from '../../figures/strips.ts'
import { amount, number } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { fearGreedBlock } from '../../parts/dayBlocks.ts'
import { heatMap, ramp } from '../../parts/heatMap.ts'
import { datasetModule, module, withRows } from '../../parts/module.ts'
import { gainersOf, losersOf, moversTable } from '../../parts/movers.ts'
import type { Move } from '../../today.ts'
import type { MarketData } from './data.ts'

export const sectorsModule = (context: Context, { sectors }: MarketData, of: 'TWSE' | 'TPEX'): Html =>
  module(context, {
    title: context.words.market.sectorsOf(context.words.names.markets[of]!),
    width: 12,
    meta: context.words.day.sectorsMeta,
    tools: ramp,
    body: withRows(context, sectors, (rows) => heatMap(context, rows, of)),
    source: sectors.line,
  })

export function moversModules(context: Context, { prices }: MarketData, moves: readonly Move[]): Html {
  const { words, language } = context
  const { day, market } = words
  const turnover = new Map(prices.rows.map((row) => [text(row.stock_id), numeric(row.turnover)]))
  const traded = moves.toSorted((a, b) => (turnover.get(b.id) ?? 0) - (turnover.get(a.id) ?? 0)).slice(0, 10)
  const one = (title: string, table: Html): Html =>
    module(context, { title, width: 4, body: withRows(context, prices, () => table), source: prices.line })
  return html`${one(day.gainers, moversTable(context, day.gainers, gainersOf(moves, 10)))}
${one(day.losers, moversTable(context, day.losers, losersOf(moves, 10)))}
${one(
  market.mostTraded,
  moversTable(context, market.mostTraded, traded, {
    label: market.turnoverHead,
    value: ({ id }) => amount(turnover.get(id) ?? null, language),
  }),
)}`
}

export function fearGreedModule(context: Context, { fearGreed }: MarketData): Html {
  const { market, day } = context.words
  const texts = { title: market.fearGreed, meta: market.fearGreedMeta }
  return datasetModule(
    context,
    'TaiwanFearAndGreedIndex',
    fearGreed,
    texts,
    (rows) => html`${fearGreedBlock(context, fearGreed)}
${plot(market.fearGreed, rows.toReversed(), dayOf, [
  { label: day.fearGreed, unit: '', digits: 1, form: 'line', value: (row) => numeric(row.fear_greed_score) },
])}
${Object.entries(market.parts).map(([column, label]) => {
  const score = numeric(rows[0]?.[column])
  return rankedRow(label, rankedBar(score ?? 0, 100), number(score, 1))
})}`,
  )
}
