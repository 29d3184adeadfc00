import { expectation } from '../../catalogue/complete.ts'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { dayOf, weekdayOf } from '../../days.ts'
import type { Field } from '../../fields.ts'
import { sqlAddress, sqlRequest } from '../answers/sqlAnswer.ts'
import { cellsOf, type Gap, nextDay, type Period } from '../completeness.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Fetched, type Row, text as textOf } from '../fetched.ts'
import { type Drawn, drawChart, unitText } from '../figures/drawDataset.ts'
import type { Chart } from '../figures/ofDataset.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece, prose } from '../html.ts'
import { asOfForm, type Restated, restatedIn, restatedMark, restatedModule } from '../parts/asOf.ts'
import { fact } from '../parts/block.ts'
import { rowTable } from '../parts/cells.ts'
import { heatMap } from '../parts/heatMap.ts'
import { copyButton, module, withRows } from '../parts/module.ts'
import { figureCell, figureHead, head, table } from '../parts/table.ts'
import { tabs } from '../parts/tabs.ts'
import { snippetsOf } from '../snippets.ts'
import { coverageOf, type Held, tierTag } from './datasetList.ts'

export type DatasetData = {
  readonly dataset: Dataset
  readonly datasets: readonly Dataset[]
  readonly held: Held | undefined
  /** The newest trading day of the version. */
  readonly through: string
  /** The time of day by which its rows are published. */
  readonly update: string
  /** Trading days after the newest rows, those to come among them. */
  readonly tradingDays: readonly string[]
  /** The id of the shown rows: the reader's, or the example; null where rows have no id, or none has rows for sure. */
  readonly id: string | null
  readonly isIdChosen: boolean
  /** True where the gaps are those of the id alone. */
  readonly isGapsOfId: boolean
  /** Ids to choose from, where they are few. */
  readonly ids: readonly string[]
  /** Securities whose rows need no key; empty where every request needs one. */
  readonly sampleIds: readonly string[]
  /** The day at whose end the rows were known; null for today. */
  readonly asOf: string | null
  /** The last day that can be chosen. */
  readonly last: string
  readonly restated: readonly Restated[]
  readonly chart: { readonly plan: Chart; readonly fetched: Fetched } | null
  readonly newest: Fetched
  /** Null where nothing is expected of the dataset. */
  readonly gaps: {
    readonly line: string
    readonly year: number
    readonly list: readonly Gap[]
    readonly hasMore: boolean
    readonly failure: Fetched['failure']
  } | null
}

const linkTo = ({ root, language }: Context, { name, title }: Dataset): Html =>
  html`<a class="one-line" href="${root}datasets/${name}" title="${name}">${title[language]}</a>`

/** A value inside an address inside a snippet: no sign of it may end the string that it stands in. */
const encoded = (value: string | number): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const withQuery = (path: string, parameters: Readonly<Record<string, string | number>>): string => {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')
  return text === '' ? path : `${path}?${text}`
}

/** The main facts in a row, those that only some datasets have below. */
function facts(context: Context, { dataset, held, through, tradingDays, update }: DatasetData): Html {
  const { words } = context
  const text = words.dataset
  const { key, date, complete, retention } = dataset
  const next = held?.last_date == null ? null : nextDay(complete, held.last_date, through, tradingDays)
  return html`<dl class="facts one-row">${[
    fact(text.coverage, coverageOf(context, held)),
    fact(text.rows, number(held?.rows ?? 0)),
    fact(text.completeBy, text.taipei(update)),
    fact(text.next, next === null ? text.unknown : `${next} ${update}`),
    fact(text.key, html`<code>${key.join(', ')}</code>`),
    key.includes(date) ? null : fact(text.dateColumn, html`<code>${date}</code>`),
    retention === null
      ? null
      : fact(text.kept, retention.kind === 'newest' ? text.keptNewest : text.keptDays(retention.days)),
  ]}</dl>`
}

