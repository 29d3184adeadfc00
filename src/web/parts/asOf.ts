import type { Field } from '../../fields.ts'
import type { Context } from '../context.ts'
import type { Cell, Row } from '../fetched.ts'
import { taipei } from '../format.ts'
import { type Html, html } from '../html.ts'
import { exact } from './cells.ts'
import { module } from './module.ts'
import { figureHead, head, table } from './table.ts'

/** A value that was corrected: what it was before, and until when. */
export type Restated = {
  readonly dataset: string
  /** The values of the key of its row. */
  readonly key: readonly string[]
  readonly column: string
  readonly field: Pick<Field, 'kind' | 'label'>
  readonly before: Cell
  readonly after: Cell
  readonly at: string
}

/** Shows a page as of the end of a day; `more` are the other parameters of the page. */
export function asOfForm(
  { words, root }: Context,
  page: string,
  { asOf, last }: { readonly asOf: string | null; readonly last: string },
  more: Readonly<Record<string, string>> = {},
): Html {
  const text = words.frame.asOf
  const rest = Object.entries(more)
  const query = new URLSearchParams(more).toString()
  return html`<form class="choose dated" action="${root}${page}">${rest.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label class="small dim" for="as-of">${text.label}</label><input class="date" id="as-of" name="as_of" type="date" max="${last}" value="${asOf ?? ''}"><button type="submit">${text.show}</button>${
    asOf === null
      ? null
      : html`<a class="small" href="${root}${page}${query === '' ? '' : `?${query}`}">${text.today}</a>`
  }</form>
${asOf === null ? null : html`<p class="notice spaced">${text.notice(asOf)}</p>`}`
}

const shown = (value: Cell): string =>
  value === null ? 'null' : typeof value === 'string' ? exact(value) : String(value)

/** What marks a value that was corrected. */
export const restatedMark = ({ words }: Context, own: readonly Restated[]): Html =>
  html`<a class="restated" href="#restated" title="${own.map(({ before, at }) => words.frame.asOf.was(shown(before), taipei(at))).join('; ')}">*</a>`

/** The corrected values of rows, found by row and column. */
export const restatedIn =
  (restated: readonly Restated[], key: readonly string[]) =>
  (row: Row, column: string): readonly Restated[] =>
    restated.filter((one) => one.column === column && one.key.every((value, i) => value === String(row[key[i]!])))

/** Every version of the corrected values; nothing where none was. */
export function restatedModule(context: Context, restated: readonly Restated[], width: 5 | 7 | 12): Html | null {
  if (restated.length === 0) return null
  const { words, root, language } = context
  const text = words.frame.asOf
  const row = ({ dataset, key, column, field, before, after, at }: Restated): Html =>
    html`<tr><td><a href="${root}datasets/${dataset}"><code>${dataset}</code></a><span class="sub">${key.join(', ')}</span></td><td>${field.label[language]}<span class="sub"><code>${column}</code></span></td><td class="number">${shown(before)}</td><td class="number">${shown(after)}</td><td class="one-line">${taipei(at)}</td></tr>`
  return module(context, {
    title: text.restated,
    id: 'restated',
    width,
    meta: text.restatedMeta,
    body: table(
      text.restated,
      [...[text.row, text.column].map(head), ...[text.before, text.after].map(figureHead), head(text.at)],
      restated.map(row),
    ),
    source: [...new Set(restated.map(({ dataset }) => `GET /v1/changes/${dataset}`))],
  })
}
