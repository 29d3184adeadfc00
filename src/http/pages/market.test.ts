import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartsIn, openApi, requestsIn } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { number } from '../../web/format.ts'

const {
  send,
  rows,
  look,
  keys: { plus: key },
} = await openApi(shareService())

test('the market page shows what the API answers, and every request on it works', async () => {
  const page = await look('/market?lang=en')
  const [taiex] = await rows('TaiwanWeightedIndex?stock_id=TAIEX&limit=1')
  const [fear] = await rows('TaiwanFearAndGreedIndex?limit=1')
  assert.ok(page.includes(`<span class="large">${number(Number(taiex.close), 2)}</span>`))
  assert.ok(page.includes(`<b>${number(Number(fear.fear_greed_score))} `))
  assert.ok(page.includes(`<span>Momentum</span>`))
  const lines = requestsIn(page)
  assert.ok(lines.size >= 15)
  for (const line of lines) assert.equal((await send(line, { key })).status, 200, line)
  assert.match(await look('/market?lang=zh-TW'), /恐懼與貪婪/)
})

test('the breadth of the market is that of the rows of each day', async () => {
  const page = await look('/market?lang=en')
  const chart = chartsIn(page).find(({ label }) => label.startsWith('Advances'))
  const stocks = new Set(
    (await rows('TaiwanStockOverview?limit=10000'))
      .filter(({ security_type }) => security_type === 'stock')
      .map(({ stock_id }) => stock_id),
  )
  for (const at of [0, chart.points.length - 1]) {
    const day = chart.points[at]
    const prices = (await rows(`TaiwanStockPrice?start_date=${day}&end_date=${day}&limit=10000`)).filter((row) =>
      stocks.has(row.stock_id),
    )
    const [up, down] = [1, -1].map((sign) => prices.filter(({ spread }) => Math.sign(Number(spread)) === sign).length)
    assert.deepEqual(
      chart.series.map(({ values }: { values: number[] }) => values[at]),
      [up, -down!],
      day,
    )
  }
})

test('the sum of the markets is the net amount of the institutions', async () => {
  const chart = chartsIn(await look('/market?lang=en')).find(({ label }) => label.startsWith('Institutions'))
  const day = chart.points.at(-1)
  const sum = (await rows(`TaiwanStockTotalInstitutionalInvestors?start_date=${day}&end_date=${day}`)).reduce(
    (total, row) => total + Number(row.total_net_amount),
    0,
  )
  assert.equal(chart.series[0].values.at(-1), sum / 1e9)
})

test('sectors have English names on English pages and those of the exchanges on Chinese ones', async () => {
  for (const path of ['/', '/market']) {
    const english = await look(`${path}?lang=en`)
    const names = [...english.matchAll(/<span class="name" title="([^"]+)">/g)].map(([, name]) => name!)
    assert.ok(names.length > 20, path)
    assert.deepEqual(
      names.filter((name) => /[^\x20-\x7e]/.test(name)),
      [],
    )
    assert.match(await look(`${path}?lang=zh-TW`), /<span class="name" title="半導體">/)
  }
})

test('a parameter that the page does not know has no effect', async () => {
  const page = async (query: string) => (await send(`/market${query}`, { headers: { Accept: 'text/html' } })).text
  assert.equal(await page('?day=2020-01-01'), await page(''))
})
