import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chartsIn, openApi, requestsIn } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { number, percent } from '../../web/format.ts'

const {
  send,
  rows,
  look,
  keys: { plus: key },
} = await openApi(shareService())

/** The codes in the table of a page, in its order. */
const codesIn = (page: string): string[] =>
  [...page.matchAll(/<tr><td><a href="\.\/stock\/(\w+)">/g)].map(([, code]) => code!)

describe('the list of securities', () => {
  test('has every active security of the API, in both languages', async () => {
    const expected = (await rows('TaiwanStockOverview?limit=10000')).map(({ stock_id }) => stock_id)
    assert.deepEqual(codesIn(await look('/stocks?lang=en')).sort(), expected.slice(0, 250).sort())
    const chinese = await look('/stocks?lang=zh-TW')
    assert.match(chinese, /<h1>個股<\/h1>/)
    assert.match(chinese, /半導體業/)
    assert.match(await look('/stocks?lang=en'), /Semiconductors/)
  })

  test('finds a security by code, Chinese name and English name, and shows the price of the API', async () => {
    const [price] = await rows('TaiwanStockPrice?stock_id=2330&limit=1')
    const [close, spread] = [Number(price.close), Number(price.spread)]
    for (const q of ['2330', '台積電', '臺積電', 'tsmc', 'Taiwan Semiconductor']) {
      const page = await look(`/stocks?lang=en&q=${encodeURIComponent(q)}`)
      assert.equal(codesIn(page)[0], '2330', q)
      assert.ok(page.includes(`<td class="number">${number(close, 2)}</td>`), q)
      assert.ok(page.includes(percent((100 * spread) / (close - spread))), q)
    }
  })

  test('narrows by market, kind and industry, and orders with unknown values last', async () => {
    const overview = await rows('TaiwanStockOverview?limit=10000')
    const chosen = (fits: (row: Record<string, unknown>) => boolean) => overview.filter(fits).map((row) => row.stock_id)
    assert.deepEqual(
      codesIn(await look('/stocks?market=TPEX')).sort(),
      chosen(({ market }) => market === 'TPEX').sort(),
    )
    assert.deepEqual(
      codesIn(await look('/stocks?type=etf&q=&market=')).sort(),
      chosen(({ security_type }) => security_type === 'etf').sort(),
    )
    assert.deepEqual(
      codesIn(await look('/stocks?industry=24')).sort(),
      chosen(({ industry_code }) => industry_code === '24').sort(),
    )
    const [{ trade_date: newest }] = await rows('TaiwanStockPrice?limit=1')
    const priced = await rows(`TaiwanStockPrice?start_date=${newest}&limit=10000`)
    const prices = new Map(priced.map((row) => [row.stock_id, row]))
    const ordered = codesIn(await look('/stocks?sort=-close')).map((code) => Number(prices.get(code)?.close ?? -1))
    assert.ok(ordered.length > 5)
    assert.deepEqual(
      ordered,
      ordered.toSorted((a, b) => b - a),
    )
  })

  test('finds delisted securities by name and says so, and says where nothing fits', async () => {
    const [gone] = (await rows('TaiwanStockOverview?include_inactive=true&limit=10000')).filter((row) => !row.is_active)
    assert.ok(gone)
    assert.ok(!codesIn(await look('/stocks')).includes(gone.stock_id))
    assert.ok((await look(`/stocks?lang=en&q=${gone.stock_id}`)).includes(`delisted ${gone.delisting_date}`))
    assert.match(await look('/stocks?lang=en&q=zzzz'), /No security fits/)
    const evil = await look(`/stocks?q=${encodeURIComponent('"><img src=x>')}`)
    assert.doesNotMatch(evil, /<img/)
  })

  test('refuses parameters that it cannot read', async () => {
    for (const query of ['market=NYSE', 'sort=name', 'page=0', 'industry=abc', 'type=bond'])
      await send(`/stocks?${query}`, { headers: { Accept: 'text/html' } }).then(({ status, text }) => {
        assert.equal(status, 422, query)
        assert.match(text, /<!doctype html>/)
      })
  })

  test('is offered as JSON to the script of the page', async () => {
    const { json } = await send('/stocks.json?lang=en')
    const found = json.listed.find(({ id }: { id: string }) => id === '2330')
    assert.deepEqual([found.name, found.english, found.marketLabel], ['台積電', 'TSMC', 'Listed'])
    assert.equal(json.labels.code, 'Code')
  })
})

