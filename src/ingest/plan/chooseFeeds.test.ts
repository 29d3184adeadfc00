import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../catalogue/index.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { type Feed, needsTerms } from '../../sources/feed.ts'
import { feeds } from '../../sources/index.ts'
import { acceptsOf, chooseFeeds } from './chooseFeeds.ts'

const name = ({ dataset, publisher, endpoint, market }: Feed) =>
  `${dataset.name} ${market ?? '-'} ${publisher.id} ${endpoint}`
const of = (accepted: readonly string[], dataset: string) =>
  chooseFeeds(feeds, catalogue, acceptsOf(accepted))
    .primaryFeeds.filter((feed) => feed.dataset.name === dataset)
    .map((feed) => name(feed).slice(dataset.length + 1))

test('by default only publishers under open terms are fetched, and each missing dataset names the terms it needs', () => {
  const { primaryFeeds, witnesses, without } = chooseFeeds(feeds, catalogue, acceptsOf([]))
  assert.deepEqual([...primaryFeeds, ...witnesses].filter(needsTerms), [])
  assert.deepEqual(
    without.filter(({ dataset }) => dataset === 'TaiwanStockSplitPrice'),
    [
      { dataset: 'TaiwanStockSplitPrice', market: 'TWSE', why: 'the terms of twse are not accepted' },
      { dataset: 'TaiwanStockSplitPrice', market: 'TPEX', why: 'the terms of tpex are not accepted' },
    ],
  )
  const mentioned = new Set([
    ...primaryFeeds.map(({ dataset }) => dataset.name),
    ...without.map(({ dataset }) => dataset),
  ])
  assert.deepEqual(
    catalogue.filter(({ derived, name: of }) => derived === null && !mentioned.has(of)).map(({ name: of }) => of),
    [],
  )
})

test('with all terms accepted every dataset has a publisher', () => {
  assert.deepEqual(chooseFeeds(feeds, catalogue, acceptsOf(['all'])).without, [])
  assert.deepEqual(chooseFeeds(feeds, catalogue, acceptsOf(Object.keys(publishers))).without, [])
})

test('for each market, a feed by date is preferred to one of the newest day once its terms are accepted', () => {
  assert.deepEqual(of([], 'TaiwanStockPrice'), [
    'TWSE twseOpenApi STOCK_DAY_ALL',
    'TPEX tpexOpenApi tpex_mainboard_daily_close_quotes',
  ])
  assert.deepEqual(of(['twse'], 'TaiwanStockPrice'), [
    'TWSE twse MI_INDEX',
    'TPEX tpexOpenApi tpex_mainboard_daily_close_quotes',
  ])
})

test('partial feeds are chosen only if they add a column', () => {
  assert.deepEqual(of(['twse'], 'TaiwanWeightedIndex').slice(0, 2), ['TWSE twse FMTQIK', 'TWSE twse MI_5MINS_HIST'])
  assert.deepEqual(of(['lbma'], 'GoldPrice'), ['- lbma gold_pm', '- lbma gold_am'])
})

test('no feed by id is chosen where one response covers the whole market', () => {
  const { primaryFeeds } = chooseFeeds(feeds, catalogue, acceptsOf(['all']))
  assert.deepEqual(
    [...new Set(primaryFeeds.filter(({ each }) => each === 'id').map(({ dataset }) => dataset.name))],
    ['USStockPrice'],
  )
})

test('a trading day has a twin if another publisher gives complete rows; filings and announcements have none', () => {
  const { primaryFeeds, twins } = chooseFeeds(feeds, catalogue, acceptsOf(['all']))
  assert.ok([...twins.keys()].every((feed) => primaryFeeds.includes(feed) && feed.dataset.date === 'trade_date'))
  assert.ok([...twins].every(([primary, line]) => line.every(({ publisher }) => publisher !== primary.publisher)))
  const lines = [...twins].map(
    ([primary, line]) => `${name(primary)} > ${line.map(({ endpoint }) => endpoint).join(' ')}`,
  )
  const of = (dataset: string) => lines.filter((line) => line.startsWith(`${dataset} `))
  assert.deepEqual(of('TaiwanStockPrice'), [
    'TaiwanStockPrice TWSE twse MI_INDEX > STOCK_DAY_ALL',
    'TaiwanStockPrice TPEX tpex dailyQuotes > tpex_mainboard_daily_close_quotes',
  ])
  assert.deepEqual(of('TaiwanWeightedIndex').slice(0, 2), [
    'TaiwanWeightedIndex TWSE twse FMTQIK > FMTQIK MI_5MINS_HIST',
    'TaiwanWeightedIndex TWSE twse MI_5MINS_HIST > FMTQIK MI_5MINS_HIST',
  ])
  assert.deepEqual(of('TaiwanStockMonthRevenue'), [])
  assert.equal(chooseFeeds(feeds, catalogue, acceptsOf([])).twins.size, 0)
})
