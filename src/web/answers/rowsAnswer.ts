import type { Kind } from '../../fields.ts'
import type { Row } from '../fetched.ts'
import type { Column } from '../figures/ofRows.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { rowTable } from '../parts/cells.ts'
import { tabs } from '../parts/tabs.ts'
import type { Words } from '../words/words.ts'
import {
  type Answer,
  headersView,
  jsonView,
  refusalView,
  refusedTabs,
  requestLine,
  type Scene,
  statusLine,
  warningsView,
} from './answer.ts'
import { rowsChart } from './rowsChart.ts'

/** The answer to a request for rows, on the page that sends it. */

export type ConsoleScene = Scene & { readonly words: Pick<Words, 'frame' | 'calls' | 'console'> }

/** A page of rows in JSON. */
export type RowsBody = {
  readonly dataset: string
  readonly count: number
  readonly data: readonly Row[]
  readonly cursor: string | null
}

const mostTableRows = 200

/** The columns of the rows: all of a dataset, or those that were asked for. */
const shownColumns = (columns: readonly Column[], rows: readonly Row[]): readonly Column[] =>
  rows[0] === undefined ? columns : columns.filter(({ name }) => name in rows[0]!)

export const tableOf = (
  { words: { frame, calls } }: Scene,
  columns: readonly Column[],
  rows: readonly Row[],
): Piece => {
  if (rows.length === 0) return html`<p class="dim">${frame.noRows}</p>`
  const kinds: Record<string, { readonly kind: Kind }> = Object.fromEntries(
    columns.map((column) => [column.name, column]),
  )
  return html`${
    rows.length > mostTableRows
      ? html`<p class="dim small">${calls.tableCut(number(mostTableRows), number(rows.length))}</p>`
      : null
  }${rowTable(calls.table, kinds, rows.slice(0, mostTableRows))}`
}

/** The address of the page for a request: it can be shared. */
export const consoleAddress = (root: string, dataset: string, parameters: Readonly<Record<string, string>>): string =>
  `${root}console?${new URLSearchParams({ dataset, ...parameters })}`

const downloads = [
  ['JSON', { format: 'json' }],
  ['NDJSON', { format: 'ndjson' }],
  ['CSV', { format: 'csv' }],
  [null, { format: 'csv', bom: 'true', labels: 'zh' }],
  ['Parquet', { format: 'parquet' }],
  ['Arrow', { format: 'arrow' }],
] as const

/** The pages before and after, and the page as a file. */
function afterRows(
  scene: ConsoleScene,
  dataset: string,
  parameters: Readonly<Record<string, string>>,
  body: RowsBody,
  isCounted: boolean,
): Html {
  const { words, root } = scene
  const { cursor: at, ...filters } = parameters
  const path = (more: Readonly<Record<string, string>>): string =>
    `${root}v1/data/${dataset}?${new URLSearchParams({ ...parameters, ...more })}`
  return html`<p class="pager actions">${
    at === undefined
      ? null
      : html`<a class="button" data-page="first" href="${consoleAddress(root, dataset, filters)}">${words.console.firstPage}</a><button type="button" class="scripted" data-page="back" hidden>${words.console.previousPage}</button>`
  }${
    body.cursor === null
      ? html`<span class="dim small">${words.console.lastRows}</span>`
      : html`<a class="button" data-page="next" href="${consoleAddress(root, dataset, { ...filters, cursor: body.cursor })}">${words.console.nextPage}</a>`
  }</p>
<p class="downloads small"><span class="dim">${words.console.download}</span>${downloads.map(([name, form]) => {
    const { format } = form
    const more = 'labels' in form ? { ...form, labels: scene.language } : form
    return html`<a data-download="${dataset}.${format}" href="${path(more)}" download>${name ?? words.console.csvExcel}</a>`
  })}${isCounted ? html`<span class="dim">${words.calls.counts}</span>` : null}</p>`
}

export function rowsAnswer(
  scene: ConsoleScene,
  answer: Answer,
  {
    dataset,
    columns,
    parameters,
    chosen = null,
  }: {
    readonly dataset: string
    readonly columns: readonly Column[]
    readonly parameters: Readonly<Record<string, string>>
    /** The column of the chart; null for the first that fits. */
    readonly chosen?: string | null
  },
): Html {
  const { calls } = scene.words
  const { status, headers, body, method, path } = answer
  if (status !== 200)
    return html`${requestLine(scene, method, path, 'sent')}${statusLine(scene, answer)}${refusalView(scene, answer)}${refusedTabs(scene, answer)}`
  const rows = body as RowsBody
  const shown = shownColumns(columns, rows.data)
  return html`${requestLine(scene, method, path, 'sent')}${statusLine(scene, answer, [calls.rows(number(rows.count))])}${warningsView(scene, headers)}
${tabs('form', calls.answer, [
  [calls.table, tableOf(scene, shown, rows.data)],
  [calls.chart, html`<div data-chart>${rowsChart(scene, shown, rows.data, chosen)}</div>`],
  [calls.json, jsonView(scene, body)],
  [calls.headers, headersView(scene, headers)],
])}${afterRows(scene, dataset, parameters, rows, 'x-ratelimit-remaining' in headers)}`
}

const bytesText = (size: number): string =>
  size >= 1e6 ? `${number(size / 1e6, 1)} MB` : size >= 1e3 ? `${number(size / 1e3, 1)} KB` : `${number(size)} B`

/** Rows, bytes and pages of a dry run, in a sentence. */
export function sizeText(words: Words['console'], body: unknown): string {
  const { rows, bytes, pages } = body as { rows: number; bytes: number; pages: number }
  return words.sizeOf(number(rows), bytesText(bytes), number(pages))
}