describe('the page of a security', () => {
  test('shows what the API answers, with the request of each figure', async () => {
    const page = await look('/stock/2330?lang=en')
    const [price] = await rows('TaiwanStockPrice?stock_id=2330&limit=1')
    const [valuation] = await rows('TaiwanStockPER?stock_id=2330&limit=1')
    const [revenue] = await rows('TaiwanStockMonthRevenue?stock_id=2330&limit=1')
    const [flow] = await rows('TaiwanStockInstitutionalInvestorsBuySell?stock_id=2330&limit=1')
    const { data: actions } = (await send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', { key })).json
    assert.match(page, /<h1>2330 台積電 <span class="dim second-name">TSMC<\/span><\/h1>/)
    assert.match(page, /ISIN TW0002330008/)
    for (const text of [
      `<span class="largest">${number(Number(price.close), 2)}</span>`,
      `<dt>P/E</dt><dd>${valuation.pe_ratio ?? '–'}</dd>`,
      percent(Number(revenue.yoy_percent)),
      number(Math.round(flow.total_net / 1_000)),
      Number(actions[0].factor).toFixed(6),
      actions[0].event_date,
    ])
      assert.ok(page.includes(text), text)
    const lines = requestsIn(page)
    assert.ok(lines.size >= 14)
    for (const line of lines) assert.equal((await send(line, { key })).status, 200, line)
    assert.match(await look('/stock/2330?lang=zh-TW'), /三大法人買賣超/)
  })

  test('gives the range of a year for a share of today, where units were split within it', async () => {
    const [split] = await rows('TaiwanStockSplitPrice?stock_id=00631L&limit=1')
    const prices = (await rows('TaiwanStockPrice?stock_id=00631L&limit=250')).filter(({ low }) => low !== null)
    const { data: actions } = (await send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=00631L', { key })).json
    const { factor } = actions.find(({ actions: [kind] }: { actions: string[] }) => kind === 'split')
    const today = (row: Record<string, string>, column: string) =>
      Number(row[column]) * (row.trade_date! < split.resumption_date ? Number(factor) : 1)
    const [low, high] = [
      Math.min(...prices.map((row: Record<string, string>) => today(row, 'low'))),
      Math.max(...prices.map((row: Record<string, string>) => today(row, 'high'))),
    ]
    assert.ok(high < 8 * low)
    const shown = `<dt>52-week range</dt><dd>${number(low, 2)} – ${number(high, 2)}</dd>`
    assert.ok((await look('/stock/00631L?lang=en')).includes(shown), shown)
  })

  test('marks corporate actions in the picture, and carries both kinds of prices for the switch', async () => {
    const page = await look('/stock/2330?lang=en')
    const spec = chartsIn(page).find(({ kind }) => kind === 'candles')
    assert.equal(spec.adjusted.length, spec.bars.length)
    const [newest] = await rows('TaiwanStockPriceAdj?stock_id=2330&limit=1')
    assert.deepEqual(spec.adjusted.at(-1).slice(0, 5), [
      newest.trade_date,
      ...[newest.open, newest.high, newest.low, newest.close].map(Number),
    ])
    const { data: actions } = (await send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', { key })).json
    const inRange = actions.filter((action: { effective_date: string }) => action.effective_date >= spec.bars[0][0])
    assert.deepEqual(
      spec.marks.map(({ day }: { day: string }) => day),
      inRange.map((action: { effective_date: string }) => action.effective_date).toReversed(),
    )
    assert.equal([...page.matchAll(/<line class="action"/g)].length, inRange.length)
  })

  test('of a fund or a warrant names what it leaves out and why', async () => {
    const fund = await look('/stock/0050?lang=en')
    assert.match(fund, /A fund files no revenue and no statements[\s\S]*datasets\/TaiwanStockMonthRevenue/)
    assert.doesNotMatch(fund, /Monthly revenue</)
    const warrants = await rows('TaiwanStockOverviewIncludeWarrant?limit=10000')
    const warrant = warrants.find(({ security_type }) => security_type === 'warrant')
    assert.match(await look(`/stock/${warrant.stock_id}?lang=en`), new RegExp(`stock/${warrant.underlying_stock_id}"`))
  })

  test('of a delisted security says so', async () => {
    const [gone] = (await rows('TaiwanStockOverview?include_inactive=true&limit=10000')).filter((row) => !row.is_active)
    const page = await look(`/stock/${gone.stock_id}?lang=en`)
    assert.ok(page.includes(`Delisted on ${gone.delisting_date}`))
    assert.match(page, /no trade since/)
  })

  test('that does not exist is 404 with codes and names like it', async () => {
    assert.match(await look('/stock/2331?lang=en', 404), /<a href="\.\.\/stock\/2330">2330 台積電<\/a>/)
    assert.match(await look(`/stock/${encodeURIComponent('台積電')}`, 404), /stock\/2330"/)
    assert.match(await look('/stock/TAIEX?lang=en', 404), /TAIEX is an index[\s\S]*href="\.\.\/market"/)
    assert.doesNotMatch(await look(`/stock/${encodeURIComponent('<img src=x>')}`, 404), /<img/)
  })
})
