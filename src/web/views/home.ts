import { type Dataset, type Tier, tiers } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Fetched, numeric, text } from '../fetched.ts'
import { amount, arrow, direction, number, percent, weekday } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { block } from '../parts/block.ts'
import { rowTable } from '../parts/cells.ts'
import { breadthBlock, fearGreedBlock, institutionsBlock, intradayFigure } from '../parts/dayBlocks.ts'
import { heatMap, ramp } from '../parts/heatMap.ts'
import { copyButton, module, sourceLine, withRows } from '../parts/module.ts'
import { gainersOf, losersOf, moversTable } from '../parts/movers.ts'
import { searchField } from '../parts/searchField.ts'
import { changeOf, companyNames, type Move, movesOf } from '../today.ts'

/** `ticks` is the index of the day in steps of five seconds; `sample` has rows that need no key. */
type HomeRows =
  | 'indices'
  | 'ticks'
  | 'prices'
  | 'limits'
  | 'overview'
  | 'institutions'
  | 'fearGreed'
  | 'sectors'
  | 'sample'

export type HomeData = {
  readonly datasets: readonly Dataset[]
  readonly plans: Readonly<Record<Tier, { readonly callsPerHour: number; readonly twdPerMonth: number }>>
  readonly sampleDataset: Dataset
  /** True where readers can buy a plan. */
  readonly isSold: boolean
  /** The price of a paid call; null where agents cannot pay. */
  readonly agentPrice: string | null
} & Readonly<Record<HomeRows, Fetched>>

const categoryLinks = ({ words, root }: Context, datasets: readonly Dataset[]): Html => {
  const counts = Map.groupBy(datasets, ({ category }) => category)
  return html`<p class="categories">${[...counts].map(
    ([category, found]) =>
      html`<a class="one-line" href="${root}datasets?category=${category}">${words.frame.categories[category]} <span class="dim">${found.length}</span></a>`,
  )}</p>`
}

function indexModule(context: Context, { indices, ticks }: HomeData): Html {
  const { words, language } = context
  const [taiex, tpex] = ['TAIEX', 'TPEX'].map((id) => indices.rows.find((row) => row.stock_id === id))
  const day = text(taiex?.trade_date)
  const { change, share } = changeOf(taiex)
  const other = changeOf(tpex)
  const close = numeric(taiex?.close)
  return module(context, {
    title: words.home.market,
    width: 8,
    meta: day === '' ? null : words.home.closed(day, weekday(day, language)),
    body: html`${withRows(
      context,
      indices,
      () =>
        html`<div class="quote"><span>${words.day.taiex}</span><span class="large">${number(close, 2)}</span><span class="change ${direction(change)}">${arrow(change)} ${percent(share)}</span><span class="dim end">${words.day.tpex} ${number(numeric(tpex?.close), 2)} <span class="one-line ${direction(other.change)}">${arrow(other.change)} ${percent(other.share)}</span></span></div>`,
    )}
${withRows(context, ticks, () => intradayFigure(context, words.day.intraday, words.day.taiex, ticks, taiex))}`,
    source: [indices.line, ticks.line],
  })
}

function turnoverBlock({ words, language }: Context, indices: Fetched): Html | null {
  const days = indices.rows.filter((row) => row.stock_id === 'TAIEX').map((row) => numeric(row.turnover) ?? 0)
  const [today, ...before] = days
  if (today === undefined || before.length < 20) return null
  const mean = before.slice(0, 20).reduce((sum, value) => sum + value, 0) / 20
  return block(
    words.day.turnover,
    amount(today, language),
    html`<div class="ends dim"><span>${words.day.mean(amount(mean, language))}</span><span>${percent((100 * today) / mean - 100, 1)}</span></div>`,
  )
}

function numbersModule(context: Context, data: HomeData, moves: readonly Move[]): Html {
  const { prices, limits, indices, institutions, fearGreed } = data
  return module(context, {
    title: context.words.home.numbers,
    width: 4,
    body: html`${withRows(context, prices, () => breadthBlock(context, moves, limits))}${turnoverBlock(context, indices)}${institutionsBlock(context, institutions)}${fearGreedBlock(context, fearGreed)}`,
    source: [prices.line, institutions.line, fearGreed.line],
  })
}

const sectorsModule = (context: Context, { sectors }: HomeData): Html =>
  module(context, {
    title: context.words.day.sectors,
    width: 8,
    meta: context.words.day.sectorsMeta,
    tools: ramp,
    body: withRows(context, sectors, (rows) => heatMap(context, rows, 'TWSE')),
    source: sectors.line,
  })

