import uPlot from 'uplot'
import { tickDigits, ticksOf } from '../figures/scale.ts'
import type { Series, SeriesFigure } from '../figures/spec.ts'
import { direction, number, signed } from '../format.ts'
import { type ReadoutPart, writeReadout } from './readout.ts'
import { colour, fontFamily } from './theme.ts'

const isBars = ({ form }: Series): boolean => form === 'bars' || form === 'signed'

/** Labels stand at even distances, counted from the newest point back. */
function pointSplits(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((88 * count) / width))
  const splits: number[] = []
  // A label at the very start would be cut off.
  const first = (34 * count) / width
  for (let at = count - 1; at >= first; at -= step) splits.unshift(at)
  return splits
}

const axisStyle = (): Partial<uPlot.Axis> => ({
  font: `12px ${fontFamily()}`,
  ticks: { show: false },
  gap: 6,
})

function seriesStyle(series: Series, isSecond: boolean, base: number | undefined): uPlot.Series {
  const { form, values } = series
  const own: Partial<uPlot.Series> = { points: { show: false }, ...(series.hasOwnAxis ? { scale: 'second' } : {}) }
  if (form === 'line') return { ...own, stroke: colour(isSecond ? 'accent' : 'ink'), width: 1.5 }
  if (form === 'trend') {
    const known = values.filter((value) => value !== null)
    const change = (known.at(-1) ?? 0) - (base ?? known[0] ?? 0)
    const name = direction(change)
    return { ...own, stroke: colour(name === 'flat' ? 'ink-2' : name), width: 1.5 }
  }
  const colours = form === 'signed' ? values.map((value) => colour((value ?? 0) < 0 ? 'down' : 'up')) : null
  const paths = uPlot.paths.bars!({
    size: [0.7, 24],
    ...(colours
      ? {
          disp: {
            fill: { unit: 3, values: () => colours },
            stroke: { unit: 3, values: () => colours },
          },
        }
      : {}),
  })
  // A bar is as wide as its place less its stroke: with one, a bar of a pixel has no width left.
  return { ...own, paths, fill: colour(isSecond ? 'accent' : 'ink-3'), width: 0 }
}

/** The value the first series is compared with, as a dashed line with its label. */
function drawBase(plot: uPlot, base: NonNullable<SeriesFigure['base']>): void {
  const { ctx, bbox } = plot
  const y = Math.round(plot.valToPos(base.value, 'y', true)) + 0.5
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour('rule-2')
  ctx.setLineDash([3, 3])
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.font = `${12 * ratio}px ${fontFamily()}`
  ctx.textAlign = 'left'
  // A patch of paper keeps the label readable where the line crosses it.
  const text = `${base.label} ${number(base.value, base.digits ?? 2)}`
  const width = ctx.measureText(text).width
  ctx.globalAlpha = 0.8
  ctx.fillStyle = colour('paper')
  // Above the line, or below it where the line is at the top.
  const top = y - 17 * ratio < bbox.top ? y + 2 * ratio : y - 17 * ratio
  ctx.fillRect(bbox.left, top, width + 8 * ratio, 15 * ratio)
  ctx.globalAlpha = 1
  ctx.fillStyle = colour('ink-2')
  ctx.fillText(text, bbox.left + 4 * ratio, top + 12 * ratio)
  ctx.restore()
}

/** Returns a function that draws the chart and gives one that removes it. */
export function drawSeries(canvas: HTMLElement, readout: HTMLElement, spec: SeriesFigure): () => () => void {
  const { points, series, base } = spec
  const [first, second] = series
  const shared = second && !second.hasOwnAxis ? second.values : []
  const isFromZero = isBars(first) || (second !== undefined && !second.hasOwnAxis && isBars(second))
  const firstTicks = ticksOf([...first.values, ...shared, ...(base ? [base.value] : [])], isFromZero)
  const secondTicks = second?.hasOwnAxis ? ticksOf(second.values, isBars(second)) : null
  const rest = points.length - 1

  const write = (at: number): void => {
    const values = series.map((one, place): ReadoutPart => {
      const value = one.values[at] ?? null
      const isSigned = one.form === 'signed'
      const after = one.unit === '' ? '' : one.unit === '%' ? '%' : ` ${one.unit}`
      return {
        label: one.label,
        value: isSigned ? signed(value, one.digits) : number(value, one.digits),
        after,
        ...(isSigned ? { tone: direction(value) } : {}),
        ...(series.length > 1 && !isSigned
          ? { kind: `key ${place === 0 ? 'first' : 'second'}${one.form === 'bars' ? ' bars' : ''}` }
          : {}),
      }
    })
    writeReadout(readout, [{ label: points[at]! }, ...values])
  }

  const valueAxis = (ticks: readonly number[], unit: string, more: Partial<uPlot.Axis>): uPlot.Axis => {
    const digits = tickDigits(ticks)
    const labels = ticks.map((tick) => number(tick, digits) + (unit === '%' ? '%' : ''))
    return {
      ...axisStyle(),
      stroke: colour('ink-2'),
      grid: { stroke: colour('rule'), width: 1 },
      splits: () => [...ticks],
      values: () => labels,
      size: 18 + 7 * Math.max(...labels.map(({ length }) => length)),
      ...more,
    }
  }

  return () => {
    canvas.replaceChildren()
    const edge = series.some(isBars) ? 0.6 : 0
    const width = canvas.clientWidth
    const plot = new uPlot(
      {
        width,
        height: 228,
        padding: [8, 4, 0, 8],
        legend: { show: false },
        cursor: { y: false, points: { size: 5 }, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: () => [-edge, rest + edge] },
          y: { range: () => [firstTicks[0]!, firstTicks.at(-1)!] },
          ...(secondTicks
            ? { second: { range: () => [secondTicks[0]!, secondTicks.at(-1)!] as [number, number] } }
            : {}),
        },
        series: [{}, ...series.map((one, i) => seriesStyle(one, i === 1, base?.value))],
        axes: [
          {
            ...axisStyle(),
            stroke: colour('ink-2'),
            grid: { show: false },
            size: 28,
            splits: (now) => pointSplits(points.length, now.bbox.width / devicePixelRatio),
            values: (_, splits) => splits.map((at) => points[at] ?? ''),
          },
          valueAxis(firstTicks, first.unit, { side: secondTicks ? 3 : 1 }),
          ...(secondTicks && second
            ? [
                valueAxis(secondTicks, second.unit, {
                  scale: 'second',
                  side: 1,
                  grid: { show: false },
                  stroke: colour('accent'),
                }),
              ]
            : []),
        ],
        hooks: {
          setCursor: [(now) => write(now.cursor.idx ?? rest)],
          ...(base ? { drawAxes: [(now: uPlot) => drawBase(now, base)] } : {}),
        },
      },
      [points.map((_, i) => i), ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      canvas,
    )
    write(rest)
    return () => plot.destroy()
  }
}
