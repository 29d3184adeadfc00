import { direction } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'

/** A table that scrolls by itself; all its columns but the first hold figures. */
export const figureTable = (
  label: string,
  heads: readonly Piece[],
  rows: readonly (readonly Piece[])[],
  total?: readonly Piece[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="tight"><thead><tr>${heads.map(
    (head, i) => html`<th scope="col"${i === 0 ? null : html` class="number"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}${total ? html`<tr class="total">${total}</tr>` : null}</tbody></table></div>`

export const figureCell = (value: Piece): Html => html`<td class="number">${value}</td>`
export const signedCell = (value: number | null, print: (value: number | null) => string): Html =>
  html`<td class="number ${direction(value)}">${print(value)}</td>`
