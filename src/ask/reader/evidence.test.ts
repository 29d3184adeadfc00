import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFixture } from '../../../test/support/ask.ts'
import { told } from '../canonical/told.ts'
import { compile } from '../compile.ts'
import { canonicalOf } from '../reading.ts'
import type { Representation } from '../representation.ts'
import { isAnswered, judged, matterOf } from './answered.ts'
import { withDefaults } from './defaults.ts'
import { encode } from './encode.ts'
import { evidenceOf } from './evidence.ts'
import { createNames } from './names.ts'
import type { Reading } from './readings.ts'

const asked = await openFixture()
after(asked.close)

const meaningOf = (sentence: string) => {
  const [meaning] = canonicalOf(asked.facts).read(sentence, 'code')
  assert.ok(meaning, sentence)
  return meaning
}

const readingOf = (sql: string, representation: Representation, probability: number): Reading => ({
  ...{ sql, representation, probability, words: [], lapses: [] },
  belief: { whole: [0], weakest: 0, lowest: 0 },
  account: { left: 0, strange: 0, named: 1 },
})

test('another reading is begun only where there is time for one that takes as long as the first', async () => {
  const close = meaningOf('TaiwanStockPrice: close for 2330, the latest date.')
  const readings = ['a', 'b', 'c', 'd'].map((sql, at) => readingOf(sql, close, 0.4 - at / 20))
  const runIn = async (tookMs: number): Promise<string[]> => {
    const ran: string[] = []
    const run = async (sql: string) => {
      ran.push(sql)
      return { columns: ['close'], rows: [[1]], ms: tookMs }
    }
    const encoded = encode('台積電收盤價', createNames(asked.facts))
    await evidenceOf({ readings, widened: null, refusals: new Map(), refusal: 0, encoded, fault: null }, run)
    return ran
  }
  assert.deepEqual(await runIn(20), ['a', 'b', 'c', 'd'])
  assert.deepEqual(await runIn(600), ['a', 'b'])
  assert.deepEqual(await runIn(900), ['a'])
})

test('what nobody said is told at the head of the SQL, and what was said is not', () => {
  const ranking = meaningOf(
    'TaiwanStockPrice: volume for all, the latest date, sorted by value 1 from the largest, at most 10 rows.',
  )
  const names = createNames(asked.facts)
  const notesOf = (question: string, meaning = ranking) =>
    withDefaults(meaning, question, encode(question, names), asked.facts).notes.map(({ code }) => code)
  assert.deepEqual(notesOf('成交量最大的股票'), ['default_limit', 'default_date'])
  assert.deepEqual(notesOf('今天成交量前十名'), [])
  assert.deepEqual(notesOf('stocks by volume today'), ['default_limit'])
  // A name has words of numbers and of times that say nothing of either.
  const flows = meaningOf(
    'TaiwanStockInstitutionalInvestorsBuySell: total_net for all, the latest date, sorted by value 1 from the largest, at most 10 rows.',
  )
  assert.deepEqual(notesOf('三大法人買超排行', flows), ['default_limit', 'default_date'])
  assert.deepEqual(notesOf('三大法人今天買超前十名', flows), [])
  const ratio = meaningOf('TaiwanStockPER: pe_ratio for 2330, the latest date.')
  assert.deepEqual(notesOf('2330 本益比', ratio), ['default_date'])
  const revenue = meaningOf('TaiwanStockMonthRevenue: revenue for 2330, the latest date.')
  assert.deepEqual(notesOf('monthly revenue of TSMC', revenue), ['default_date'])
  assert.deepEqual(notesOf('上市股票成交量排行'), ['default_limit', 'default_date'])
  const question = '成交量最大的股票'
  const sql = compile(withDefaults(ranking, question, encode(question, names), asked.facts), asked.facts, 'zh')
  assert.match(sql, /^-- 假設: 未指定筆數，取 10 筆$/m)
})

test('a reading is told as a person would say it', () => {
  const tell = (sentence: string, language: 'en' | 'zh') =>
    told(meaningOf(sentence), language, canonicalOf(asked.facts))
  const ranking =
    'TaiwanStockPrice: close for all, the latest date, sorted by value 1 from the largest, at most 10 rows.'
  assert.equal(tell(ranking, 'zh'), '所有股票收盤價最大的10檔（個股日行情）')
  assert.equal(tell(ranking, 'en'), 'The 10 largest closing price among all stocks (Daily stock prices)')
  assert.equal(
    tell('TaiwanStockPrice: close for 2330, the latest date.', 'zh'),
    '2330（台積電）的最新收盤價（個股日行情）',
  )
  assert.equal(tell(ranking.replace(/\.$/, ' at both ends.'), 'zh'), '所有股票收盤價最大和最小的各10檔（個股日行情）')
})

const ranked = (what: string, by: number, rows: number) =>
  meaningOf(
    `TaiwanStockPrice: ${what} for all, the latest date, sorted by value ${by} from the largest, at most ${rows} rows.`,
  )
/** A gate that lets nothing pass. */
const closed = { weights: [], parts: {}, threshold: 2 }

test('what sorts is what matters, and how many rows there are does not', () => {
  const amount = matterOf(ranked('turnover; volume', 1, 10))
  assert.equal(matterOf(ranked('turnover', 1, 5)), amount)
  assert.equal(matterOf(ranked('volume; turnover', 2, 10)), amount)
  assert.notEqual(matterOf(ranked('turnover; volume', 2, 10)), amount)
  const close = matterOf(meaningOf('TaiwanStockPrice: close for 2330, the latest date.'))
  assert.notEqual(matterOf(meaningOf('TaiwanStockPrice: close; volume for 2330, the latest date.')), close)
})

test('a reading of which only the number of rows is open is answered, if it has rows', async () => {
  const question = '成交金額排行'
  const encoded = encode(question, createNames(asked.facts))
  const of = (rows: number, probability: number) => readingOf(`rows ${rows}`, ranked('turnover', 1, rows), probability)
  const readings = [of(10, 0.5), of(5, 0.3), of(1, 0.1)]
  const found = { readings, widened: null, refusals: new Map(), refusal: 0, encoded, fault: null }
  const isAnsweredWith = async (rows: readonly (readonly unknown[])[] | null, list = readings) => {
    const { answer, evidence } = await evidenceOf(
      { ...found, readings: list },
      async () => rows && { columns: ['turnover'], rows },
    )
    return isAnswered(judged(question, found, answer, evidence), closed)
  }
  assert.ok(await isAnsweredWith([[1]]))
  assert.ok(!(await isAnsweredWith([])))
  assert.ok(!(await isAnsweredWith(null)))
  const other = { ...readings[1]!, representation: ranked('turnover; volume', 2, 5) }
  const mixed = { ...found, readings: [readings[0]!, other] }
  const { answer, evidence } = await evidenceOf(mixed, async () => ({ columns: ['turnover'], rows: [[1]] }))
  assert.ok(!isAnswered(judged(question, mixed, answer, evidence), closed))
})

test('a ranking of groups by what they are of is told', () => {
  const meaning = meaningOf(
    'TaiwanStockDividend: the sum across them of cash_dividend for 2412, by column fiscal_year, all dates.',
  )
  const ranked = { ...meaning, order: [{ by: 'fiscal_year', descending: true }], limit: 5 }
  for (const language of ['zh', 'en'] as const)
    assert.match(told(ranked, language, canonicalOf(asked.facts)), /所屬年度|股利.*年|year the dividend/i)
})
