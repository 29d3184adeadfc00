import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import type { Fetched } from '../fetched.ts'
import { weekday } from '../format.ts'
import { type Html, html } from '../html.ts'
import { module } from '../parts/module.ts'
import { type Listed, type StockChoice, stockResults } from '../stockList.ts'
import { languageParameter } from '../words/words.ts'

export type StocksData = {
  readonly listed: readonly Listed[]
  readonly choice: StockChoice
  /** The newest trading day. */
  readonly day: string
  readonly overview: Fetched
  readonly prices: Fetched
}

type Option = { readonly value: string; readonly label: string; readonly count: number }

/** The values of a column with their labels and counts, in the order of their codes. */
function optionsOf(listed: readonly Listed[], of: (one: Listed) => { value: string | null; label: string }): Option[] {
  const found = new Map<string, Option>()
  for (const one of listed) {
    const { value, label } = of(one)
    if (value === null || !one.isActive) continue
    found.set(value, { value, label, count: (found.get(value)?.count ?? 0) + 1 })
  }
  return [...found.values()]
}

const chooser = (
  all: string,
  label: string,
  name: string,
  chosen: string | undefined,
  options: readonly Option[],
): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">${all}</option>${options.map(
    ({ value, label: text, count }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${text} (${count})</option>`,
  )}</select></div>`

const marketOrder = ['TWSE', 'TPEX', 'ESB']

function form({ words, root, language }: Context, listed: readonly Listed[], choice: StockChoice): Html {
  const { stocks, names } = words
  const markets = optionsOf(listed, ({ market, marketLabel }) => ({ value: market, label: marketLabel })).sort(
    (a, b) => marketOrder.indexOf(a.value) - marketOrder.indexOf(b.value),
  )
  const types = optionsOf(listed, ({ type }) => ({ value: type, label: names.securities[type] ?? type })).sort(
    (a, b) => b.count - a.count,
  )
  const industries = optionsOf(listed, ({ industry, industryLabel }) => ({
    value: industry,
    label: industryLabel,
  })).sort((a, b) => (a.value < b.value ? -1 : 1))
  return html`<form class="stock-filter" action="${root}stocks" role="search" data-stocks="${root}stocks.json?lang=${languageParameter(language)}" data-root="${root}">
<div class="field"><label for="q">${stocks.search}</label><input id="q" name="q" type="search" data-find="stocks" maxlength="100" autocomplete="off" placeholder="${stocks.searchHint}" value="${choice.q ?? ''}"></div>
${chooser(stocks.all, stocks.market, 'market', choice.market, markets)}
${chooser(stocks.all, stocks.type, 'type', choice.type, types)}
${chooser(stocks.all, stocks.industry, 'industry', choice.industry, industries)}
${choice.sort === undefined ? null : html`<input type="hidden" name="sort" value="${choice.sort}">`}
<button type="submit">${stocks.apply}</button></form>`
}

export function stocksView(context: Context, { listed, choice, day, overview, prices }: StocksData): Document {
  const { words, root, language } = context
  const { stocks } = words
  const failure = overview.failure ?? prices.failure
  return {
    title: stocks.title,
    description: stocks.description,
    section: 'stocks',
    scripts: ['stocks'],
    body: html`<h1>${stocks.title}</h1><p class="lead">${stocks.lead}</p>
${form(context, listed, choice)}
<div class="grid">${module(context, {
      title: stocks.list,
      width: 12,
      meta: stocks.priced(day, weekday(day, language)),
      body: html`${failure ? html`<p class="notice">${words.frame.refusedRows(failure.status)} ${failure.detail}</p>` : null}<div id="results">${stockResults(root, listed, choice, stocks.table)}</div>
<p class="small dim spaced">${stocks.noPrices} ${stocks.warrants} <a href="${root}datasets/TaiwanStockOverviewIncludeWarrant"><code>TaiwanStockOverviewIncludeWarrant</code></a></p>`,
      source: [overview.line, prices.line],
    })}</div>`,
  }
}
