import { type Dataset, type Tier, tiers } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { figure } from '../figures/draw.ts'
import { heatOf, scale, signedBar, split } from '../figures/strips.ts'
import { amount, arrow, direction, number, percent, signedAmount, weekday } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { rowTable } from '../parts/cells.ts'
import { type Fetched, numeric, type Row, text } from '../parts/fetched.ts'
import { copyButton, module, sourceLine, withRows } from '../parts/module.ts'
import { searchField } from '../parts/searchField.ts'
import { breadthOf, companyNames, type Move, movesOf, sectorsOf, thinned } from '../today.ts'

export type HomeData = {
  readonly datasets: readonly Dataset[]
  readonly plans: Readonly<Record<Tier, { readonly callsPerHour: number; readonly twdPerMonth: number }>>
  /** The daily rows of the indices, newest first. */
  readonly indices: Fetched
  /** The index of the day in steps of five seconds. */
  readonly ticks: Fetched
  readonly prices: Fetched
  readonly limits: Fetched
  readonly overview: Fetched
  readonly institutions: Fetched
  readonly fearGreed: Fetched
  readonly sectors: Fetched
  /** Rows that need no key. */
  readonly sample: Fetched
  readonly sampleDataset: Dataset
  /** The price of a paid call in USDC; null where agents cannot pay. */
  readonly agentPrice: string | null
}

const categoryLinks = ({ words, root }: Context, datasets: readonly Dataset[]): Html => {
  const counts = Map.groupBy(datasets, ({ category }) => category)
  return html`<p class="categories">${[...counts].map(
    ([category, found]) =>
      html`<a class="one-line" href="${root}datasets?category=${category}">${words.frame.categories[category]} <span class="dim">${found.length}</span></a>`,
  )}</p>`
}

const changeOf = (row: Row | undefined): { change: number | null; share: number | null } => {
  const close = numeric(row?.close)
  const change = numeric(row?.spread)
  return { change, share: close === null || change === null ? null : (100 * change) / (close - change) }
}

function indexModule(context: Context, { indices, ticks }: HomeData): Html {
  const { words, language } = context
  const [taiex, tpex] = ['TAIEX', 'TPEX'].map((id) => indices.rows.find((row) => row.stock_id === id))
  const day = text(taiex?.trade_date)
  const { change, share } = changeOf(taiex)
  const other = changeOf(tpex)
  const close = numeric(taiex?.close)
  const points = thinned(ticks.rows, 12)
  return module(context, {
    title: words.home.market,
    width: 8,
    meta: day === '' ? null : words.home.closed(day, weekday(day, language)),
    body: html`${withRows(
      context,
      indices,
      () =>
        html`<div class="quote"><span>${words.home.taiex}</span><span class="large">${number(close, 2)}</span><span class="change ${direction(change)}">${arrow(change)} ${percent(share)}</span><span class="dim end">${words.home.tpex} ${number(numeric(tpex?.close), 2)} <span class="one-line ${direction(other.change)}">${arrow(other.change)} ${percent(other.share)}</span></span></div>`,
    )}
${withRows(context, ticks, () =>
  figure({
    kind: 'series',
    label: words.home.intraday,
    points: points.map((row) => text(row.trade_time).slice(0, 5)),
    series: [
      {
        ...{ label: words.home.taiex, unit: '', digits: 2, form: 'trend' as const },
        values: points.map((row) => numeric(row.index_value)),
      },
    ],
    ...(close === null || change === null ? {} : { base: { label: words.home.previousClose, value: close - change } }),
  }),
)}`,
    source: [indices.line, ticks.line],
  })
}

/** A label with its figure, and a picture or a second line below. */
const block = (label: Piece, value: Piece, more: Piece): Html =>
  html`<div class="block"><h3><span>${label}</span><b>${value}</b></h3>${more}</div>`

function breadthBlock(context: Context, moves: readonly Move[], limits: Fetched): Html {
  const { home } = context.words
  const { total, up, flat, down, limitUp, limitDown } = breadthOf(moves, limits.rows)
  return html`<div class="block"><h3><span>${home.breadth}</span><span>${home.stocks(number(total))}</span></h3>${split(
    [
      { size: up, kind: 'u' },
      { size: flat, kind: 'rest' },
      { size: down, kind: 'd' },
    ],
    home.breadthText(up, flat, down),
  )}<div class="ends"><span class="up">▲ ${up} <span class="dim">${home.limitUp(limitUp)}</span></span><span class="dim">${home.flat(flat)}</span><span class="down"><span class="dim">${home.limitDown(limitDown)}</span> ▼ ${down}</span></div></div>`
}

function turnoverBlock({ words, language }: Context, indices: Fetched): Html | null {
  const days = indices.rows.filter((row) => row.stock_id === 'TAIEX').map((row) => numeric(row.turnover) ?? 0)
  const [today, ...before] = days
  if (today === undefined || before.length < 20) return null
  const mean = before.slice(0, 20).reduce((sum, value) => sum + value, 0) / 20
  return block(
    words.home.turnover,
    amount(today, language),
    html`<div class="ends dim"><span>${words.home.mean(amount(mean, language))}</span><span>${percent((100 * today) / mean - 100, 1)}</span></div>`,
  )
}

