import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogue } from '../../src/catalogue/index.ts'
import { chartOf } from '../../src/web/charts/chart.ts'
import { startBrowser } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
let service: Service

before(async () => {
  service = await shareService()
})

after(async () => {
  await service?.stop()
  if (!('skip' in browser)) await browser.stop()
})

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/** The columns of pixels in which a chart paints more than the lines of its grid and the letters of its axes. */
const paintedColumns = `(() => {
  const canvas = document.querySelector('[data-figure] canvas')
  const { width, height } = canvas
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data
  let columns = 0
  for (let x = 0; x < width; x++) {
    let painted = 0
    for (let y = 0; y < height; y++) if (pixels[4 * (y * width + x) + 3] > 60) painted++
    if (painted > 20) columns++
  }
  return columns / width
})()`

const barCharts = catalogue.filter((dataset) => {
  const chart = chartOf(dataset, false)
  return chart?.kind === 'series' && chart.series.some(({ form }) => form === 'bars' || form === 'signed')
})

test('charts of bars have bars, however narrow, on phones and desks', { skip }, async () => {
  assert.ok(!('skip' in browser))
  assert.ok(barCharts.length > 10)
  const { page, close } = await browser.open(`${service.url}/healthz`)
  for (const [at, { name }] of barCharts.entries())
    for (const viewport of process.env.TORTURE === undefined ? [viewports[at % 2]!] : viewports) {
      await page.setViewportSize(viewport)
      await page.goto(`${service.url}/datasets/${name}`)

      await page.locator('[data-figure] canvas').first().waitFor()
      const share = Number(await page.evaluate(paintedColumns))
      assert.ok(share > 0.1, `${name} at ${viewport.width}: bars in ${(100 * share).toFixed(1)} % of its columns`)
    }
  await close()
})
