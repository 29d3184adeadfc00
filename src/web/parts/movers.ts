import type { Context } from '../context.ts'
import { direction, number, percent } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import type { Move } from '../today.ts'

/** Securities with their change of the day; a fourth column may stand between. */
export const moversTable = (
  { words, root }: Context,
  title: string,
  moves: readonly Move[],
  extra?: { readonly label: string; readonly value: (move: Move) => Piece },
): Html =>
  html`<table class="tight"><thead><tr><th scope="col">${title}</th><th scope="col" class="number">${words.day.close}</th>${extra ? html`<th scope="col" class="number">${extra.label}</th>` : null}<th scope="col" class="number">${words.day.change}</th></tr></thead><tbody>${moves.map(
    (move) =>
      html`<tr><td><a class="one-line" href="${root}stock/${move.id}">${move.id} ${move.name}</a></td><td class="number">${number(move.close, 2)}</td>${extra ? html`<td class="number">${extra.value(move)}</td>` : null}<td class="number ${direction(move.percent)}">${percent(move.percent)}</td></tr>`,
  )}</tbody></table>`

/** The largest rises, best first. */
export const gainersOf = (moves: readonly Move[], most: number): readonly Move[] =>
  moves
    .filter(({ change }) => change > 0)
    .sort((a, b) => b.percent - a.percent)
    .slice(0, most)

/** The largest falls, worst first. */
export const losersOf = (moves: readonly Move[], most: number): readonly Move[] =>
  moves
    .filter(({ change }) => change < 0)
    .sort((a, b) => a.percent - b.percent)
    .slice(0, most)
