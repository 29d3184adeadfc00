import type { Context } from '../context.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { copyButton } from '../parts/module.ts'
import { head, table } from '../parts/table.ts'
import { tabs } from '../parts/tabs.ts'
import type { Words } from '../words/words.ts'

/** Views of an answer of the service; pages print them, and scripts in the browser print them again. */

/** The answer to a request, as the service gave it. */
export type Answer = {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  /** Zero where no answer came. */
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly milliseconds?: number
  /** Calls left before the request; null where they are unknown. */
  readonly leftBefore?: number | null
}

/** The parts of a page that a view needs, and that a script in the browser has. */
export type Scene = Pick<Context, 'language' | 'root'> & { readonly words: Pick<Words, 'frame' | 'calls'> }

export type Refusal = {
  readonly detail?: string
  readonly code?: string
  readonly required_tier?: string
  readonly retry_after_seconds?: number
  readonly errors?: readonly { readonly param: string; readonly reason: string }[]
  readonly suggestions?: readonly string[]
}

/** Method and path, with a button to copy the path. */
export const requestLine = (scene: Scene, method: string, path: string, id: string): Html =>
  html`<div class="request"><b>${method}</b><code id="${id}" tabindex="0">${path}</code>${copyButton(scene, id)}</div>`

/** The line for a terminal that posts a body. */
export const curlOf = (siteUrl: string, path: string, body: unknown): string =>
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}' ${siteUrl}${path}`

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

/** Status, time, and the calls it took. */
export function statusLine({ words: { calls } }: Scene, answer: Answer, more: readonly Piece[] = []): Html {
  const { status, headers, milliseconds, leftBefore, body } = answer
  const after = numberOf(headers['x-ratelimit-remaining'])
  const before = leftBefore ?? null
  const code = (body as Refusal | null)?.code
  // 429 and 5xx are not counted, nor is a request without a key, nor one that the browser found unchanged (304).
  const isCounted = after !== null && status !== 429 && status < 500 && (before === null || after < before)
  // SQL counts by its seconds.
  const many = numberOf(headers['x-calls']) ?? 1
  const parts: Piece[] = [
    html`<b>${status === 0 ? '–' : status}</b>${code === undefined ? null : html` <code>${code}</code>`}`,
    ...(milliseconds === undefined ? [] : [calls.milliseconds(number(milliseconds))]),
    !isCounted ? calls.countedNone : many === 1 ? calls.countedOne : calls.countedMany(number(many)),
    ...(after === null
      ? []
      : [before === null ? calls.remainingAfter(number(after)) : calls.remaining(number(before), number(after))]),
    ...more,
  ]
  return html`<p class="answer-status">${parts.map((part) => html`<span>${part}</span>`)}</p>`
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `X-Warning` lines: a code, its parameter, values and suggestions. */
export function warningsView({ words: { calls } }: Scene, headers: Answer['headers']): Html | null {
  const text = headers['x-warning']
  if (text === undefined) return null
  // Lines are joined by a comma and a space; inside a line commas have no space after them.
  const lines = text.split(', ').map((line) => {
    const [code = '', ...rest] = line.split('; ')
    const parts = Object.fromEntries(rest.map((part) => part.split('=', 2) as [string, string]))
    const values = decoded(parts.values ?? '').replaceAll(',', ', ')
    const facts = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, decoded(value)]))
    const sentence = calls.warnings[code]?.(facts.param ?? '', values, facts) ?? line
    return parts.try === undefined
      ? sentence
      : `${sentence} ${calls.suggestion(decoded(parts.try).replaceAll(',', ', '))}`
  })
  return html`<ul class="notice">${lines.map((line) => html`<li><b>${calls.warning}</b> ${line}</li>`)}</ul>`
}

/** The refusal in the service's own words, and the way out of it. */
export function refusalView({ words: { calls }, root }: Scene, { status, headers, body }: Answer): Html {
  const { way } = calls
  if (status === 0) return html`<p class="notice" role="alert">${calls.noAnswer}</p>`
  const { detail = '', code, retry_after_seconds } = (body ?? {}) as Refusal
  const seconds = headers['retry-after'] ?? retry_after_seconds
  const wait = seconds === undefined ? way.again : way.wait(number(Number(seconds)))
  const link = (page: string, text: string): Html => html`<a href="${root}${page}">${text}</a>`
  const byCode: Readonly<Record<string, readonly Piece[]>> = {
    missing_key: [link('account', calls.keyGet), way.key, way.samples],
    tier_required: [link('#plans', way.plan)],
    cursor_expired: [way.restart],
    invalid_cursor: [way.restart],
    invalid_parameter: [way.fields],
  }
  const byStatus: Readonly<Record<number, readonly Piece[]>> = {
    401: [link('account', calls.keyGet), way.key],
    404: [link('datasets', way.datasets)],
    429: [wait, link('account', way.account)],
  }
  const ways = byCode[code ?? ''] ?? byStatus[status] ?? (status >= 500 ? [wait] : [])
  return html`<div class="notice" role="alert"><p>${detail}</p>${ways.length === 0 ? null : html`<p class="ways">${ways.map((each) => html`<span>${each}</span>`)}</p>`}</div>`
}

/** Headers that describe the answer itself. */
const isShown = (name: string): boolean =>
  !/^(vary|date|connection|keep-alive|content-encoding|transfer-encoding)$/.test(name)

export const headersView = ({ words: { calls } }: Scene, headers: Answer['headers']): Html =>
  table(
    calls.headers,
    [head(calls.header), head(calls.value)],
    Object.entries(headers)
      .filter(([name]) => isShown(name))
      .map(([name, value]) => html`<tr><th scope="row"><code>${name}</code></th><td class="mono">${value}</td></tr>`),
  )

const mostJsonRows = 50

/** The body as text: its first rows, and how many there are. */
export function jsonView({ words: { calls } }: Scene, body: unknown): Html {
  const { data } = (body ?? {}) as { data?: readonly unknown[] }
  const isCut = data !== undefined && data.length > mostJsonRows
  const shown = isCut ? { ...(body as object), data: data.slice(0, mostJsonRows) } : body
  return html`${isCut ? html`<p class="dim small">${calls.jsonCut(number(mostJsonRows), number(data.length))}</p>` : null}<pre class="code" tabindex="0">${JSON.stringify(shown, null, 1)}</pre>`
}

/** The whole response to a refused request. */
export const refusedTabs = (scene: Scene, { status, body, headers }: Answer): Html | null =>
  status === 0 || body === null
    ? null
    : html`<div class="spaced">${tabs('form', scene.words.calls.answer, [
        [scene.words.calls.json, jsonView(scene, body)],
        [scene.words.calls.headers, headersView(scene, headers)],
      ])}</div>`
