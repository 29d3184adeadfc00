import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openApi, unescaped } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { catalogue } from '../../catalogue/index.ts'
import { allExamples, declinedExample, examples } from '../../web/examples.ts'

/* The pages on which readers make calls: query, questions, agents. */

const { url, send, keys, ...api } = await openApi(shareService())
const { plus: key } = keys
const look = async (path: string) => unescaped(await api.look(path))

describe('the page for queries', () => {
  test('shows the rows of a request that needs no key, in both languages, as the service answers it', async () => {
    const path = '/v1/data/TaiwanStockPER?stock_id=2330&limit=7'
    const { json } = await send(path)
    for (const [lang, title] of [
      ['en', 'P/E, P/B and dividend yield'],
      ['zh-TW', '個股本益比、股價淨值比與殖利率'],
    ] as const) {
      const page = await look(`/console?dataset=TaiwanStockPER&stock_id=2330&limit=7&lang=${lang}`)
      for (const text of [path, title, `curl "${url}${path}"`, 'x-data-version', `cursor=${json.cursor}`])
        assert.ok(page.includes(text), text)
      for (const { trade_date, pe_ratio } of json.data)
        assert.match(page, new RegExp(`<td>${trade_date}</td><td>TWSE</td><td class="number">${pe_ratio}</td>`))
      assert.equal(page.match(/<td>2330<\/td>/g)?.length, 7)
    }
  })

  test('goes on to the next page by its cursor', async () => {
    const { json } = await send('/v1/data/TaiwanStockPER?stock_id=2330&limit=2')
    const { json: next } = await send(`/v1/data/TaiwanStockPER?stock_id=2330&limit=2&cursor=${json.cursor}`)
    const page = await look(`/console?dataset=TaiwanStockPER&stock_id=2330&limit=2&cursor=${json.cursor}`)
    for (const { trade_date } of next.data) assert.ok(page.includes(`<td>${trade_date}</td>`), trade_date)
    assert.ok(!page.includes(`<td>${json.data[0].trade_date}</td>`))
  })

  test('shows of a request that needs a key its size and the line to copy, and no rows', async () => {
    const path = '/v1/data/TaiwanStockPrice?stock_id=2330&start_date=2026-01-01'
    const { json: size } = await send(`${path}&dry_run=true`, { key })
    const page = await look('/console?dataset=TaiwanStockPrice&stock_id=2330&start_date=2026-01-01&end_date=&lang=en')
    assert.ok(page.includes(`curl -H "Authorization: Bearer $KEY" "${url}${path}"`))
    assert.ok(page.includes(`${size.rows} rows, `), `${size.rows}`)
    assert.ok(page.includes('These rows need a key of the Lite plan.'))
    assert.ok(!page.includes('<td>2330</td>'))
  })

  test('has the fields that apply to the dataset', async () => {
    const statement = await look('/console?dataset=TaiwanStockFinancialStatements&stock_id=2330')
    assert.match(statement, /<select id="period"[^>]*>.*<option value="annual">/)
    const dates = await look('/console?dataset=TaiwanStockTradingDate')
    assert.doesNotMatch(dates, /id="(stock_id|period|include_expired)"/)
    for (const { name } of catalogue) assert.ok(dates.includes(`<option value="${name}"`), name)
  })

  test('says every fault beside its field, in the words of the service', async () => {
    for (const [lang, limit, start] of [
      ['en', 'limit must be a whole number from 1 to 10000', 'start_date must be a calendar date, YYYY-MM-DD'],
      ['zh-TW', 'limit 必須為 1 到 10000 的整數', 'start_date 必須為存在的日期'],
    ] as const)
      for (const dataset of ['TaiwanStockPER', 'TaiwanStockPrice']) {
        const page = await look(`/console?dataset=${dataset}&stock_id=2330&limit=0&start_date=x&lang=${lang}`)
        assert.ok(page.includes(`data-fault="limit">${limit}`), page)
        assert.ok(page.includes(`data-fault="start_date">${start}`))
        assert.match(page, /<input id="limit"[^>]*value="0"[^>]*aria-invalid="true"/)
      }
  })

  test('shows the refusal of an unknown dataset, and repeats no parameter that it does not know', async () => {
    const page = await look('/console?dataset=TaiwanStockPrise&lang=en')
    assert.ok(page.includes('There is no dataset named TaiwanStockPrise'))
    assert.match(page, /<b>404<\/b> <code>unknown_dataset<\/code>/)
    assert.doesNotMatch(await look('/console?dataset=TaiwanStockPER&key=fmsa_live_x'), /fmsa_live_x/)
  })

  test('escapes what the address says', async () => {
    const page = await send(
      `/console?dataset=TaiwanStockPER&stock_id=${encodeURIComponent('"><script>alert(1)</script>')}`,
      {
        headers: { Accept: 'text/html' },
      },
    )
    assert.ok(!page.text.includes('<script>alert'))
  })
})

