import { direction, number, signed } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Bar, CandleFigure, SeriesFigure } from './spec.ts'

/** The line of values above a chart: of its newest point on the server, of the one under the pointer in the browser. */

export function seriesReadout({ points, series, base }: SeriesFigure, at: number): Html {
  const values = series.map(({ label, unit, digits, form, values }, place) => {
    const value = values[at] ?? null
    const after = unit === '' || unit === '%' ? unit : ` ${unit}`
    if (form === 'signed')
      return html`<span>${label} <b class="${direction(value)}">${signed(value, digits)}</b>${after}</span>`
    const key = `key ${place === 0 ? 'first' : 'second'}${form === 'bars' ? ' bars' : ''}`
    return html`<span class="${series.length === 1 ? '' : key}">${label} <b>${number(value, digits)}</b>${after}</span>`
  })
  return html`<span>${points[at]!}</span>${values}${base ? html`<span>${base.label} <b>${number(base.value, base.digits ?? 2)}</b></span>` : null}`
}

/** A bar may be an adjusted one: its volume is always as traded. */
export function candleReadout({ bars, marks, words, volumeUnit }: CandleFigure, bar: Bar): Html {
  const [day, ...prices] = bar
  const volume = bars.find(([other]) => other === day)?.[5] ?? 0
  const event = marks.find((mark) => mark.day === day)
  return html`<span>${day}</span>${words
    .slice(0, 4)
    .map(
      (word, i) => html`<span>${word} <b>${number(prices[i] ?? null, 2)}</b></span>`,
    )}<span>${words[4]} <b>${number(volume / volumeUnit)}</b> ${words[5]}</span>${event ? html`<span>${event.text}</span>` : null}`
}
