import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { chartsIn, openApi, plain } from '../../../test/support/api.ts'
import { withoutPython } from '../../../test/support/python.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { catalogue } from '../../catalogue/index.ts'
import { exact } from '../../web/parts/cells.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-dataset-pages-'))
const {
  url,
  send,
  look,
  keys: { plus: key },
} = await openApi(shareService())
after(() => rmSync(folder, { recursive: true, force: true }))

const snippetIn = (page: string, id: string): string =>
  plain(new RegExp(`<pre[^>]* id="snippet-${id}"[^>]*>([\\s\\S]*?)</pre>`).exec(page)![1]!)

describe('the list of datasets', () => {
  /** Names of the rows that the page shows without scripts. */
  const shownIn = (page: string): string[] =>
    [...page.matchAll(/<tr data-name="(\w+)" data-tier="\w+" data-category="\w+">/g)].map(([, name]) => name!)

  test('has every dataset by category with the dates and rows of the catalogue', async () => {
    const { datasets } = (await send('/v1/data')).json
    for (const [language, title] of [
      ['en', 'Daily stock prices'],
      ['zh-TW', '個股日行情'],
    ] as const) {
      const page = await look('/datasets', 200, language)
      assert.deepEqual(shownIn(page).toSorted(), catalogue.map(({ name }) => name).toSorted())
      assert.ok(page.includes(`<a href="./datasets/TaiwanStockPrice">${title}</a>`))
      for (const { name, tier, coverage } of datasets) {
        const row = plain(new RegExp(`<tr data-name="${name}"[\\s\\S]*?</tr>`).exec(page)![0])
        assert.ok(row.includes(coverage.row_count.toLocaleString('en')), `${name} rows`)
        assert.ok(row.includes(`${coverage.first_date} – ${coverage.last_date}`), `${name} dates`)
        assert.ok(row.toLowerCase().includes(tier), `${name} tier`)
      }
    }
  })

  test('is narrowed by words of both languages, plan and category without scripts', async () => {
    const sizes = new Map<string, number>()
    for (const [query, has, hasNot] of [
      ['q=foreign', 'TaiwanStockShareholding', 'GoldPrice'],
      [`q=${encodeURIComponent('融資')}`, 'TaiwanStockMarginPurchaseShortSale', 'GoldPrice'],
      [`q=${encodeURIComponent('千張大戶')}`, 'TaiwanStockHoldingSharesPer', 'TaiwanStockPrice'],
      ['q=sbl_short_sale_balance', 'TaiwanDailyShortSaleBalances', 'TaiwanStockPrice'],
      ['tier=plus', 'TaiwanFearAndGreedIndex', 'TaiwanStockPrice'],
      ['category=chips', 'TaiwanStockShareholding', 'TaiwanStockPrice'],
      ['q=foreign&tier=free&category=chips', 'TaiwanStockTotalInstitutionalInvestors', 'TaiwanStockShareholding'],
    ] as const) {
      const page = await look(`/datasets?${query}`)
      const found = shownIn(page)
      assert.ok(found.includes(has), query)
      assert.ok(!found.includes(hasNot), query)
      assert.ok(page.includes(`<b data-count>${found.length}</b>`), query)
      sizes.set(query, found.length)
    }
    for (const name of ['tier=plus', 'category=chips'])
      assert.equal(sizes.get(name), (await send(`/v1/data?${name}&include=derived`)).json.datasets.length)
    const both = await look('/datasets?q=foreign&tier=free')
    assert.ok(both.includes('href="./datasets?q=foreign&amp;category=chips&amp;tier=free"'))
    assert.ok(both.includes('<code>GET /v1/data?tier=free&amp;include=derived</code>'))
    assert.ok(both.includes('<input type="hidden" name="tier" value="free">'))
    assert.equal(shownIn(await look('/datasets?q=&tier=&category=')).length, catalogue.length)
  })

  test('names the way out where nothing is found, and refuses a plan that there is not', async () => {
    const page = await look('/datasets?q=TaiwanStockPrise')
    assert.deepEqual(shownIn(page), [])
    assert.match(page, /data-nothing><p><b>No dataset has all of these words/)
    assert.ok(page.includes('<a href="./datasets/TaiwanStockPrice"><code>'))
    assert.match(await look('/datasets?tier=gold', 422), /tier must be one of free, lite, plus/)
    const evil = await look(`/datasets?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    assert.ok(!evil.includes('<script>alert'))
  })
})

describe('the page of a dataset', () => {
  test('shows a dataset of any category in both languages', async () => {
    // One in three, of each category one at least; with TORTURE every one.
    const seen = new Set<string>()
    const shown = catalogue.filter(({ category }, n) => {
      const isFirst = !seen.has(category)
      seen.add(category)
      return process.env.TORTURE !== undefined || isFirst || n % 3 === 0
    })
    for (const { name, title, columns } of shown) {
      const [en, zh] = [await look(`/datasets/${name}`), await look(`/datasets/${name}`, 200, 'zh-TW')]
      assert.ok(plain(en).includes(title.en), name)
      assert.ok(zh.includes(title.zh), name)
      for (const column of Object.keys(columns)) assert.ok(en.includes(`<code>${column}</code>`), `${name} ${column}`)
    }
  })

  test('shows the rows that the API answers, as table and as chart', async () => {
    const page = await look('/datasets/TaiwanStockPrice?stock_id=2317')
    const { data } = (await send('/v1/data/TaiwanStockPrice?stock_id=2317&limit=250', { key })).json
    const [spec] = chartsIn(page)
    assert.equal(spec.kind, 'candles')
    assert.deepEqual(
      spec.bars,
      data
        .toReversed()
        .map((row: Record<string, string>) => [
          row.trade_date,
          ...['open', 'high', 'low', 'close'].map((name) => (row[name] === null ? null : Number(row[name]))),
          Number(row.volume),
        ]),
    )
    const table = plain(/<table class="rows tight">[\s\S]*?<\/table>/.exec(page)![0])
    for (const row of data.slice(0, 8)) assert.ok(table.includes(`${row.trade_date}${exact(row.open)}`), row.trade_date)
    assert.ok(page.includes('GET /v1/data/TaiwanStockPrice?stock_id=2317&amp;limit=8'))
  })

  test('shows net flows in lots, and statements of one account', async () => {
    const [flows] = chartsIn(await look('/datasets/TaiwanStockInstitutionalInvestorsBuySell'))
    const { data } = (await send('/v1/data/TaiwanStockInstitutionalInvestorsBuySell?stock_id=2330&limit=1', { key }))
      .json
    assert.deepEqual([flows.series[0].form, flows.series[0].values.at(-1)], ['signed', data[0].total_net / 1_000])
    const [income] = chartsIn(await look('/datasets/TaiwanStockFinancialStatement'))
    const rows = (await send('/v1/data/TaiwanStockFinancialStatement?stock_id=2330&limit=100', { key })).json.data
    const revenue = rows.find(({ type }: { type: string }) => type === 'Revenue')
    assert.deepEqual([income.series[0].values.at(-1), income.series[0].unit], [Number(revenue.value) / 1e9, 'NT$ bn'])
    assert.equal(income.points.at(-1), revenue.report_date)
  })

  test('shows the days of the year that are complete, and the gaps with their reasons', async () => {
    const { data } = (await send('/v1/data/TaiwanStockPrice/gaps?start_date=2026-01-01&limit=10000', { key })).json
    const open = data.filter(({ reason }: { reason: string }) => reason !== 'closed')
    const page = await look('/datasets/TaiwanStockPrice')
    assert.match(page, /<li class="complete newest" title="2026-11-13 complete">13<\/li>/)
    assert.match(page, /<li class="closed" title="2026-02-17 closed: [^"]+">17<\/li>/)
    assert.ok(page.includes(open[0].detail))
    assert.ok((await look('/datasets/TaiwanStockPrice', 200, 'zh-TW')).includes('終止上市'))
    const days = (
      await send('/v1/data/TaiwanStockTradingDate?start_date=2026-01-01&end_date=2026-11-13&limit=300', { key })
    ).json
    assert.ok(page.includes(`${days.count} complete, 0 missing`))
    assert.ok((await look('/datasets/TaiwanRelatedNews')).includes('Rows are events or the present state'))
  })

  test('says when it is updated next, and what it is computed from', async () => {
    // Days of the simulated market are published at 18:00, whatever the publishers promise.
    const page = await look('/datasets/TaiwanStockPriceAdj')
    assert.ok(page.includes('<dt>Next update</dt><dd>2026-11-16 18:00</dd>'))
    assert.match(page, /Computed from<\/h3>[\s\S]*?href="\.\.\/datasets\/TaiwanStockDividendResult"/)
    assert.match(
      await look('/datasets/TaiwanStockPrice'),
      /Computed into<\/h3>[\s\S]*?href="\.\.\/datasets\/TaiwanStockPriceAdj"/,
    )
  })

  test('that there is not is a page with similar names', async () => {
    const page = await look('/datasets/TaiwanStockPrise', 404)
    assert.ok(page.includes('<a href="../datasets/TaiwanStockPrice">TaiwanStockPrice</a>'))
    assert.ok(page.includes('href="../datasets"'))
  })

  test('refuses an id where there are none, and several; says that an id has no rows', async () => {
    assert.match(await look('/datasets/GoldPrice?stock_id=2330', 422), /GoldPrice has no ids/)
    assert.match(await look('/datasets/TaiwanStockPrice?stock_id=2330,2317', 422), /must be one id/)
    const page = await look('/datasets/TaiwanStockPrice?stock_id=NOPE')
    assert.ok(page.includes('No rows of NOPE.'))
    // The calendar does not call the days of an unknown id complete.
    assert.ok(page.includes('<code>GET /v1/data/TaiwanStockPrice/gaps?start_date=2026-01-01&amp;limit=10000</code>'))
    assert.ok(!page.includes('of NOPE:'))
    assert.ok((await look('/datasets/TaiwanStockPrice?stock_id=2317')).includes('of 2317: '))
    assert.ok(page.includes('<a href="../datasets/TaiwanStockPrice">2330</a>'))
    // An empty field of the form is the example.
    assert.ok((await look('/datasets/TaiwanStockPrice?stock_id=')).includes('stock_id=2330'))
  })
})

describe('snippets', () => {
  const run = promisify(execFile)

  test('work as pasted, without a key for a sample and with one for the rest', async () => {
    for (const [name, needsKey] of [
      ['TaiwanStockPER', false],
      ['TaiwanStockPrice', true],
    ] as const) {
      const page = await look(`/datasets/${name}`)
      const env = { ...process.env, FORMOSA_KEY: key }
      const curl = snippetIn(page, 'curl')
      assert.equal(curl.includes('$FORMOSA_KEY'), needsKey, name)
      assert.ok(curl.includes(`"${url}/v1/data/${name}?stock_id=2330&limit=5"`), curl)
      const { data } = (await send(`/v1/data/${name}?stock_id=2330&limit=5`, { key })).json
      const file = join(folder, `${name}.mts`)
      writeFileSync(file, snippetIn(page, 'typescript'))
      const printed = (await run(process.execPath, [file], { env })).stdout
      for (const row of data) assert.ok(printed.includes(row.trade_date), printed)
      if (withoutPython() === false) {
        const lines = (await run('python3', ['-c', snippetIn(page, 'python')], { env })).stdout.trim().split('\n')
        assert.equal(lines.length, data.length)
        assert.ok(lines[0]!.includes(data[0].trade_date))
      }
    }
  })

  test('hold an id of the address only as an encoded value', async () => {
    const page = await look(`/datasets/TaiwanStockPrice?stock_id=${encodeURIComponent(`x');--"$(id)\``)}`)
    for (const id of ['curl', 'python', 'typescript', 'duckdb'])
      assert.ok(snippetIn(page, id).includes('stock_id=x%27%29%3B--%22%24%28id%29%60&limit=5'), snippetIn(page, id))
  })
})
