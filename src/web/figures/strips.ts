import { type Html, html, type Piece } from '../html.ts'

/** Small pictures inside a line of text; widths are attributes, since the policy of the pages forbids inline styles. */

/** Parts of a whole beside one another: rising, unchanged, falling. */
export function split(
  parts: readonly { readonly size: number; readonly kind: 'u' | 'd' | 'a' | 'rest' }[],
  label: string,
): Html {
  const total = parts.reduce((sum, { size }) => sum + size, 0) || 1
  let x = 0
  return html`<svg class="strip" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="${label}">${parts.map(
    ({ size, kind }) => {
      const width = (100 * size) / total
      const bar = html`<rect class="${kind}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="8"/>`
      x += width
      return bar
    },
  )}</svg>`
}

/** A value left or right of zero, against the largest of its group. */
export function signedBar(value: number, most: number): Html {
  const width = most === 0 ? 0 : (50 * Math.abs(value)) / most
  return html`<svg class="strip" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" x="49.8" width="0.4" height="24"/><rect class="${value < 0 ? 'd' : 'u'}" x="${(value < 0 ? 50 - width : 50).toFixed(2)}" width="${width.toFixed(2)}" y="8" height="8"/></svg>`
}

/** A bar from zero, against the largest of its group. */
export const rankedBar = (value: number, most: number): Html =>
  html`<svg class="strip" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="v" width="${(most === 0 ? 0 : (100 * Math.max(0, value)) / most).toFixed(2)}" height="8"/></svg>`

/** A name, its bar, and its value. */
export const rankedRow = (name: Piece, bar: Html, value: Piece, direction = ''): Html =>
  html`<div class="ranked"><span>${name}</span>${bar}<span class="number ${direction}">${value}</span></div>`

export const ranking = (rows: readonly Html[]): Html => html`<div class="ranking">${rows}</div>`

/** The place of a value between 0 and 100, and of an earlier one. */
export const scale = (value: number, earlier: number | null, label: string): Html =>
  html`<svg class="strip scale" viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label="${label}"><rect class="rest" y="6" width="100" height="2"/>${earlier === null ? null : html`<rect class="rest" x="${(earlier - 0.2).toFixed(2)}" width="0.4" y="1" height="12"/>`}<rect class="mark" x="${(value - 0.25).toFixed(2)}" width="0.5" y="0" height="14"/></svg>`

/** The step of a heat map that a change in percent belongs to. */
export function heatOf(change: number | null): string {
  if (change === null || Math.abs(change) < 0.25) return ''
  const size = Math.abs(change) >= 3 ? 3 : Math.abs(change) >= 1 ? 2 : 1
  return `${change > 0 ? 'up' : 'down'}-${size}`
}
