import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogue } from '../../src/catalogue/index.ts'
import { chartOf } from '../../src/web/figures/ofDataset.ts'
import { startBrowser, waitForScripts } from '../support/browser.ts'
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

/** The share of the columns of a picture in which more pixels are painted than by the lines of its grid. */
const paintedColumns = (png: Buffer) => `(async () => {
  const image = new Image()
  image.src = 'data:image/png;base64,${png.toString('base64')}'
  await image.decode()
  const { width, height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const paper = data.slice(0, 3)
  let columns = 0
  for (let x = 0; x < width; x++) {
    let painted = 0
    for (let y = 0; y < height; y++) {
      const at = 4 * (y * width + x)
      if (Math.abs(data[at] - paper[0]) + Math.abs(data[at + 1] - paper[1]) + Math.abs(data[at + 2] - paper[2]) > 60) painted++
    }
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
      const picture = await page.locator('[data-figure] svg').first().screenshot()
      const share = Number(await page.evaluate(paintedColumns(picture)))
      assert.ok(share > 0.1, `${name} at ${viewport.width}: bars in ${(100 * share).toFixed(1)} % of its columns`)
    }
  await close()
})

test('a chart is read under the pointer and by arrow keys, and rests at its newest point', { skip }, async () => {
  assert.ok(!('skip' in browser))
  const { page, close } = await browser.open(`${service.url}/datasets/TaiwanStockMonthRevenue`)
  await waitForScripts(page)
  const [picture, readout] = [page.locator('[data-figure] svg').first(), page.locator('.readout').first()]
  const day = async () => (await readout.locator('span').first().textContent())!
  const newest = await day()
  const { width, height } = (await picture.boundingBox())!
  await picture.hover({ position: { x: 2, y: height / 2 } })
  const oldest = await day()
  assert.ok(oldest < newest, `${oldest} ${newest}`)
  assert.equal(await page.locator('svg .pointed').count(), 1)
  await picture.hover({ position: { x: width / 2, y: height / 2 } })
  const middle = await day()
  assert.ok(oldest < middle && middle < newest)
  await page.mouse.move(0, 0)
  assert.equal(await day(), newest)
  await picture.focus()
  await page.keyboard.press('ArrowLeft')
  const before = await day()
  assert.ok(before < newest && before > middle)
  await page.keyboard.press('ArrowRight')
  assert.equal(await day(), newest)
  await close()
})
