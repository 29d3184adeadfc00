import { direction, number } from '../format.ts'
import { Html, html } from '../html.ts'
import { candleReadout, seriesReadout } from './readout.ts'
import { isOfBars, placesOf, positionOn, tickDigits, ticksOf } from './scale.ts'
import type { Bar, CandleFigure, Figure, Series, SeriesFigure } from './spec.ts'

/** The drawing surface; it is stretched to the width of the page. */
const width = 1_000
const height = 400

const place = (value: number): string => String(Math.round(value * 10) / 10)

const gridLines = (ticks: readonly number[]): Html[] => {
  const at = positionOn(ticks)
  return ticks.map((tick) => {
    const y = place(height * (1 - at(tick)))
    return html`<line class="grid-line" x1="0" x2="${width}" y1="${y}" y2="${y}"/>`
  })
}

/** Path of a line with a break at each missing value. */
function pathOf(values: readonly (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let path = ''
  let isOpen = false
  values.forEach((value, i) => {
    if (value === null) isOpen = false
    else {
      path += `${isOpen ? 'L' : 'M'}${place(x(i))} ${place(y(value))}`
      isOpen = true
    }
  })
  return path
}

const changeOf = (values: readonly (number | null)[], base: number | undefined): number => {
  const known = values.filter((value) => value !== null)
  return (known.at(-1) ?? 0) - (base ?? known[0] ?? 0)
}

type Drawing = { readonly ticks: readonly number[]; readonly x: (at: number) => number; readonly isSecond: boolean }

function drawSeries({ values, form }: Series, { ticks, x, isSecond }: Drawing, base: number | undefined): Html {
  const at = positionOn(ticks)
  const y = (value: number): number => height * (1 - at(value))
  if (form === 'line' || form === 'trend') {
    const colour = form === 'trend' ? direction(changeOf(values, base)) : isSecond ? 'second' : ''
    return html`<path class="line ${colour}" d="${pathOf(values, x, y)}"/>`
  }
  const step = width / values.length
  return html`${values.map((value, i) => {
    if (value === null) return null
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))]
    const colour = form === 'signed' ? direction(value) : isSecond ? 'accent' : ''
    return html`<rect class="bar-of ${colour}" x="${place(step * (i + 0.15))}" width="${place(step * 0.7)}" y="${place(top)}" height="${place(Math.max(1, bottom - top))}"/>`
  })}`
}

const labelsOf = (ticks: readonly number[], unit: string, kind = ''): Html => {
  const digits = tickDigits(ticks)
  return html`<div class="y ${kind}" aria-hidden="true">${ticks
    .toReversed()
    .map((tick) => html`<span>${number(tick, digits)}${unit === '%' ? '%' : ''}</span>`)}</div>`
}

/** Evenly spaced labels below a picture, the first and last point among them. */
function pointLabels(points: readonly string[]): Html {
  const most = Math.min(5, points.length)
  const chosen = Array.from(
    { length: most },
    (_, i) => points[Math.round(((points.length - 1) * i) / Math.max(1, most - 1))]!,
  )
  return html`<div class="x" aria-hidden="true">${chosen.map((point) => html`<span>${point}</span>`)}</div>`
}

function drawSeriesFigure({ label, points, series, base }: SeriesFigure): Html {
  const [first, second] = series
  const shared = second && !second.hasOwnAxis ? second.values : []
  const needsZero = isOfBars(first) || (second !== undefined && !second.hasOwnAxis && isOfBars(second))
  const firstTicks = ticksOf([...first.values, ...shared, ...(base ? [base.value] : [])], needsZero)
  const secondTicks = second?.hasOwnAxis ? ticksOf(second.values, isOfBars(second)) : firstTicks
  const x = placesOf(points.length, series, width)
  const baseY = base ? place(height * (1 - positionOn(firstTicks)(base.value))) : null
  const picture = html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${gridLines(firstTicks)}${
    baseY === null ? null : html`<line class="base-line" x1="0" x2="${width}" y1="${baseY}" y2="${baseY}"/>`
  }${drawSeries(first, { ticks: firstTicks, x, isSecond: false }, base?.value)}${second ? drawSeries(second, { ticks: secondTicks, x, isSecond: true }, undefined) : null}</svg>`
  if (!second?.hasOwnAxis)
    return html`<div class="drawing">${picture}${labelsOf(firstTicks, first.unit)}${pointLabels(points)}</div>`
  return html`<div class="drawing two-axes">${labelsOf(firstTicks, first.unit)}${picture}${labelsOf(secondTicks, second.unit, 'second')}${pointLabels(points)}</div>`
}

/** The part of the surface for prices; the rest is for volumes. */
const priceHeight = 0.76 * height

function drawCandles({ label, bars, marks }: CandleFigure): Html {
  const ticks = ticksOf(
    bars.flatMap(([, , high, low]) => [high, low]),
    false,
  )
  const at = positionOn(ticks)
  const y = (value: number): number => priceHeight * (1 - at(value))
  const mostVolume = Math.max(1, ...bars.map(([, , , , , volume]) => volume))
  const step = width / bars.length
  const candle = ([, open, high, low, close, volume]: Bar, i: number): Html => {
    const middle = place(step * (i + 0.5))
    const x = place(step * (i + 0.15))
    const wide = place(step * 0.7)
    const tall = (volume / mostVolume) * (height - priceHeight) * 0.8
    const isKnown = open !== null && close !== null && high !== null && low !== null
    const colour = isKnown && close < open ? 'down' : 'up'
    const volumeBar = html`<rect class="bar-of ${colour}-2" x="${x}" width="${wide}" y="${place(height - tall)}" height="${place(tall)}"/>`
    if (!isKnown) return volumeBar
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
    return html`<line class="wick ${colour}" x1="${middle}" x2="${middle}" y1="${place(y(high))}" y2="${place(y(low))}"/><rect class="bar-of ${colour}" x="${x}" width="${wide}" y="${place(top)}" height="${place(Math.max(1, bottom - top))}"/>${volumeBar}`
  }
  const lines = ticks.map((tick) => {
    const line = place(y(tick))
    return html`<line class="grid-line" x1="0" x2="${width}" y1="${line}" y2="${line}"/>`
  })
  const placeOf = new Map(bars.map(([day], i) => [day, place(step * (i + 0.5))]))
  const actions = marks.map(({ day, text }) => {
    const x = placeOf.get(day)
    return x === undefined
      ? null
      : html`<line class="action" x1="${x}" x2="${x}" y1="0" y2="${priceHeight}"><title>${day} ${text}</title></line>`
  })
  return html`<div class="drawing"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${lines}${actions}${bars.map(candle)}</svg>${labelsOf(ticks, '')}${pointLabels(bars.map(([day]) => day))}</div>`
}

/** JSON inside a page: no text of it can end the element. */
export const embedded = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))

/** A chart: its newest values, the picture, and the data for scripts. */
export const figure = (spec: Figure): Html =>
  html`<figure class="figure${spec.kind === 'candles' ? ' tall' : ''}" data-figure aria-label="${spec.label}">
<div class="readout">${spec.kind === 'series' ? seriesReadout(spec, spec.points.length - 1) : spec.bars.length > 0 ? candleReadout(spec, spec.bars.at(-1)!) : null}</div>
<div class="canvas">${spec.kind === 'candles' ? drawCandles(spec) : drawSeriesFigure(spec)}</div>
<script type="application/json">${embedded(spec)}</script>
</figure>`