/** The markets together: their rows of the newest day are added. */
function institutionsBlock({ words, language }: Context, { rows }: Fetched): Html | null {
  const day = rows[0]?.trade_date
  if (day === undefined) return null
  const today = rows.filter(({ trade_date }) => trade_date === day)
  const sum = (column: string): number => today.reduce((total, row) => total + (numeric(row[column]) ?? 0), 0)
  const parts = [
    [words.home.foreign, sum('foreign_investor_net_amount') + sum('foreign_dealer_net_amount')],
    [words.home.trust, sum('investment_trust_net_amount')],
    [words.home.dealers, sum('dealer_net_amount')],
  ] as const
  const most = Math.max(...parts.map(([, value]) => Math.abs(value)))
  return block(
    words.home.institutions,
    signedAmount(sum('total_net_amount'), language),
    parts.map(
      ([label, value]) =>
        html`<div class="flow"><span>${label}</span>${signedBar(value, most)}<span class="number ${direction(value)}">${signedAmount(value, language)}</span></div>`,
    ),
  )
}

function fearGreedBlock({ words: { home } }: Context, { rows }: Fetched): Html | null {
  const score = numeric(rows[0]?.fear_greed_score)
  if (score === null) return null
  const earlier = numeric(rows[5]?.fear_greed_score)
  const label = text(rows[0]?.fear_greed_label)
  return block(
    home.fearGreed,
    `${number(score)} ${home.fearLabels[label] ?? label}`,
    html`${scale(score, earlier, `${home.fearGreed} ${number(score)}`)}<div class="ends dim"><span>${home.fear}</span>${
      earlier === null ? null : html`<span>${home.weekAgo(number(earlier))}</span>`
    }<span>${home.greed}</span></div>`,
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

const ramp = html`<span>−3%</span><span class="ramp" aria-hidden="true"><i class="down-3"></i><i class="down-2"></i><i class="down-1"></i><i></i><i class="up-1"></i><i class="up-2"></i><i class="up-3"></i></span><span>+3%</span>`

/** Sectors as equal tiles in the order of their turnover. */
export const heatMap = (rows: readonly Row[], market: 'TWSE' | 'TPEX'): Html =>
  html`<ul class="heat">${sectorsOf(rows, market).map(
    ({ name, percent: change, share }) =>
      html`<li class="${heatOf(change)}"><span class="name">${name}</span><span>${percent(change)}</span><span>${number(share, 1)}</span></li>`,
  )}</ul>`

const sectorsModule = (context: Context, { sectors }: HomeData): Html =>
  module(context, {
    title: context.words.home.sectors,
    width: 8,
    meta: context.words.home.sectorsMeta,
    tools: html`<span class="small dim">${ramp}</span>`,
    body: withRows(context, sectors, (rows) => heatMap(rows, 'TWSE')),
    source: sectors.line,
  })

/** Securities by their change of the day. */
export const moversTable = ({ words, root }: Context, title: string, moves: readonly Move[]): Html =>
  html`<table class="tight"><thead><tr><th scope="col">${title}</th><th scope="col" class="number">${words.home.close}</th><th scope="col" class="number">${words.home.change}</th></tr></thead><tbody>${moves.map(
    ({ id, name, close, percent: change }) =>
      html`<tr><td><a class="one-line" href="${root}stock/${id}">${id} ${name}</a></td><td class="number">${number(close, 2)}</td><td class="number ${direction(change)}">${percent(change)}</td></tr>`,
  )}</tbody></table>`

function moversModule(context: Context, { prices }: HomeData, moves: readonly Move[]): Html {
  const { home } = context.words
  const ordered = moves.toSorted((a, b) => b.percent - a.percent)
  return module(context, {
    title: home.movers,
    width: 4,
    body: withRows(
      context,
      prices,
      () =>
        html`${moversTable(context, home.gainers, ordered.filter(({ change }) => change > 0).slice(0, 5))}<div class="spaced">${moversTable(
          context,
          home.losers,
          ordered
            .filter(({ change }) => change < 0)
            .slice(-5)
            .toReversed(),
        )}</div>`,
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

function plansModule(context: Context, { plans, datasets }: HomeData): Html {
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
<p class="actions spaced"><a class="button main-action" href="${root}account">${words.home.getKey}</a><span class="dim small">${words.home.noCard}</span></p>`,
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
402 ${agentPrice} USDC, x402 exact</pre>`
}
${sourceLine(context, 'GET /llms.txt')}`,
  })
}

export function homeView(context: Context, data: HomeData): Document {
  const { words } = context
  const moves = movesOf(data.prices.rows, companyNames(data.overview.rows))
  return {
    title: words.home.title,
    description: words.home.description,
    section: null,
    body: html`<div class="hero"><h1>${words.home.claim}</h1><div>${searchField(context, data.datasets.length)}${categoryLinks(context, data.datasets)}</div></div>
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
