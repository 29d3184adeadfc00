import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../catalogue/index.ts'
import { publishers } from '../catalogue/publishers.ts'
import { feeds } from './index.ts'

/** Publishers beside the exchanges. */
const others = new Set<string>(
  [
    ...[publishers.mops, publishers.taifexOpenApi, publishers.taifex, publishers.taifexMis, publishers.cbc],
    ...[publishers.ndc, publishers.ndcSite, publishers.bankOfTaiwan, publishers.fred, publishers.treasury],
    ...[publishers.eia, publishers.bis, publishers.lbma, publishers.yahoo, publishers.stooq, publishers.googleNews],
  ].map(({ id }) => id),
)

/** Sources that a dataset names and no feed fetches, and why. */
const unusedSources: Readonly<Record<string, string>> = {
  'TaiwanFinancialHoldingsCompany mops': 'the titles of its page are not known; the announcements come by the OpenAPI',
  'TaiwanCBOverview mops': 'a page a bond and month, for looking one up',
  'CrudeOilPrices eia': 'wants a key, and the Federal Reserve Bank gives the same series without one',
  'GoldPrice bankOfTaiwan': 'another quotation: TWD a gram',
  'GoldPrice yahoo': 'another quotation: futures',
  'TaiwanFutureOptionDailyTotalOverview taifexMis': 'names of products, which the OpenAPI lists too',
  'TaiwanMonthlyEconomicIndicator ndcSite': 'refuses programs; the open data hold the same',
}

const named = catalogue.flatMap(({ name, sources }) =>
  sources.filter(({ id }) => others.has(id)).map(({ id }) => ({ name, id })),
)

test('every dataset of the other publishers has a feed of each publisher it names, or a reason', () => {
  for (const { name, id } of named) {
    const hasFeed = feeds.some(({ dataset, publisher }) => dataset.name === name && publisher.id === id)
    assert.equal(hasFeed, !(`${name} ${id}` in unusedSources), `${name} of ${id}`)
  }
  for (const reason of Object.keys(unusedSources))
    assert.ok(
      named.some(({ name, id }) => `${name} ${id}` === reason),
      reason,
    )
})

/** Columns that no response holds, and where they come from. */
const elsewhere: Readonly<Record<string, string>> = {
  'TaiwanStockCashFlowsStatement.announce_date': 'no answer tells when a statement was filed',
  'TaiwanStockFinancialStatement.announce_date': 'no answer tells when a statement was filed',
  'TaiwanStockBalanceSheet.announce_date': 'no answer tells when a statement was filed',
  'TaiwanStockDividend.employee_stock_bonus_shares': 'until 2015, under titles that are not known here',
  'TaiwanStockDividend.employee_cash_bonus': 'until 2015, under titles that are not known here',
  'TaiwanStockDividend.directors_remuneration': 'until 2015, under titles that are not known here',
  'TaiwanFinancialHoldingsCompany.net_revenue_month': 'TaiwanStockMonthRevenue has it',
  'TaiwanCBOverview.conversion_value': 'follows from the price of the share and the conversion price',
  'TaiwanCBOverview.premium_percent': 'follows from the price of the bond and its conversion value',
  'TaiwanFinancialHoldingsCompany.link': 'the list of announcements has no links',
}

test('the feeds of a dataset fill every column together', () => {
  for (const { name, columns, derived } of catalogue) {
    const filling = feeds.filter(({ dataset, role }) => dataset.name === name && role !== 'witness')
    if (derived !== null || !named.some((one) => one.name === name)) continue
    const filled = new Set(filling.flatMap(({ fills }) => fills))
    assert.deepEqual(
      Object.keys(columns).filter((column) => !filled.has(column) && !(`${name}.${column}` in elsewhere)),
      [],
      name,
    )
  }
})
