import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { columnsOf, type Dataset } from '../../../catalogue/dataset.ts'
import { catalogue } from '../../../catalogue/index.ts'
import { type Asked, longCalendar, openFixture } from '../../../testing/ask.ts'
import type { Outcome } from '../../outcome.ts'
import { createEmbedded } from '../engine.ts'
import { unasked } from './words.ts'

let asked: Asked
let translate: (question: string) => Outcome

before(async () => {
  asked = await openFixture()
  translate = createEmbedded({ ...asked.facts, calendar: longCalendar() })
})
after(() => asked.close())

/** The statements hold accounts; those are asked for, and their columns only describe them. */
const statements = /Statement$|BalanceSheet$/

/** What people would say of a label: not what stands in brackets, unless two labels differ by it alone. */
function spoken(label: string): string {
  if (/自行買賣）|避險）|歐元）|英鎊）/.test(label)) return label.replaceAll(/[（）]/g, '')
  const bare = label.replaceAll(/（[^）]*）|\([^)]*\)/g, '').trim()
  const isList = /：/.test(bare) || /^(Market|Index|Contract|Session|Crude oil|Issue key):/.test(bare)
  return (isList ? bare.split(/[：:]/)[0]! : bare)
    .replace(/, (HH|e\.g\.|YYYY|\d|until|case|codes|signed|or MARKET|Monday).*$/, '')
    .trim()
}

const bare = (title: string): string => title.replaceAll(/（[^）]*）|\([^)]*\)/g, '').trim()

type Case = { readonly dataset: Dataset; readonly column: string; readonly zh: string; readonly en: string }

const cases: Case[] = catalogue
  .filter(({ name }) => !statements.test(name))
  .flatMap((dataset) =>
    columnsOf(dataset)
      .filter(([column]) => !dataset.key.includes(column) && column !== dataset.date && column !== dataset.id)
      .filter(([column]) => !unasked.has(column))
      .map(([column, { label }]) => ({ dataset, column, zh: spoken(label.zh), en: spoken(label.en) })),
  )

const whom = ({ example, id }: Dataset): string => example ?? (id === 'stock_id' ? '2330' : '')

/** The SQL without the comments that tell the reading. */
const sqlOf = (question: string): string => {
  const outcome = translate(question)
  return outcome.kind === 'translated' ? outcome.sql.replaceAll(/^--.*$/gm, '') : ''
}
const reads = (sql: string, columns: readonly string[]): boolean => new RegExp(`\\b(${columns.join('|')})\\b`).test(sql)

/** By title and label: why a column is not reached all the same. */
const exceptTitled: Readonly<Record<string, string>> = {
  'zh TaiwanStockOverviewIncludeWarrant': 'its title without the brackets is that of TaiwanStockOverview',
  'en TaiwanStockPER.market': 'the words of the title are measures, and the market is that of the security',
  'en TaiwanStockShareholding.foreign_available_ratio':
    '"share" and "shares" are one word here; "foreign available ratio"',
  'zh TaiwanStockSplitPrice.market': 'the title begins with a kind of security',
  'zh TaiwanStockSplitPrice.stock_name': 'the title begins with a kind of security',
}

/** By label alone. */
const exceptAlone: Readonly<Record<string, string>> = {
  market: 'a word for all of it, not for a column',
  month: 'a time, not a column',
  trade_time: 'a time of what has to be said',
  resumption_date: 'several kinds of events have one, which has to be said',
  halt_date: 'several kinds of events have one, which has to be said',
  announce_date: 'several kinds of announcements have one, which has to be said',
  suspend_end_date: 'short sales and day trading have one, which has to be said',
  margin_purchase_balance: 'of the whole market it is told in money',
  foreign_investor_buy: '"bought" alone is net by convention; "foreign buying"',
  foreign_investor_sell: '"sold" alone is net by convention',
  foreign_dealer_buy: '"bought" alone is net by convention',
  foreign_dealer_sell: '"sold" alone is net by convention',
  investment_trust_buy: '"bought" alone is net by convention',
  investment_trust_sell: '"sold" alone is net by convention',
  foreign_available_ratio: '"share" and "shares" are one word here',
  foreign_shareholding_ratio: '"share" and "shares" are one word here; "foreign ownership ratio"',
  fiscal_quarter: 'dividends are asked for by the year they are of',
  link: 'announcements have links as news have',
  after_hours_volume: 'of the front month, as every volume of a futures product',
  contract_name: '"name of" adds nothing to a question',
  rate_name: '"name of" adds nothing to a question',
  name: '"name of" adds nothing to a question',
  last_price: 'the close, as the newest day is over',
  settlement_price: 'of an option there are as many as there are strikes',
  product_category: 'of futures and options alike',
  underlying_stock_id: 'of futures and options alike',
}

test('every column is reached by the title of its table and its label, in Chinese and in English', () => {
  const missed: string[] = []
  for (const { dataset, column, zh, en } of cases)
    for (const [language, question] of [
      ['zh', `${whom(dataset)}${bare(dataset.title.zh)}的${zh}`],
      ['en', `${en} of ${whom(dataset)} in ${bare(dataset.title.en)}`],
    ] as const) {
      const sql = sqlOf(question)
      const isKnown = [`${language} ${dataset.name}`, `${language} ${dataset.name}.${column}`].some(
        (key) => key in exceptTitled,
      )
      if (!isKnown && !(reads(sql, [column]) && sql.includes(dataset.name))) missed.push(`${column}: ${question}`)
    }
  assert.deepEqual(missed, [])
})

test('every label alone reaches a column that is called by it, or is declined for a reason that stands here', () => {
  const called = new Map<string, Set<string>>()
  for (const { column, zh, en } of cases)
    for (const label of [zh, en]) called.set(label, (called.get(label) ?? new Set()).add(column))
  const missed: string[] = []
  for (const { dataset, column, zh, en } of cases)
    for (const [label, question] of [
      [zh, `${whom(dataset)}最新${zh}`],
      [en, `latest ${en} of ${whom(dataset)}`],
    ] as const)
      if (!(column in exceptAlone) && !reads(sqlOf(question), [...called.get(label)!]))
        missed.push(`${column}: ${question}`)
  assert.deepEqual(missed, [])
})

test('the exceptions are few', () => {
  const excepted = cases.filter(({ column }) => column in exceptAlone)
  assert.ok(excepted.length < cases.length / 5, `${excepted.length} of ${cases.length}`)
})