function moversModule(context: Context, { prices }: HomeData, moves: readonly Move[]): Html {
  const { day } = context.words
  return module(context, {
    title: day.movers,
    width: 4,
    body: withRows(
      context,
      prices,
      () =>
        html`${moversTable(context, day.gainers, gainersOf(moves, 5))}<div class="spaced">${moversTable(context, day.losers, losersOf(moves, 5))}</div>`,
    ),
    source: prices.line,
  })
}

function lineModule(context: Context, { sample, sampleDataset }: HomeData): Html {
  const { words, siteUrl, root } = context
  const path = sample.line.replace('GET ', '')
  return module(context, {
    title: words.home.line,
    width: 12,
    meta: words.home.lineMeta,
    body: html`<div class="beside"><div><pre class="code wrapped" id="first-line">curl "${siteUrl}${path}"</pre><p class="source"><span>${words.home.units}</span>${copyButton(context, 'first-line')}</p>
<p class="prose spaced">${words.home.lineMore} <a href="${root}account">${words.home.getKey}</a></p>
<p class="prose spaced">${words.home.questionsText} <a href="${root}ask">${words.home.questions}</a></p></div>
<div>${withRows(context, sample, (rows) => rowTable(words.frame.table, sampleDataset.columns, rows))}</div></div>`,
  })
}

function plansModule(context: Context, { plans, datasets, isSold }: HomeData): Html {
  const { words, root } = context
  const opened = (tier: Tier): number =>
    datasets.filter((dataset) => tiers.indexOf(dataset.tier) <= tiers.indexOf(tier)).length
  const row = (label: string, value: (tier: Tier) => Piece): Html =>
    html`<tr><th scope="row">${label}</th>${tiers.map((tier) => html`<td class="number">${value(tier)}</td>`)}</tr>`
  const mark = (isIncluded: boolean): Piece => (isIncluded ? '✓' : html`<span class="dim">–</span>`)
  return module(context, {
    title: words.home.plans,
    width: 8,
    id: 'plans',
    meta: words.home.plansMeta,
    body: html`<div class="scroll" tabindex="0" role="region" aria-label="${words.home.plans}"><table class="plans"><thead><tr><th scope="col"><span class="unseen">${words.home.plans}</span></th>${tiers.map((tier) => html`<th scope="col" class="number">${words.frame.tiers[tier]}</th>`)}</tr></thead><tbody>
${row(words.home.perMonth, (tier) => `NT$${number(plans[tier].twdPerMonth)}`)}
${row(words.home.callsPerHour, (tier) => number(plans[tier].callsPerHour))}
${row(words.home.datasets, (tier) => number(opened(tier)))}
${row(words.home.prices, (tier) => mark(tier !== 'free'))}
${row(words.home.fiveSeconds, (tier) => mark(tier === 'plus'))}
</tbody></table></div>
<p class="actions spaced"><a class="button main-action" href="${root}account">${words.home.getKey}</a><span class="dim small">${words.home.noCard}${isSold ? null : ` · ${words.home.notSold}`}</span></p>`,
    source: 'GET /v1/plans',
  })
}

const agentsModule = (context: Context, { agentPrice, sampleDataset }: HomeData): Html => {
  const { words, root } = context
  return module(context, {
    title: words.home.agents,
    width: 4,
    body: html`<p class="prose">${words.home.agentsText} <a href="${root}agents">${words.home.agentsMore}</a></p>
${
  agentPrice === null
    ? null
    : html`<pre class="code spaced">GET /v1/agent/${sampleDataset.name}
402 ${agentPrice}, x402 exact</pre>`
}
${sourceLine(context, 'GET /llms.txt')}`,
  })
}

const datasetSearch = (context: Context, count: number): Html => {
  const { home, frame } = context.words
  return searchField(context, {
    ...{ page: 'datasets', entries: 'datasets.json', base: 'datasets/', isForm: true },
    ...{ label: home.search, hint: home.searchHint(count) },
    elsewhere: { page: 'stocks', label: frame.inStocks },
  })
}

export function homeView(context: Context, data: HomeData): Document {
  const { words } = context
  const moves = movesOf(data.prices.rows, companyNames(data.overview.rows))
  return {
    title: words.home.title,
    description: words.home.description,
    section: null,
    body: html`<div class="hero"><h1>${words.home.claim}</h1><div>${datasetSearch(context, data.datasets.length)}${categoryLinks(context, data.datasets)}</div></div>
<div class="grid">
${indexModule(context, data)}
${numbersModule(context, data, moves)}
${sectorsModule(context, data)}
${moversModule(context, data, moves)}
${lineModule(context, data)}
${plansModule(context, data)}
${agentsModule(context, data)}
</div>`,
  }
}