const details = (
  { words, language }: Context,
  { adjustment, accumulation, oddLots, periodRule, derived }: Dataset,
): Html | null => {
  const text = words.dataset
  const list: readonly (readonly [string, Piece])[] = [
    // These texts of the registry stand in English alone.
    [text.facts.adjustment, adjustment === null ? null : html`<span lang="en">${adjustment}</span>`],
    [text.facts.accumulation, accumulation === null ? null : html`<span lang="en">${accumulation}</span>`],
    [text.facts.oddLots, oddLots === null ? null : oddLots ? text.included : text.notIncluded],
    [text.facts.periods, periodRule === null ? null : html`<span lang="en">${prose(periodRule)}</span>`],
    [text.facts.rule, derived === null ? null : html`<span lang="en">${prose(derived.rule)}</span>`],
    [text.facts.history, derived?.history ? derived.history[language] : null],
  ]
  const known = list.filter(([, value]) => value !== null)
  return known.length === 0
    ? null
    : html`<dl class="details">${known.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`
}

/** The form that shows the rows of another id. */
function idForm({ words, root }: Context, { dataset, id, ids, asOf }: DatasetData): Html | null {
  if (dataset.id === null) return null
  const text = words.dataset
  const values = dataset.columns[dataset.id]!.values
  const field = values
    ? html`<select id="id" name="stock_id">${values.map((value) => html`<option${value === id ? html` selected` : null}>${value}</option>`)}</select>`
    : html`<input id="id" name="stock_id" value="${id ?? ''}" maxlength="40" autocomplete="off"${ids.length > 0 ? html` list="ids"` : null}>${
        ids.length > 0
          ? html`<datalist id="ids">${ids.map((value) => html`<option value="${value}"></option>`)}</datalist>`
          : null
      }`
  return html`<form class="choose" action="${root}datasets/${dataset.name}"><label class="small dim" for="id">${dataset.id === 'stock_id' ? text.chooseId : html`<code>${dataset.id}</code>`}</label>${field}${asOf === null ? null : html`<input type="hidden" name="as_of" value="${asOf}">`}<button type="submit">${text.show}</button></form>`
}

/** The sectors of the newest day, by colour. */
function drawSectors(context: Context, { date }: Dataset, { rows }: Fetched): Drawn {
  const newest = rows[0]?.[date]
  const today = rows.filter((row) => row[date] === newest)
  return { picture: heatMap(context, today, 'TWSE'), meta: [context.words.day.sectorsMeta, ` ${textOf(newest)}`] }
}

function chartModule(context: Context, data: DatasetData): Html | null {
  const { dataset, chart, id } = data
  if (chart === null) return null
  const { plan, fetched } = chart
  const drawn = fetched.failure
    ? null
    : plan.kind === 'heat'
      ? drawSectors(context, dataset, fetched)
      : drawChart(context, dataset, plan, fetched.rows, fetched.hasMore)
  const text = context.words.dataset
  return module(context, {
    title: text.chart,
    width: 7,
    meta: html`${plan.kind === 'heat' || id === null ? null : html`${id} `}${drawn?.meta ?? null}`,
    tools: idForm(context, data),
    body: withRows(context, fetched, () => drawn?.picture ?? html`<p class="dim">${text.noChart}</p>`),
    source: fetched.line,
  })
}

function snippetModule(context: Context, { dataset, id, sampleIds }: DatasetData): Html {
  const { words, siteUrl } = context
  const text = words.dataset
  const needsKey = id === null || !sampleIds.includes(id)
  const path = withQuery(`/v1/data/${dataset.name}`, { ...(id === null ? {} : { stock_id: id }), limit: 5 })
  const snippets = snippetsOf(siteUrl, path, { needsKey, id: dataset.id })
  return module(context, {
    title: text.get,
    width: 5,
    body: tabs(
      'snippet',
      text.snippets,
      snippets.map(({ id: name, label, code }) => [
        label,
        html`<pre class="code wrapped" id="snippet-${name}" data-quote="${name === 'duckdb' ? "'" : '"'}" tabindex="0">${code}</pre><p class="source"><span>${needsKey ? text.withKey : text.noKey}${needsKey && name === 'duckdb' ? ` ${text.commandLine}` : ''} ${text.withCursor}</span>${copyButton(context, `snippet-${name}`)}</p>`,
      ]),
    ),
  })
}

