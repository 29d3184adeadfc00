import type { Row } from '../fetched.ts'
import { figure } from '../figures/draw.ts'
import { type Column, chartOf, measuresOf } from '../figures/ofRows.ts'
import { rankedBar, rankedRow, ranking, signedBar } from '../figures/strips.ts'
import { direction, number, signed } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Scene } from './answer.ts'

/** Rows as a chart, with a choice of the column where scripts run. */
export function rowsChart(
  { words: { calls, frame } }: Scene,
  columns: readonly Column[],
  rows: readonly Row[],
  chosen: string | null = null,
): Html {
  const texts = { candles: calls.candles, units: frame.units }
  const chart = chartOf(columns, rows, texts, chosen)
  if (chart.kind === 'none') return html`<p class="dim">${calls.chartNone}</p>`
  if (chart.kind === 'many') return html`<p class="dim">${calls.chartMany}</p>`
  const measures = measuresOf(columns, rows)
  const first = chosen === null ? chart : chartOf(columns, rows, texts)
  const hasCandles = first.kind === 'figure' && first.spec.kind === 'candles'
  const choice =
    measures.length < 2
      ? null
      : html`<p class="chart-column scripted"><label for="chart-column">${calls.chartColumn}</label><select id="chart-column" data-chart-column>${
          hasCandles ? html`<option value="">${calls.candles.slice(0, 4).join(' ')}</option>` : null
        }${measures.map(
          ({ name }) =>
            html`<option value="${name}"${name === chart.column.name && (chosen !== null || !hasCandles) ? html` selected` : null}>${name}</option>`,
        )}</select></p>`
  if (chart.kind === 'figure') return html`${choice}${figure(chart.spec)}`
  const { bars, total, column } = chart
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)))
  const digits = column.kind === 'decimal' ? 2 : 0
  const hasSigns = bars.some(({ value }) => value < 0)
  return html`${choice}<p class="small dim">${column.label}${column.unit === null ? null : ` (${column.unit})`}${
    total > bars.length ? html`. ${calls.chartTop(number(bars.length), number(total))}` : null
  }</p>${ranking(
    bars.map(({ label, value }) =>
      hasSigns
        ? rankedRow(label, signedBar(value, most), signed(value, digits), direction(value))
        : rankedRow(label, rankedBar(value, most), number(value, digits)),
    ),
  )}`
}