describe('the page for SQL', () => {
  test('opens with the SQL of the address, in both languages, and runs nothing', async () => {
    const sql = "SELECT close\nFROM TaiwanStockPrice\nWHERE stock_id = '2330' LIMIT 3"
    const query = new URLSearchParams({ sql, as_of: '2026-10-01', max_rows: '20' })
    for (const [lang, text] of [
      ['en', 'Most rows'],
      ['zh-TW', '列數上限'],
    ] as const) {
      const page = await look(`/console/sql?${query}&lang=${lang}`)
      const body = JSON.stringify({ sql, as_of: '2026-10-01', max_rows: 20 }).replaceAll("'", "'\\''")
      for (const part of [text, `>\n${sql}</textarea>`, `-d '${body}' ${url}/v1/sql`, 'value="2026-10-01"'])
        assert.ok(page.includes(part), part)
      assert.ok(!page.includes('<table'))
    }
  })

  test('escapes hostile SQL of the address, and repeats no parameter that it does not know', async () => {
    const hostile = '</textarea><script>alert(1)</script>"\'&'
    const query = new URLSearchParams({ sql: hostile, as_of: hostile, max_rows: hostile, key: 'fmsa_live_x' })
    const page = await api.look(`/console/sql?${query}`)
    assert.ok(page.includes('&lt;/textarea&gt;&lt;script&gt;alert(1)'))
    assert.doesNotMatch(page, /<script>|<\/textarea><script|value="<|fmsa_live_x/)
  })

  test('opens the SQL of an answer and of every dataset, which the service runs', async () => {
    const statements = [await look('/ask?lang=en'), await look('/datasets/TaiwanStockPrice?lang=en')].map((page) => {
      const [, query] = /href="[^"]*console\/sql\?([^"]*)"/.exec(page)!
      return new URLSearchParams(query).get('sql')!
    })
    for (const { name } of catalogue) {
      const [, query] = /href="[^"]*console\/sql\?([^"]*)"/.exec(await look(`/datasets/${name}`))!
      statements.push(new URLSearchParams(query).get('sql')!)
    }
    for (const sql of statements) {
      const { status, text } = await send('/v1/sql/explain', { key, json: { sql } })
      assert.equal(status, 200, `${sql}: ${text}`)
    }
  })

  test('completes the names of the catalogue and the functions that may be called', async () => {
    const { json } = await send('/sql.json?lang=zh-TW')
    assert.deepEqual(
      json.tables.map((table: { name: string }) => table.name),
      catalogue.map(({ name }) => name),
    )
    const [price] = json.tables.filter((table: { table: string }) => table.table === 'taiwan_stock_price')
    assert.ok(price.columns.some(([name, label]: [string, string]) => name === 'close' && /收盤/.test(label)))
    assert.ok(
      json.functions.includes('median') && !json.functions.includes('read_csv') && !json.functions.includes('%'),
    )
  })
})

describe('the page for questions', () => {
  test('has examples that the embedded engine answers, in both languages', async () => {
    for (const question of allExamples) {
      const { status, json } = await send('/v1/ask', { key, json: { question } })
      assert.equal(status, 200, `${question}: ${json.detail}`)
      assert.ok(json.count > 0, `${question} has no rows`)
    }
  })

  test('answers an example without a key: rows, reading and SQL as the service gives them', async () => {
    for (const [lang, question] of [
      ['zh-TW', examples.zh.prices[0]!],
      ['en', examples.en.prices[0]!],
    ] as const) {
      const { json } = await send('/v1/ask', { key, json: { question, columns: true } })
      for (const address of [`/ask?lang=${lang}`, `/ask?q=${encodeURIComponent(question)}&lang=${lang}`]) {
        const page = await look(address)
        assert.ok(page.includes(json.sql), address)
        assert.ok(page.includes(json.engine))
        for (const { trade_date } of json.data) assert.ok(page.includes(`<td>${trade_date}</td>`), trade_date)
      }
    }
  })

  test('marks in a declined question what was not understood, with questions that are answered', async () => {
    const question = declinedExample.zh
    const { status, json } = await send('/v1/ask', { key, json: { question } })
    assert.equal(status, 422)
    const page = await look(`/ask?q=${encodeURIComponent(question)}&lang=zh-TW`)
    assert.ok(page.includes(json.detail))
    for (const word of json.not_understood) assert.ok(page.includes(`<mark class="not">${word}</mark>`), word)
    for (const { text } of json.understood) assert.ok(page.includes(`<mark>${text}</mark>`), text)
    for (const each of json.suggestions) assert.ok(page.includes(`ask?q=${encodeURIComponent(each)}`), each)
    assert.equal((await send('/v1/ask', { key, json: { question: declinedExample.en } })).status, 422)
  })

  test('answers no other question without a key, and says what it needs', async () => {
    const page = await look('/ask?q=2317%20close%20today&lang=en')
    assert.ok(page.includes('Your own questions need a Plus key.'))
    assert.ok(page.includes('>2317 close today</textarea>'))
    assert.ok(!page.includes('SELECT'))
  })
})

test('the page for agents shows prices, and a handshake that this service made', async () => {
  const { json } = await send('/v1/agent')
  for (const lang of ['en', 'zh-TW']) {
    const page = await look(`/agents?lang=${lang}`)
    for (const text of [
      json.pay_to,
      json.asset.address,
      json.network,
      '0.001 USDC',
      '"nonce": "0x',
      'x-receipt: ',
      '<b>402</b>',
      '<b>200</b>',
    ])
      assert.ok(page.includes(text), text)
    assert.ok(page.includes('x-payment-settlement: none'))
    assert.equal(page.match(/<td class="number">0\.001 USDC<\/td>/g)?.length, catalogue.length)
    assert.ok(page.includes(`${url}/v1/agent/TaiwanStockPER?stock_id=2330&limit=2`))
    assert.ok(page.includes(`${url}/mcp`))
    assert.match(page, /<td>2330<\/td>/)
  }
})