function newestModule(
  context: Context,
  { dataset, id, isIdChosen, newest, sampleIds, chart, ...data }: DatasetData,
): Html {
  const { words, root } = context
  const text = words.dataset
  const { restated, asOf } = data
  const parameters = { ...(id === null ? {} : { stock_id: id }), ...(asOf === null ? {} : { as_of: asOf }), limit: 8 }
  const restatedAt = restatedIn(restated, dataset.key)
  const markOf = (row: Row, column: string): Html | null => {
    const own = restatedAt(row, column)
    return own.length === 0 ? null : restatedMark(context, own)
  }
  const isSample = id !== null && sampleIds.includes(id)
  const consolePath = withQuery(`${root}console`, { dataset: dataset.name, ...parameters })
  const sql = `SELECT *\nFROM ${dataset.name}${id === null ? '' : `\nWHERE ${dataset.id} = '${id.replaceAll("'", "''")}'`}\nORDER BY ${dataset.date} DESC\nLIMIT 100`
  // A browser sends no key: rows that need one are opened in the console, which has it and its downloads.
  const download = (format: 'csv' | 'json'): string =>
    withQuery(`${root}v1/data/${dataset.name}`, { ...parameters, format })
  const isUnknown = !newest.failure && newest.rows.length === 0 && isIdChosen && id !== null
  return module(context, {
    title: text.newest,
    width: 12,
    meta: id === null ? null : html`<code>stock_id=${id}</code>`,
    tools: html`${chart === null ? idForm(context, { dataset, id, isIdChosen, newest, sampleIds, chart, ...data }) : null}<a class="small" href="${consolePath}">${text.openConsole}</a><a class="small" href="${sqlAddress(root, sqlRequest(sql, asOf ?? '', ''))}">${words.sql.open}</a>${isSample && dataset.tier === 'free' ? html`<a class="small" href="${download('csv')}">CSV</a><a class="small" href="${download('json')}">JSON</a>` : null}`,
    body: isUnknown
      ? html`<p class="notice">${text.noRowsOf(id)} ${dataset.example === null ? null : html`${text.noRowsWay} <a href="${root}datasets/${dataset.name}">${dataset.example}</a>`}</p>`
      : withRows(context, newest, (rows) => rowTable(words.frame.table, dataset.columns, rows, markOf)),
    source: newest.line,
  })
}

const typeText = ({ kind, scale }: Field, kinds: Readonly<Record<string, string>>): string =>
  scale === undefined ? kinds[kind]! : `${kinds[kind]!}(${scale})`

function columnsModule(context: Context, { dataset }: DatasetData): Html {
  const { words, language } = context
  const text = words.dataset
  const remarkOf = (name: string, { nullable }: Field): string =>
    [...(dataset.key.includes(name) ? [text.isKey] : []), ...(nullable ? [text.nullable] : [])].join(', ')
  const valuesOf = ({ values }: Field): Piece =>
    values ? html` <span class="values">${values.map((value) => html`<code>${value}</code> `)}</span>` : null
  const row = ([name, field]: [string, Field]): Html =>
    html`<tr><th scope="row"><code>${name}</code></th><td class="dim one-line">${typeText(field, text.kinds)}</td><td>${field.unit === undefined ? null : unitText(field.unit, text.units)}</td><td>${field.label[language]}${valuesOf(field)}</td><td class="dim small one-line">${remarkOf(name, field)}</td></tr>\n`
  const remark = html`<span class="unseen">${text.remark}</span>`
  const heads = [text.column, text.type, text.unit, text.meaning, remark].map(head)
  return module(context, {
    title: text.columns,
    width: 7,
    meta: text.columnsMeta,
    body: html`${table(text.columns, heads, columnsOf(dataset).map(row), ' columns')}${details(context, dataset)}`,
    source: withQuery('GET /v1/data', { category: dataset.category }),
  })
}

