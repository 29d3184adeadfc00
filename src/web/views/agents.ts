import type { Dataset, Tier } from '../../catalogue/dataset.ts'
import { commandLineClient, mcpLines, pythonClient, typescriptClient } from '../agentClients.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import type { Row } from '../fetched.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece, prose } from '../html.ts'
import { fact } from '../parts/block.ts'
import { rowTable } from '../parts/cells.ts'
import { copyButton, module } from '../parts/module.ts'
import { figureCell, figureHead, head, table } from '../parts/table.ts'
import { tabs } from '../parts/tabs.ts'
import { tokenAmount } from '../tokenAmount.ts'

/** The answer of `GET /v1/agent`. */
export type PriceList = {
  readonly mode: string
  readonly settlement: string
  readonly network: string
  readonly asset: { readonly address: string; readonly name: string; readonly decimals: number }
  readonly pay_to: string
  readonly prices: readonly { readonly dataset: string; readonly tier: Tier; readonly amount: string }[]
  readonly ask: { readonly amount: string; readonly path: string }
}

/** A request without a payment, and the same request with one. */
export type Handshake = {
  readonly line: string
  readonly status: number
  /** The decoded header PAYMENT-REQUIRED. */
  readonly terms: Readonly<Record<string, unknown>>
  /** Null where money moves: the page pays nothing. */
  readonly paid: {
    readonly signature: string
    readonly payment: Readonly<Record<string, unknown>>
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  } | null
}

export type AgentsData = {
  readonly datasets: readonly Dataset[]
  readonly sample: Dataset
  readonly steps: readonly string[]
  /** The request for the prices. */
  readonly line: string
  /** Null where agents cannot pay; `refusal` then says so. */
  readonly prices: PriceList | null
  readonly refusal: string | null
  readonly handshake: Handshake | null
}

const stepsModule = (context: Context, { steps, refusal }: AgentsData): Html =>
  module(context, {
    title: context.words.agents.steps,
    width: 6,
    body: html`${refusal === null ? null : html`<p class="notice">${refusal}</p>`}<ol class="steps prose">${steps.map((step) => html`<li>${prose(step)}</li>`)}</ol>`,
  })

function pricesModule(context: Context, { prices, datasets, line }: AgentsData): Html | null {
  if (!prices) return null
  const { words, language, root } = context
  const { agents, frame } = words
  const titles = new Map(datasets.map(({ name, title }) => [name, title[language]]))
  const row = ({ dataset, tier, amount }: PriceList['prices'][number]): Html =>
    html`<tr><td><a href="${root}datasets/${dataset}">${titles.get(dataset) ?? dataset}</a> <code class="dim">${dataset}</code></td><td>${frame.tiers[tier]}</td>${figureCell(tokenAmount(prices, amount))}</tr>`
  const amounts = [...new Set(prices.prices.map(({ amount }) => amount))].toSorted((a, b) => Number(a) - Number(b))
  const range =
    amounts.length === 1
      ? tokenAmount(prices, amounts[0]!)
      : `${tokenAmount(prices, amounts[0]!)} – ${tokenAmount(prices, amounts.at(-1)!)}`
  return module(context, {
    title: agents.prices,
    width: 6,
    meta: prices.settlement,
    body: html`<dl class="reading">${fact(agents.page, html`<b>${range}</b>`)}${fact(agents.question, tokenAmount(prices, prices.ask.amount))}${fact(agents.mode, html`<code>${prices.mode}</code>`)}${fact(agents.network, html`<code>${prices.network}</code>`)}${fact(agents.token, html`<code class="long">${prices.asset.address}</code>`)}${fact(agents.payTo, html`<code class="long">${prices.pay_to}</code>`)}</dl>
<details><summary>${agents.everyPrice(number(prices.prices.length))}</summary>${table(agents.prices, [head(agents.dataset), head(agents.plan), figureHead(agents.price)], prices.prices.map(row))}</details>`,
    source: line,
  })
}

const json = (value: unknown): Html => html`<pre class="code" tabindex="0">${JSON.stringify(value, null, 1)}</pre>`

/** A long value by its beginning and end. */
const shortened = (text: string): string => (text.length <= 48 ? text : `${text.slice(0, 28)}…${text.slice(-12)}`)

function traceModule(context: Context, { handshake, sample }: AgentsData): Html | null {
  if (!handshake) return null
  const { agents, frame } = context.words
  const { line, status, terms, paid } = handshake
  const { accepts, resource } = terms as { accepts: readonly unknown[]; resource: unknown }
  const step = (title: Piece, content: Piece): Html => html`<li><h3>${title}</h3>${content}</li>`
  const shown = ['x-payment-settlement', 'x-receipt', 'x-data-version'] as const
  return module(context, {
    title: agents.trace,
    width: 12,
    meta: paid ? agents.traceReal : agents.traceUnpaid,
    body: html`<ol class="trace">
${step(agents.ask, html`<pre class="code wrapped">${line}</pre>`)}
${step(html`<b>${status}</b> ${agents.terms}`, html`<p class="small dim"><code>PAYMENT-REQUIRED</code> ${agents.decoded}</p>${json({ resource, accepts })}`)}
${
  paid
    ? html`${step(agents.sign, html`<p class="small dim"><code>PAYMENT-SIGNATURE</code> ${agents.decoded}</p>${json(paid.payment.payload)}`)}
${step(agents.again, html`<pre class="code wrapped">${line}\nPAYMENT-SIGNATURE: ${shortened(paid.signature)}</pre>`)}
${step(
  html`<b>${paid.status}</b> ${paid.status === 200 ? agents.paid : agents.refused}`,
  html`<pre class="code wrapped">${shown
    .filter((name) => paid.headers[name] !== undefined)
    .map((name) => `${name}: ${shortened(paid.headers[name]!)}`)
    .join('\n')}</pre>${
    paid.status === 200
      ? rowTable(frame.table, sample.columns, (paid.body as { data: readonly Row[] }).data)
      : html`<p class="notice">${(paid.body as { detail: string }).detail}</p>`
  }`,
)}`
    : null
}</ol>`,
  })
}

function clientsModule(context: Context, { prices }: AgentsData): Html {
  const { words, siteUrl } = context
  const { agents } = words
  const network = prices?.network ?? 'eip155:84532'
  const snippet = (id: string, text: string): Html =>
    html`<pre class="code" id="${id}" tabindex="0">${text}</pre><p class="source">${copyButton(context, id)}</p>`
  return module(context, {
    title: agents.clients,
    width: 12,
    meta: agents.clientsMeta,
    body: html`${tabs('client', agents.clients, [
      ['TypeScript', snippet('client-ts', typescriptClient(siteUrl, network))],
      ['Python', snippet('client-py', pythonClient(siteUrl, 2_000))],
      [agents.commandLine, snippet('client-cli', commandLineClient(siteUrl))],
      ['MCP', html`<p class="prose">${prose(agents.mcp)}</p>${snippet('client-mcp', mcpLines(siteUrl))}`],
    ])}`,
  })
}

export const agentsView = (context: Context, data: AgentsData): Document => ({
  title: context.words.agents.title,
  description: context.words.agents.lead,
  section: null,
  body: html`<div class="title"><h1>${context.words.agents.title}</h1><p class="dim">${context.words.agents.lead}</p></div>
<div class="grid">${stepsModule(context, data)}${pricesModule(context, data)}${traceModule(context, data)}${clientsModule(context, data)}</div>`,
})
