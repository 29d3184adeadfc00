import type { Figure } from '../figures/spec.ts'

/** Lets readers explore the pictures of the server; those of candles are replaced, unless their library fails. */
export async function drawFigures(within: ParentNode): Promise<void> {
  await Promise.all([...within.querySelectorAll<HTMLElement>('[data-figure]')].map(drawFigure))
}

async function drawFigure(box: HTMLElement): Promise<void> {
  const data = box.querySelector('script')?.textContent
  if (!data) return
  const spec = JSON.parse(data) as Figure
  const canvas = box.querySelector<HTMLElement>('.canvas')!
  const readout = box.querySelector<HTMLElement>('.readout')!
  if (spec.kind === 'series') return (await import('./series.ts')).exploreSeries(canvas, readout, spec)
  const draw = (await import('./candles.ts')).drawCandles(box, canvas, readout, spec)
  let undo = draw()
  const again = (): void => {
    undo()
    undo = draw()
  }
  addEventListener('choice', again)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again)
  let width = canvas.clientWidth
  new ResizeObserver(() => {
    if (Math.abs(canvas.clientWidth - width) < 2) return
    width = canvas.clientWidth
    again()
  }).observe(canvas)
}
