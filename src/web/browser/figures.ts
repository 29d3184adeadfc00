import type { Figure } from '../figures/spec.ts'

/** Replaces the pictures of the server by charts that can be explored. Where a library fails, the picture stays. */
export async function drawFigures(within: ParentNode): Promise<void> {
  await Promise.all([...within.querySelectorAll<HTMLElement>('[data-figure]')].map(drawFigure))
}

async function drawFigure(box: HTMLElement): Promise<void> {
  const data = box.querySelector('script')?.textContent
  if (!data) return
  const spec = JSON.parse(data) as Figure
  const canvas = box.querySelector<HTMLElement>('.canvas')!
  const readout = box.querySelector<HTMLElement>('.readout')!
  const draw =
    spec.kind === 'candles'
      ? (await import('./candles.ts')).drawCandles(box, canvas, readout, spec)
      : (await import('./series.ts')).drawSeries(canvas, readout, spec)
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
