import {
  CandlestickSeries,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type Time,
} from 'lightweight-charts'
import { candleReadout } from '../figures/readout.ts'
import type { Bar, CandleFigure } from '../figures/spec.ts'
import { number } from '../format.ts'

const probe = document.createElement('i')
probe.hidden = true
document.body.append(probe)

/** The present value of a colour of the style: a canvas knows neither variables nor pairs of colours. */
function colour(name: string): string {
  probe.style.color = `var(--${name})`
  return getComputedStyle(probe).color
}

/** The value of a choice that belongs to the chart: raw or adjusted, how many days. */
const chosen = (name: string): string | undefined =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value

/** Returns a function that draws the chart and gives one that removes it. */
export function drawCandles(
  box: HTMLElement,
  canvas: HTMLElement,
  readout: HTMLElement,
  spec: CandleFigure,
): () => () => void {
  const { marks, volumeUnit } = spec

  return () => {
    canvas.replaceChildren()
    const isNarrow = canvas.clientWidth < 500
    const chart = createChart(canvas, {
      width: canvas.clientWidth,
      height: isNarrow ? 320 : 420,
      layout: {
        background: { color: colour('paper') },
        textColor: colour('ink-2'),
        fontFamily: getComputedStyle(document.body).fontFamily,
        fontSize: 12,
        // The logo would be drawn by an inline style; the foot of every page names its maker.
        attributionLogo: false,
        panes: { separatorColor: colour('rule'), enableResize: false },
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colour('rule') } },
      crosshair: {
        mode: CrosshairMode.Magnet,
        vertLine: { color: colour('ink-3'), labelBackgroundColor: colour('ink') },
        horzLine: { color: colour('ink-3'), labelBackgroundColor: colour('ink') },
      },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.06, bottom: 0.06 } },
      timeScale: { borderColor: colour('rule-2'), rightOffset: 1 },
      handleScroll: { vertTouchDrag: false },
      localization: { dateFormat: 'yyyy-MM-dd', locale: document.documentElement.lang },
    })
    const candles = chart.addSeries(CandlestickSeries, {
      upColor: colour('up'),
      downColor: colour('down'),
      wickUpColor: colour('up'),
      wickDownColor: colour('down'),
      borderVisible: false,
      priceLineColor: colour('ink-3'),
      priceFormat: { type: 'custom', minMove: 0.01, formatter: (price: number) => number(price, 2) },
    })
    const volume = chart.addSeries(
      HistogramSeries,
      {
        lastValueVisible: false,
        priceLineVisible: false,
        priceFormat: { type: 'custom', minMove: 1, formatter: (size: number) => number(size / volumeUnit) },
      },
      1,
    )
    volume.priceScale().applyOptions({ scaleMargins: { top: 0.25, bottom: 0 } })
    chart.panes()[1]?.setHeight(isNarrow ? 64 : 88)
    const signs = createSeriesMarkers(candles, [])
    let bars: readonly Bar[] = spec.bars

    const write = (bar: Bar | undefined): void => {
      if (bar) readout.innerHTML = candleReadout(spec, bar).text
    }

    const show = (): void => {
      const isAdjusted = chosen('adjusted') === 'yes' && spec.adjusted !== undefined
      bars = isAdjusted ? spec.adjusted! : spec.bars
      candles.setData(
        bars.map(([time, open, high, low, close]) =>
          open === null || high === null || low === null || close === null
            ? { time }
            : { time, open, high, low, close },
        ),
      )
      volume.setData(
        bars.map(([time, open, , , close, size]) => ({
          time,
          value: size,
          color: colour((close ?? 0) >= (open ?? 0) ? 'up-2' : 'down-2'),
        })),
      )
      const first = bars[0]?.[0] ?? ''
      signs.setMarkers(
        marks
          .filter(({ day }) => day >= first)
          .map(({ day, mark }) => ({
            time: day as Time,
            position: 'belowBar' as const,
            shape: 'arrowUp' as const,
            size: 0.6,
            color: colour('accent'),
            text: mark,
          })),
      )
      const count = Number(chosen('days') ?? bars.length)
      chart.timeScale().setVisibleLogicalRange({ from: bars.length - count - 0.5, to: bars.length + 0.5 })
      for (const part of document.querySelectorAll<HTMLElement>('[data-adjusted]'))
        part.hidden = (part.dataset.adjusted === 'yes') !== isAdjusted
      write(bars.at(-1))
    }
    show()
    chart.subscribeCrosshairMove(({ time }) => write(bars.find(([day]) => day === time) ?? bars.at(-1)))
    const inputs = document.querySelectorAll<HTMLInputElement>('input[name="adjusted"], input[name="days"]')
    for (const input of inputs) input.addEventListener('change', show)
    box.dataset.drawn = 'yes'
    return () => {
      for (const input of inputs) input.removeEventListener('change', show)
      chart.remove()
    }
  }
}