function sourcesModule(context: Context, { dataset }: DatasetData): Html {
  const { words, root } = context
  const text = words.dataset
  return module(context, {
    title: text.sources,
    width: 5,
    tools: html`<a class="small" href="${root}docs/sources">${words.frame.sources}</a>`,
    body: html`<table class="tight"><thead><tr><th scope="col">${text.publisher}</th><th scope="col">${text.licence}</th></tr></thead><tbody>${dataset.sources.map(
      ({ id, publisher, licence, base }) =>
        html`<tr><td>${base === '' ? (text.publishers[id] ?? publisher) : html`<a href="${base}" rel="noreferrer">${text.publishers[id] ?? publisher}</a>`}</td><td>${text.licences[licence] ?? licence}</td></tr>`,
    )}</tbody></table>`,
  })
}

function relativesModule(context: Context, { dataset, datasets }: DatasetData): Html {
  const { words, root } = context
  const text = words.dataset
  const { derived, name, category } = dataset
  const from = datasets.filter((other) => derived?.from.includes(other.name))
  const into = datasets.filter((other) => other.derived?.from.includes(name))
  const same = datasets.filter(
    (other) => other.category === category && other.name !== name && !from.includes(other) && !into.includes(other),
  )
  const group = (label: Piece, list: readonly Dataset[]): Html | null =>
    list.length === 0
      ? null
      : html`<h3 class="dim">${label}</h3><p class="related">${list.map((other) => html`${linkTo(context, other)} `)}</p>`
  return module(context, {
    title: text.relatives,
    width: 5,
    body: html`${group(text.computedFrom, from)}${group(text.computedInto, into)}${group(html`<a href="${root}datasets?category=${category}">${text.sameCategory(words.frame.categories[category])}</a>`, same)}`,
  })
}

const cellTitle = ({ day, state, detail }: Period, { words }: Context): string =>
  `${day} ${words.dataset.states[state]}${detail === null ? '' : `: ${detail}`}`

const cell = (context: Context, one: Period, label: Piece, column = ''): Html =>
  html`<li class="${one.state}${one.isNewest ? ' newest' : ''}${column}" title="${cellTitle(one, context)}">${label}</li>`

/** A year of days as twelve months; of weeks, months or quarters as one strip. */
function calendar(context: Context, { complete }: Dataset, cells: readonly Period[]): Html {
  const text = context.words.dataset
  const every = complete!.every
  if (every === 'trading_day' || every === 'weekday') {
    const months = [...Map.groupBy(cells, ({ day }) => Number(day.slice(5, 7))).values()]
    return html`<div class="calendar">${months.map(
      (days, i) =>
        html`<div><h3>${text.months[i]!}</h3><ol>${days.map((one, place) =>
          cell(
            context,
            one,
            String(Number(one.day.slice(8))),
            // Weeks begin on Sunday.
            place === 0 ? ` from-${(weekdayOf(dayOf(one.day)) % 7) + 1}` : '',
          ),
        )}</ol></div>`,
    )}</div>`
  }
  const label = ({ day }: Period, i: number): string =>
    every === 'month' ? text.months[i]! : every === 'quarter' ? text.quarter(i + 1) : day.slice(5)
  return html`<div class="calendar periods"><div><ol class="${every}">${cells.map((one, i) => cell(context, one, label(one, i)))}</ol></div></div>`
}

function completenessModule(context: Context, { dataset, held, gaps, id, isGapsOfId }: DatasetData): Html {
  const { words, language } = context
  const text = words.dataset
  if (gaps === null)
    return module(context, {
      title: text.gaps,
      width: 12,
      body: html`<p class="prose">${text.notExpected}</p>`,
      source: `GET /v1/data/${dataset.name}/gaps`,
    })
  const { year, line, list, failure } = gaps
  const span = { first: held?.first_date ?? '9999', last: held?.last_date ?? '' }
  const cells = cellsOf(dataset.complete!, year, span, list, isGapsOfId)
  const count = (state: Period['state']): number => cells.filter((one) => one.state === state).length
  const shownStates = (['complete', 'closed', 'missing'] as const).filter(
    (state) => state !== 'closed' || count('closed') > 0,
  )
  return module(context, {
    title: text.completeness(year),
    width: 7,
    meta: html`${isGapsOfId && id !== null ? `${text.gapsOf(id)}: ` : null}${text.counts(count('complete'), count('missing'))}`,
    body: failure
      ? html`<p class="notice">${words.frame.refusedRows(failure.status)} ${failure.detail}</p>`
      : html`<p class="small dim states">${shownStates.map((state) => html`<span><i class="swatch ${state}"></i>${text.states[state]}</span>`)}<span><i class="swatch newest"></i>${text.newestDay}</span><span>${text.expected} ${expectation(dataset.complete)[language]}</span></p>${calendar(context, dataset, cells)}`,
    source: line,
  })
}

