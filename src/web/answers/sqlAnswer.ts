import type { Kind } from '../../fields.ts'
import type { SqlPosition } from '../completion.ts'
import { wordAt } from '../completion.ts'
import type { Row } from '../fetched.ts'
import type { Column } from '../figures/ofRows.ts'
import { number } from '../format.ts'
import { type Html, html } from '../html.ts'
import { tabs } from '../parts/tabs.ts'
import type { Words } from '../words/words.ts'
import {
  type Answer,
  headersView,
  jsonView,
  type Refusal,
  refusalView,
  refusedTabs,
  requestLine,
  type Scene,
  statusLine,
} from './answer.ts'
import { tableOf } from './rowsAnswer.ts'
import { rowsChart } from './rowsChart.ts'

/** The answer to SQL, on the page that runs it. */

export type SqlScene = Scene & { readonly words: Pick<Words, 'frame' | 'calls' | 'sql'> }

/** The body of the request. Values that are no numbers are left to the service, which names their fault. */
export type SqlRequest = { readonly sql: string; readonly as_of?: string; readonly max_rows?: number | string }

export type SqlBody = {
  readonly count: number
  readonly data: readonly Row[]
  readonly columns: readonly { readonly name: string; readonly type: Kind | 'double' }[]
}

type Faulty = Refusal & { readonly position?: SqlPosition | null; readonly did_you_mean?: readonly string[] }

/** The request of what the reader filled in. */
export const sqlRequest = (sql: string, asOf: string, maxRows: string): SqlRequest => ({
  sql,
  ...(asOf === '' ? {} : { as_of: asOf }),
  ...(maxRows === '' ? {} : { max_rows: /^\d+$/.test(maxRows) ? Number(maxRows) : maxRows }),
})

/** The address of the page with a request: it can be shared. */
export const sqlAddress = (root: string, request: SqlRequest): string =>
  `${root}console/sql?${new URLSearchParams(request as Record<string, string>)}`

export const sqlColumns = ({ columns }: SqlBody): readonly Column[] =>
  columns.map(({ name, type }) => ({ name, label: name, unit: null, kind: type === 'double' ? 'decimal' : type }))

/** The line of a fault with its word marked, and the names that may replace it. */
function faultView({ words: { sql: words } }: SqlScene, sql: string, body: Faulty): Html | null {
  const { position, did_you_mean: near = [] } = body
  if (!position) return null
  const { from, to } = wordAt(sql, position)
  const start = sql.lastIndexOf('\n', from - 1) + 1
  const [rest = ''] = sql.slice(to).split('\n')
  return html`<div class="spaced" data-from="${from}" data-to="${to}"><p class="small dim">${words.place(position.line, position.column)}</p>
<pre class="code wrapped">${sql.slice(start, from)}<mark class="not">${from === to ? ' ' : sql.slice(from, to)}</mark>${rest}</pre>
${near.length === 0 ? null : html`<p class="actions spaced"><span class="small dim">${words.replaceBy}</span>${near.map((name) => html`<button type="button" data-near="${name}"><code>${name}</code></button>`)}</p>`}</div>`
}

export function sqlAnswer(scene: SqlScene, { sql }: SqlRequest, answer: Answer): Html {
  const { calls, sql: words } = scene.words
  const { status, headers, body } = answer
  const line = requestLine(scene, 'POST', '/v1/sql', 'sent')
  if (status !== 200)
    return html`${line}${statusLine(scene, answer)}${refusalView(scene, answer)}${faultView(scene, sql, (body ?? {}) as Faulty)}${refusedTabs(scene, answer)}`
  const result = body as SqlBody
  const columns = sqlColumns(result)
  return html`${line}${statusLine(scene, answer, [calls.rows(number(result.count))])}${
    headers['x-truncated'] === 'true' ? html`<p class="notice">${words.cut(number(result.count))}</p>` : null
  }
${tabs('form', calls.answer, [
  [calls.table, tableOf(scene, columns, result.data)],
  [calls.chart, html`<div data-chart>${rowsChart(scene, columns, result.data)}</div>`],
  [calls.json, jsonView(scene, body)],
  [calls.headers, headersView(scene, headers)],
])}
<p class="actions spaced"><span class="small dim">${words.download}</span><button type="button" data-file="csv">CSV</button><button type="button" data-file="parquet">Parquet</button></p>`
}
