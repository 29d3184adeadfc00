import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AskFixture, openFixture } from '../../../test/support/ask.ts'
import { told } from '../canonical/told.ts'
import { canonicalOf } from '../reading.ts'
import { isAnswered, judged, matterOf } from './answered.ts'
import { encode } from './encode.ts'
import { evidenceOf } from './evidence.ts'
import { createNames } from './names.ts'
import type { Reading } from './readings.ts'

let asked: AskFixture
before(async () => {
  asked = await openFixture()
})
after(() => asked.close())

const meaningOf = (sentence: string) => {
  const [meaning] = canonicalOf(asked.facts).read(sentence, 'code')
  assert.ok(meaning, sentence)
  return meaning
}
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
  const readings = (
    [
      [10, 0.5],
      [5, 0.3],
      [1, 0.1],
    ] as const
  ).map(
    ([rows, probability]): Reading => ({
      representation: ranked('turnover', 1, rows),
      sql: `rows ${rows}`,
      probability,
      words: [],
      belief: { whole: [0], weakest: 0, lowest: 0 },
      lapses: [],
      account: { left: 0, strange: 0, named: 1 },
    }),
  )
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
