import { direction } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'

/** Tables that scroll by themselves where they are wider than their place. */

export const head = (text: Piece): Html => html`<th scope="col">${text}</th>`
/** Figures stand at the right of their column. */
export const figureHead = (text: Piece): Html => html`<th scope="col" class="number">${text}</th>`
export const figureCell = (value: Piece): Html => html`<td class="number">${value}</td>`
export const signedCell = (value: number | null, print: (value: number | null) => string): Html =>
  html`<td class="number ${direction(value)}">${print(value)}</td>`

export const table = (label: string, heads: readonly Piece[], rows: Piece, kind = ''): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="tight${kind}"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`

/** All columns but the first hold figures. */
export const figureTable = (
  label: string,
  [first, ...others]: readonly Piece[],
  rows: readonly (readonly Piece[])[],
  total?: readonly Piece[],
): Html =>
  table(
    label,
    [head(first!), ...others.map(figureHead)],
    html`${rows.map((cells) => html`<tr>${cells}</tr>`)}${total ? html`<tr class="total">${total}</tr>` : null}`,
  )
