import { type Html, html, type Piece } from '../html.ts'

/** Panels of which a choice shows one; it needs no script. `name` tells the choices of a page apart. */
export const tabs = (name: string, label: string, panels: readonly (readonly [string, Piece])[]): Html =>
  html`<div class="tabs"><div class="segments" role="group" aria-label="${label}">${panels.map(
    ([title], i) =>
      html`<label><input type="radio" name="${name}" class="tab-${i + 1}"${i === 0 ? html` checked` : null}><span>${title}</span></label>`,
  )}</div>${panels.map(([, panel], i) => html`<div class="panel panel-${i + 1}">${panel}</div>`)}</div>`
