import type { Field } from '../../fields.ts'
import type { Cell, Row } from '../fetched.ts'
import { direction, number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'

/** The part of a field that decides how its values are written. */
type Shape = Pick<Field, 'kind'>

const isNumeric = ({ kind }: Shape): boolean => kind === 'integer' || kind === 'decimal'

/** `1445.0000` as `1,445.00`: at least two digits and no others that are zero, so that no digit is lost. */
export function exact(text: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const digits = fraction.replace(/0+$/, '').padEnd(fraction === '' ? 0 : 2, '0')
  return `${sign === '-' ? '−' : ''}${number(Number(whole))}${digits === '' ? '' : `.${digits}`}`
}

/** Columns whose sign means rising or falling. */
const isChange = (name: string): boolean => /(^|_)(spread|change|net|growth)(_|$)/.test(name)

/** A value of a row in a table; `null` is written out, since it is not zero. */
function cell(name: string, field: Shape, value: Cell, mark: Piece): Html {
  if (value === null) return html`<td class="${isNumeric(field) ? 'number ' : ''}dim">null${mark}</td>`
  if (!isNumeric(field)) return html`<td>${String(value)}${mark}</td>`
  // A year is no amount.
  const isYear = /(^|_)year$/.test(name) && /^\d{4}$/.test(String(value))
  const text = isYear ? String(value) : exact(String(value))
  if (!isChange(name)) return html`<td class="number">${text}${mark}</td>`
  const size = Number(value)
  return html`<td class="number ${direction(size)}">${size > 0 ? '+' : ''}${text}${mark}</td>`
}

/** Rows as they come from the service, with its column names; `markOf` marks single values. */
export const rowTable = (
  label: string,
  columns: Readonly<Record<string, Shape>>,
  rows: readonly Row[],
  markOf: (row: Row, column: string) => Piece = () => null,
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="rows tight">
<thead><tr>${Object.entries(columns).map(
    ([name, field]) =>
      html`<th scope="col"${isNumeric(field) ? html` class="number"` : null}><code>${name}</code></th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${Object.entries(columns).map(([name, field]) => cell(name, field, row[name] ?? null, markOf(row, name)))}</tr>\n`,
  )}</tbody>
</table></div>`
