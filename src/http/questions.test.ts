import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { matches, type Table } from '../../test/support/score/matches.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { catalogue } from '../catalogue/index.ts'
import { openLake } from '../lake/lake.ts'
import { openReader } from '../lake/reader.ts'

/* Questions that people asked first, and what is answered to them; over HTTP, with the released models and gate. */

const { home, send, keys } = await openApi(shareService())
const scratch = mkdtempSync(join(tmpdir(), 'formosa-questions-'))
const memory = '512MB'
const lake = openLake({
  root: join(home, 'demo/lake'),
  origin: 'demo',
  datasets: catalogue,
  now: () => new Date(),
  memory,
})
/** The market of the service, for the rows that are meant. */
const market = await openReader((await lake.current())!, catalogue, { memory, scratch })
after(() => {
  market.close()
  rmSync(scratch, { recursive: true, force: true })
})

const ask = (question: string) => send('/v1/ask', { json: { question, max_rows: 1000 }, key: keys.plus })
/** The line of the SQL's head that says the reading, and the SQL. */
const sqlOf = async (question: string): Promise<string> => {
  const { status, json } = await ask(question)
  assert.equal(status, 200, `${question}: ${JSON.stringify(json).slice(0, 300)}`)
  return json.sql
}

/** Questions with what the SQL of their answer has. */
const answered: readonly (readonly [string, ...RegExp[]])[] = [
  ['過去20個交易日投信買超金額最高的5檔', /investment_trust_net AS DOUBLE\) \* CAST\(close/, /DESC[^\n]*\nLIMIT 5/],
  ['外資賣超金額前五名近五日', /foreign_investor_net AS DOUBLE\) \* CAST\(close/, /ASC[^\n]*\nLIMIT 5/],
  ['台指選擇權最大未平倉履約價', /strike_price/, /open_interest DESC[^\n]*\nLIMIT 1\b/],
  ['明天除息的股票', /cash_ex_date = DATE '2026-11-16'/],
  ['後天除息的股票', /cash_ex_date = DATE '2026-11-17'/],
  ['Stocks going ex-dividend tomorrow', /cash_ex_date = DATE '2026-11-16'/],
  ['12月除息的股票', /cash_ex_date BETWEEN DATE '2026-12-01' AND DATE '2026-12-31'/],
  ['下個月除權息', /cash_ex_date BETWEEN DATE '2026-12-01'/, /stock_ex_date BETWEEN DATE '2026-12-01'/],
  ['跌破季線的權值股', /前50名/, /TaiwanStockMarketValueWeight/],
  ['本益比歷史分位', /pe_ratio/, /standing|<=/],
  ['國泰的股價', /'2882'/],
  ['台積電占大盤比重', /weight_percent/],
  ['2330 ROE', /last 4 quarters/],
  ['所有股票今天的收盤價', /全部，最新一日的收盤價/],
  ['全部股票的收盤價', /全部，最新一日的收盤價/],
  ['今天所有股票的成交量', /全部，最新一日的成交/],
  ["All stocks' closing prices today", /closing price for all, the latest date/],
  ['台積電去年營收', /'Revenue'/, /2025-12-31/],
  ['台積電除權息日', /cash_ex_date/, /stock_ex_date/],
  ['台積電和聯電近一個月股價比較', /'2330'/, /'2303'/],
  ['Fear and greed index this month', /fear_greed_score/, /2026-11-01/],
  ['KD黃金交叉', /K/],
  ['外資買超、投信賣超最多的前10檔', /foreign_investor_net > 0/, /investment_trust_net ASC[^\n]*\nLIMIT 10/],
  ['外資買超但投信賣超前五名', /foreign_investor_net > 0/, /investment_trust_net ASC[^\n]*\nLIMIT 5/],
  ['which of the top 50 by weight has the lowest p/e', /pe_ratio ASC[^\n]*\nLIMIT 1\b/],
  ['the 5 lowest p/e among the 50 largest stocks', /first 50/, /pe_ratio ASC[^\n]*\nLIMIT 5/],
  ['what price limits will 2330 have tomorrow', /limit_up/, /2026-11-16/],
  ['殖利率超過一成的股票', /dividend_yield > 10\b/],
  ['一成五以上殖利率的股票', /dividend_yield >= 15\b/],
]

test('questions of which half was read, or another measure, day or part, are answered as they are meant', async () => {
  for (const [question, ...wanted] of answered) {
    const sql = await sqlOf(question)
    for (const pattern of wanted) assert.match(sql, pattern, `${question}\n${sql}`)
  }
})

/** Questions whose meaning cannot be told, or is not sure: none is answered with half of it. */
const offered: readonly string[] = [
  '各履約價的賣權買權未平倉比',
  '台積電外資持股成本',
  '殖利率最高本益比最低的10檔',
  'highest yield and the lowest p/e',
  '融資增加最多融券減少最多',
  '股價翻倍的股票',
]

test('a question that no reading answers wholly is refused, with readings to choose from', async () => {
  for (const question of offered) {
    const { status, json } = await ask(question)
    assert.equal(status, 422, `${question}: ${json.sql}`)
    if (json.code === 'ambiguous') assert.ok(json.readings.length > 1, question)
  }
})

/** What is scheduled is no forecast, whether it is answered or offered. */
test('bonds that will mature are listed or offered, and never taken for a forecast', async () => {
  for (const question of ['下個月會到期的可轉債', '明年會到期的可轉債有哪些', '可轉債有哪些快到期']) {
    const { status, json } = await ask(question)
    const said = status === 200 ? json.sql : JSON.stringify(json.readings)
    assert.match(said, /maturity_date|到期日/, question)
  }
})

/** Every so many-th plain question is asked; with TORTURE all are. */
const step = process.env.TORTURE === undefined ? 4 : 1
/** The plain questions of the third round, with their gold SQL. */
const plain: readonly { id: string; question: string; sql: string; alt_sql: readonly string[] }[] = readFileSync(
  join(import.meta.dirname, '../../training/blind/third.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ id }) => id.startsWith('plain'))

test('plain questions are answered with the rows that are meant, and none with others', async () => {
  const asked = plain.filter((_, at) => at % step === 0)
  let right = 0
  for (const { question, sql, alt_sql } of asked) {
    const { status, json } = await ask(question)
    if (status !== 200) continue
    const columns = Object.keys(json.data[0] ?? {})
    const rows = json.data.map((row: Record<string, unknown>) => columns.map((column) => row[column]))
    const own: Table = { columns, rows }
    const isMeant = async (sql: string): Promise<boolean> =>
      matches({ sql, order: null, limit: null, stocks: false }, (await market.select(sql)) as Table, own)
    const found = await Promise.all([sql, ...alt_sql].map(isMeant))
    assert.ok(found.includes(true), `${question}\n${json.sql}`)
    right++
  }
  assert.ok(right >= 0.95 * asked.length, `${right} of ${asked.length}`)
})
