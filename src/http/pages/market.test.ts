import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '../../../test/support/client.ts'
import { keyOf, type Service } from '../../../test/support/service.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { number } from '../../web/format.ts'

let service: Service
let client: Client
let key: string

before(async () => {
  service = await shareService()
  key = await keyOf(service.home, 'plus')
  client = createClient(service.url)
})

after(async () => {
  client?.close()
  await service?.stop()
})

const look = async (path: string): Promise<string> => {
  const response = await client.send(path, { headers: { Accept: 'text/html' } })
  assert.equal(response.status, 200, response.text.slice(0, 500))
  assert.doesNotMatch(response.text, /undefined|NaN|\[object|\sstyle=|\son\w+=/)
  return response.text
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any dataset
const rows = async (path: string): Promise<any[]> => {
  const response = await client.send(`/v1/data/${path}`, { key })
  assert.equal(response.status, 200, response.text)
  return response.json.data
}

// biome-ignore lint/suspicious/noExplicitAny: charts of any kind
const figuresIn = (page: string): any[] =>
  [...page.matchAll(/<script type="application\/json">([^<]+)<\/script>/g)].map(([, text]) => JSON.parse(text!))

test('the market page shows what the API answers, and every request on it works', async () => {
  const page = await look('/market?lang=en')
  const [taiex] = await rows('TaiwanWeightedIndex?stock_id=TAIEX&limit=1')
  const [fear] = await rows('TaiwanFearAndGreedIndex?limit=1')
  assert.ok(page.includes(`<span class="large">${number(Number(taiex.close), 2)}</span>`))
  assert.ok(page.includes(`<b>${number(Number(fear.fear_greed_score))} `))
  assert.ok(page.includes(`<span>Momentum</span>`))
  const lines = [...page.matchAll(/<code>GET (\/v1\/[^<]+)<\/code>/g)].map(([, line]) => line!.replaceAll('&amp;', '&'))
  assert.ok(lines.length >= 15)
  for (const line of new Set(lines)) assert.equal((await client.send(line, { key })).status, 200, line)
  assert.match(await look('/market?lang=zh-TW'), /恐懼與貪婪/)
})

test('the breadth of the market is that of the rows of each day', async () => {
  const page = await look('/market?lang=en')
  const chart = figuresIn(page).find(({ label }) => label.startsWith('Advances'))
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
  const chart = figuresIn(await look('/market?lang=en')).find(({ label }) => label.startsWith('Institutions'))
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
  const page = async (query: string) =>
    (await client.send(`/market${query}`, { headers: { Accept: 'text/html' } })).text
  assert.equal(await page('?day=2020-01-01'), await page(''))
})
