import { seriesReadout } from '../figures/readout.ts'
import { placesOf } from '../figures/scale.ts'
import type { SeriesFigure } from '../figures/spec.ts'

/** Lets the reader move a line over the picture of the server, by pointer or arrow keys, and reads the values below it. */
export function exploreSeries(canvas: HTMLElement, readout: HTMLElement, spec: SeriesFigure): void {
  const { points, series } = spec
  const picture = canvas.querySelector('svg')!
  const { width, height } = picture.viewBox.baseVal
  const places = placesOf(points.length, series, width)
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line')
  line.setAttribute('class', 'pointed')
  line.setAttribute('y2', String(height))
  const rest = points.length - 1
  let shown = rest

  const write = (at: number): void => {
    shown = at
    readout.innerHTML = seriesReadout(spec, at).text
  }
  const point = (at: number): void => {
    const x = String(places(at))
    line.setAttribute('x1', x)
    line.setAttribute('x2', x)
    picture.append(line)
    write(at)
  }
  const leave = (): void => {
    line.remove()
    write(rest)
  }

  picture.addEventListener('pointermove', ({ clientX }) => {
    const { left, width: shownWidth } = picture.getBoundingClientRect()
    const x = ((clientX - left) / shownWidth) * width
    const step = rest === 0 ? 1 : places(1) - places(0)
    point(Math.min(rest, Math.max(0, Math.round((x - places(0)) / step))))
  })
  picture.addEventListener('pointerleave', leave)
  picture.tabIndex = 0
  picture.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    point(Math.min(rest, Math.max(0, shown + step)))
  })
  picture.addEventListener('blur', leave)
}
