import type { Context } from '../context.ts'
import type { Fetched } from '../fetched.ts'
import { type Html, html, type Piece } from '../html.ts'

type Width = 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12

/** How many modules a page has so far: its headings are numbered alike whenever it is printed. */
const printed = new WeakMap<Context, number>()

/** The words of buttons that copy, for views that the browser prints too. */
type CopyWords = { readonly words: { readonly frame: { readonly copy: string; readonly copied: string } } }

/** A button that copies the text of the code before it, or of the element with the id `of`. */
export const copyButton = ({ words }: CopyWords, of?: string): Html =>
  html`<button class="copy scripted" type="button"${of === undefined ? null : html` data-of="${of}"`} data-done="${words.frame.copied}">${words.frame.copy}</button>`

/** The request that fetches a figure, under the figure. */
export const sourceLine = (context: CopyWords, line: string): Html =>
  html`<p class="source"><code>${line}</code>${copyButton(context)}</p>`

/** A section of a page: a rule, a title, its content, and the request it comes from. */
export function module(
  context: Context,
  {
    title,
    width,
    meta = null,
    tools = null,
    body,
    source,
    id,
  }: {
    readonly title: Piece
    readonly width: Width
    readonly meta?: Piece
    readonly tools?: Piece
    readonly body: Piece
    /** The request line; several where the content comes from several. */
    readonly source?: string | readonly string[]
    readonly id?: string
  },
): Html {
  const count = (printed.get(context) ?? 0) + 1
  printed.set(context, count)
  const heading = id ?? `module-${count}`
  const sources = source === undefined ? [] : typeof source === 'string' ? [source] : source
  return html`<section class="module of-${width}" aria-labelledby="${heading}">
<header><h2 id="${heading}">${title}</h2>${meta === null ? null : html`<span class="meta">${meta}</span>`}${tools === null ? null : html`<span class="tools">${tools}</span>`}</header>
${body}
${sources.length === 0 ? null : html`<div class="sources">${sources.map((line) => sourceLine(context, line))}</div>`}
</section>`
}

/** A module of half a page with the rows of one dataset. */
export const datasetModule = (
  context: Context,
  dataset: string,
  fetched: Fetched,
  { title, meta }: { readonly title: Piece; readonly meta: Piece },
  content: (rows: Fetched['rows']) => Piece,
): Html =>
  module(context, {
    title,
    width: 6,
    meta,
    tools: datasetLink(context, dataset),
    body: withRows(context, fetched, content),
    source: fetched.line,
  })

/** The content of a module, or the reason why its rows are missing. */
export function withRows({ words }: Context, fetched: Fetched, content: (rows: Fetched['rows']) => Piece): Piece {
  if (fetched.failure)
    return html`<p class="notice">${words.frame.refusedRows(fetched.failure.status)} ${fetched.failure.detail}</p>`
  return fetched.rows.length === 0 ? html`<p class="dim">${words.frame.noRows}</p>` : content(fetched.rows)
}

/** The name of a dataset, which leads to its page. */
export const datasetLink = ({ root }: Context, name: string): Html =>
  html`<a href="${root}datasets/${name}"><code>${name}</code></a>`
