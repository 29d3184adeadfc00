import type { Dataset } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import { number, taipei } from '../format.ts'
import { type Html, html } from '../html.ts'
import { module } from '../parts/module.ts'
import { figureCell, figureHead, head, table } from '../parts/table.ts'

export type RuleState = {
  readonly rule: string
  readonly about: string | null
  readonly rejected: number | null
  readonly open: number
  readonly example: {
    readonly dataset: string
    readonly key: string
    readonly message: string
    readonly last_seen: string
  } | null
}

/** The quality of the rows, as `/v1/quality` has it. */
export type Quality = {
  readonly version: string
  readonly origin: 'demo' | 'live'
  readonly rules: readonly RuleState[]
  readonly corrections: readonly {
    readonly dataset: string
    readonly month: string
    readonly inserted: number
    readonly corrected: number
    readonly withdrawn: number
  }[]
  readonly times: readonly {
    readonly dataset: string
    readonly promised_time: string
    readonly days: number
    readonly on_time: number
    readonly median_minutes: number | null
    readonly latest_minutes: number | null
    readonly newest: { readonly date: string; readonly read_at: string; readonly minutes: number } | null
  }[]
}

const source = 'GET /v1/quality'

/** Months of corrections that the page lists; the JSON has all. */
const mostMonths = 12
const counts = ['corrected', 'withdrawn', 'inserted'] as const

/** The modules of corrections and times on the page of the state. */
export function qualityModules(context: Context, quality: Quality, datasets: readonly Dataset[]): Html {
  const { words, root, language } = context
  const { status: text } = words
  const titles = new Map(datasets.map(({ name, title }) => [name, title[language]]))
  const link = (name: string): Html => html`<a href="${root}datasets/${name}">${titles.get(name) ?? name}</a>`
  const months = [...new Set(quality.corrections.map(({ month }) => month))].sort().slice(-mostMonths)
  const shown = quality.corrections
    .filter(({ month }) => months.includes(month))
    .toSorted((a, b) => (a.month === b.month ? (a.dataset < b.dataset ? -1 : 1) : a.month < b.month ? 1 : -1))
  const minutes = (value: number | null): string => (value === null ? '–' : `${value > 0 ? '+' : ''}${number(value)}`)
  return html`${module(context, {
    title: text.corrections,
    id: 'corrections',
    width: 6,
    meta: text.correctionsMeta(mostMonths),
    body:
      shown.length === 0
        ? html`<p class="dim">${text.noCorrections}</p>`
        : table(
            text.corrections,
            [
              head(text.columns.month),
              head(text.columns.dataset),
              ...counts.map((kind) => figureHead(text.revisions[kind])),
            ],
            shown.map(
              (one) =>
                html`<tr><td class="one-line">${one.month}</td><td>${link(one.dataset)}</td>${counts.map((kind) => figureCell(number(one[kind])))}</tr>`,
            ),
            ' state-table bounded',
          ),
    source,
  })}
${module(context, {
  title: text.times,
  id: 'times',
  width: 6,
  meta: text.timesMeta,
  body: table(
    text.times,
    [
      ...[text.columns.dataset].map(head),
      ...[text.columns.promised, text.columns.onTime, text.columns.median, text.columns.latest].map(figureHead),
      head(text.columns.newestRead),
    ],
    quality.times.map(
      ({ dataset, promised_time, days, on_time, median_minutes, latest_minutes, newest }) =>
        html`<tr><td>${link(dataset)}</td>${figureCell(promised_time)}${figureCell(days === 0 ? '–' : `${on_time} / ${days}`)}${figureCell(minutes(median_minutes))}${figureCell(minutes(latest_minutes))}<td class="one-line">${newest === null ? text.notWatched : taipei(newest.read_at)}</td></tr>`,
    ),
    ' state-table bounded',
  ),
  source,
})}`
}
