import { type Category, categories, type Dataset, type Tier, tiers } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { sourceLine } from '../parts/module.ts'
import { languageParameter } from '../words/words.ts'

/** What a version holds of a dataset. */
export type Held = {
  readonly rows: number
  readonly first_date: string | null
  readonly last_date: string | null
}

/** What the reader looks for; an empty text and null are no condition. */
type Wanted = { readonly q: string; readonly category: Category | null; readonly tier: Tier | null }

export type DatasetListData = {
  readonly datasets: readonly Dataset[]
  readonly held: (name: string) => Held | undefined
  readonly wanted: Wanted
  /** The names of the datasets that are shown. */
  readonly found: ReadonlySet<string>
  /** Names like the one that was looked for, where nothing was found. */
  readonly near: readonly string[]
}

/** The address of the list with other conditions. */
const addressOf = (root: string, { q, category, tier }: Wanted): string => {
  const parameters = new URLSearchParams()
  if (q !== '') parameters.set('q', q)
  if (category !== null) parameters.set('category', category)
  if (tier !== null) parameters.set('tier', tier)
  const text = parameters.toString()
  return `${root}datasets${text === '' ? '' : `?${text}`}`
}

const requestOf = ({ category, tier }: Wanted): string => {
  const parameters = new URLSearchParams()
  if (category !== null) parameters.set('category', category)
  if (tier !== null) parameters.set('tier', tier)
  parameters.set('include', 'derived')
  return `GET /v1/data?${parameters}`
}

/** Two to seven choices as links, which scripts apply without a new page. */
const choices = (
  label: string,
  name: 'category' | 'tier',
  options: readonly { readonly value: string; readonly label: string; readonly href: string; readonly isOn: boolean }[],
): Html =>
  html`<nav class="segments" aria-label="${label}" data-choose="${name}">${options.map(
    ({ value, label: text, href, isOn }) =>
      html`<a href="${href}" data-value="${value}"${isOn ? html` aria-current="true"` : null}>${text}</a>`,
  )}</nav>`

const form = ({ words, root, language }: Context, { wanted, found }: DatasetListData): Html => {
  const { q, category, tier } = wanted
  const text = words.datasets
  return html`<div class="list-find"><form class="find" action="${root}datasets" role="search"><label class="unseen" for="find">${text.search}</label><input id="find" name="q" type="search" value="${q}" maxlength="200" data-find="list" data-entries="${root}datasets.json?lang=${languageParameter(language)}" autocomplete="off" placeholder="${text.hint}">${
    category === null ? null : html`<input type="hidden" name="category" value="${category}">`
  }${tier === null ? null : html`<input type="hidden" name="tier" value="${tier}">`}<kbd aria-hidden="true">/</kbd></form></div>
<div class="list-filters">
${choices(text.category, 'category', [
  { value: '', label: text.all, href: addressOf(root, { ...wanted, category: null }), isOn: category === null },
  ...categories.map((value) => ({
    value,
    label: words.frame.categories[value],
    href: addressOf(root, { ...wanted, category: value }),
    isOn: category === value,
  })),
])}
${choices(text.plan, 'tier', [
  { value: '', label: text.anyPlan, href: addressOf(root, { ...wanted, tier: null }), isOn: tier === null },
  ...tiers.map((value) => ({
    value,
    label: words.frame.tiers[value],
    href: addressOf(root, { ...wanted, tier: value }),
    isOn: tier === value,
  })),
])}
<p class="end" aria-live="polite"><b data-count>${found.size}</b> ${text.shown}</p>
</div>`
}

/** First and last day with rows. */
export const coverageOf = ({ words }: Context, held: Held | undefined): Piece =>
  held?.first_date == null || held.last_date === null
    ? html`<span class="dim">${words.datasets.empty}</span>`
    : html`<span class="one-line">${held.first_date}</span> – <span class="one-line">${held.last_date}</span>`

export const tierTag = ({ words }: Context, tier: Tier): Html =>
  html`<span class="tag ${tier}">${words.frame.tiers[tier]}</span>`

const row = (context: Context, dataset: Dataset, { held, found }: DatasetListData): Html => {
  const { name, title, about, tier, category } = dataset
  const { root, language } = context
  return html`<tr data-name="${name}" data-tier="${tier}" data-category="${category}"${found.has(name) ? null : html` hidden`}><td class="named"><a href="${root}datasets/${name}">${title[language]}</a><code class="sub">${name}</code></td><td class="about">${about[language]}</td><td class="plan">${tierTag(context, tier)}</td><td class="number covered">${coverageOf(context, held(name))}</td><td class="number" data-label="${context.words.datasets.rows}">${number(held(name)?.rows ?? 0)}</td></tr>\n`
}

/** One table, so that the columns of all groups are in line. */
const table = (context: Context, data: DatasetListData): Html => {
  const { words } = context
  const text = words.datasets
  const groups = [
    ...categories.map((category) => ({
      id: category,
      label: words.frame.categories[category],
      members: data.datasets.filter((dataset) => !dataset.isOurs && dataset.category === category),
    })),
    { id: 'series', label: text.series, members: data.datasets.filter(({ isOurs }) => isOurs) },
  ]
  return html`<table class="list"${data.found.size === 0 ? html` hidden` : null}><thead><tr><th scope="col">${text.dataset}</th><th scope="col">${text.content}</th><th scope="col">${text.plan}</th><th scope="col" class="number">${text.coverage}</th><th scope="col" class="number">${text.rows}</th></tr></thead>
${groups.map(({ id, label, members }) => {
  const count = members.filter(({ name }) => data.found.has(name)).length
  return html`<tbody${count === 0 ? html` hidden` : null}><tr class="group"><th colspan="5" scope="rowgroup" id="${id}">${label} <span class="dim" data-group-count>${count}</span></th></tr>
${members.map((dataset) => row(context, dataset, data))}</tbody>\n`
})}</table>`
}

const nothing = ({ words, root }: Context, { wanted, found, near }: DatasetListData): Html => {
  const text = words.datasets
  return html`<div class="notice nothing" data-nothing${found.size > 0 ? html` hidden` : null}><p><b>${text.none}</b> ${text.noneWays}</p>${
    near.length === 0
      ? null
      : html`<p data-near>${text.near} ${near.map((name, i) => html`${i > 0 ? ', ' : null}<a href="${root}datasets/${name}"><code>${name}</code></a>`)}</p>`
  }<p class="actions"><a href="${root}datasets">${text.clear}</a><a href="${root}stocks${wanted.q === '' ? '' : `?q=${encodeURIComponent(wanted.q)}`}">${words.frame.inStocks}</a><a data-ask href="${root}ask${wanted.q === '' ? '' : `?q=${encodeURIComponent(wanted.q)}`}">${text.ask}</a></p></div>`
}

export function datasetListView(context: Context, data: DatasetListData): Document {
  const { words } = context
  const text = words.datasets
  const contract = data.datasets.filter(({ isOurs }) => !isOurs)
  const upTo = (tier: Tier): number =>
    contract.filter((dataset) => tiers.indexOf(dataset.tier) <= tiers.indexOf(tier)).length
  return {
    title: text.title,
    description: text.description(contract.length),
    section: 'datasets',
    scripts: ['datasetList'],
    body: html`<div class="title"><h1>${text.title}</h1><span class="dim">${text.path} <code>GET /v1/data/{name}</code></span></div>
${form(context, data)}
<p class="small dim">${text.opens(upTo('free'), upTo('lite'), upTo('plus'))}</p>
${nothing(context, data)}
${table(context, data)}
<div data-request>${sourceLine(context, requestOf(data.wanted))}</div>`,
  }
}