const mostGaps = 8

function gapsModule(context: Context, { gaps, id, isGapsOfId, dataset }: DatasetData): Html | null {
  if (gaps === null || gaps.failure) return null
  const { words } = context
  const text = words.dataset
  const open = gaps.list.filter(({ reason }) => reason !== 'closed')
  const reasons = [...Map.groupBy(open, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    dates: same.reduce((sum, { dates }) => sum + dates, 0),
  }))
  const heads = [
    head(html`<code>${dataset.id ?? 'market'}</code>`),
    head(text.period),
    figureHead(text.dates),
    head(text.reason),
  ]
  const row = (gap: Gap): Html =>
    html`<tr><td>${gap.stock_id ?? gap.market ?? text.everyId}</td><td><span class="one-line">${gap.start_date}</span> – <span class="one-line">${gap.end_date}</span></td>${figureCell(number(gap.dates))}<td>${gap.detail}</td></tr>`
  const more = Math.max(0, open.length - mostGaps)
  return module(context, {
    title: text.gaps,
    width: 5,
    meta: html`${isGapsOfId && id !== null ? html`${text.gapsOf(id)}, ` : null}${text.gapsMeta(gaps.year)}`,
    body:
      open.length === 0
        ? html`<p>${text.noGaps}</p>`
        : html`<dl class="details reasons">${reasons.map(({ reason, dates }) => html`<dt><code>${reason}</code> ${number(dates)}</dt><dd>${text.reasons[reason] ?? reason}</dd>`)}</dl>
${table(text.gaps, heads, open.slice(0, mostGaps).map(row))}${
  more > 0 || gaps.hasMore
    ? html`<p class="small dim">${text.moreGaps(`${number(more)}${gaps.hasMore ? '+' : ''}`)}</p>`
    : null
}`,
    source: gaps.line,
  })
}

export function datasetView(context: Context, data: DatasetData): Document {
  const { words, root, language } = context
  const { dataset, sampleIds } = data
  const { name, title, about, notes, tier, category } = dataset
  const text = words.dataset
  const chart = chartModule(context, data)
  const stacked = (parts: readonly Html[]): Html => html`<div class="stack of-5">${parts}</div>`
  const columns = columnsModule(context, data)
  const [snippets, sources, relatives] = [snippetModule, sourcesModule, relativesModule].map((make) =>
    make(context, data),
  )
  return {
    title: `${title[language]} ${name}`,
    description: about[language],
    section: 'datasets',
    scripts: ['snippets'],
    body: html`<p class="crumbs"><a href="${root}datasets">${words.datasets.title}</a> / <a href="${root}datasets?category=${category}">${words.frame.categories[category]}</a></p>
<div class="title"><h1>${title[language]}</h1><code class="dim">${name}</code>${tierTag(context, tier)}<span class="dim small">${text.opened[tier]}${sampleIds.length > 0 ? ` ${text.samples(sampleIds.join(', '))}` : ''}</span></div>
<p class="lead">${about[language]}</p>
${facts(context, data)}
${asOfForm(context, `datasets/${name}`, data, data.isIdChosen && data.id !== null ? { stock_id: data.id } : {})}
${notes === null ? null : html`<p class="prose small dim spaced">${prose(notes[language])}</p>`}
<div class="grid">
${chart ?? columns}${stacked(chart === null ? [snippets!, sources!, relatives!] : [snippets!, sources!])}
${newestModule(context, data)}
${restatedModule(context, data.restated, 12)}
${chart === null ? null : html`${columns}${relatives!}`}
${completenessModule(context, data)}${gapsModule(context, data)}
</div>`,
  }
}
