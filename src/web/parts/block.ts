import { type Html, html, type Piece } from '../html.ts'

/** A label with its figure, and a picture or a second line below. */
export const block = (label: Piece, value: Piece, more: Piece): Html =>
  html`<div class="block"><h3><span>${label}</span><b>${value}</b></h3>${more}</div>`

/** A label with its value, in a list of such. */
export const fact = (label: Piece, value: Piece): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`
