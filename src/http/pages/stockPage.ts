import { find } from '../../catalogue/index.ts'
import type { ExplainedAction } from '../../derive/explained.ts'
import type { Language } from '../../errors.ts'
import { findStocks, type Listed } from '../../web/stockList.ts'
import type { StockData } from '../../web/views/stock/data.ts'
import { stockView, type UnknownStock } from '../../web/views/stock.ts'
import { nearest } from '../request/nearest.ts'
import type { InternalClient, RowsQuery, Services } from '../services.ts'
import { allOf, page } from './page.ts'
import { asOfField, asOfPage, restatedOf } from './restated.ts'
import { englishName, securitiesOf } from './securities.ts'

const mostNear = 8

/** Securities whose code or name holds the text, then those with a code like it. */
async function unknownStock(services: Services, id: string, language: Language): Promise<UnknownStock> {
  const { listed } = await securitiesOf(services, language)
  const byId = new Map(listed.map((one) => [one.id, one]))
  const codes = nearest(id, [...byId.keys()], mostNear).map((code) => byId.get(code)!)
  const near = [...new Set<Listed>([...findStocks(listed, { q: id }), ...codes])].slice(0, mostNear)
  return { id, isIndex: /^(TAIEX|TPEX|IX\d{4})$/i.test(id), near }
}

/** A year of trading days, and the day before it. */
const yearOfDays = 250

async function readStock(internal: InternalClient, id: string, isActive: boolean, ofThen: { as_of?: string }) {
  const rows = (name: string, more: RowsQuery) => {
    const needsInactive = !isActive && find(name)!.filters.include_inactive !== undefined
    return internal.rows(name, {
      stock_id: id,
      ...ofThen,
      ...more,
      ...(needsInactive ? { include_inactive: 'true' } : {}),
    })
  }
  const { explained, ...newest } = await allOf({
    explained: internal.send({
      path: `/v1/data/TaiwanStockPriceAdj/explain?${new URLSearchParams({ stock_id: id, ...ofThen })}`,
    }),
    delisting: rows('TaiwanStockDelisting', { limit: 1 }),
    prices: rows('TaiwanStockPrice', { limit: yearOfDays }),
    adjusted: rows('TaiwanStockPriceAdj', { limit: yearOfDays }),
    valuation: rows('TaiwanStockPER', { limit: 1 }),
    value: rows('TaiwanStockMarketValue', { limit: 1 }),
    foreign: rows('TaiwanStockShareholding', { limit: 1 }),
    limits: rows('TaiwanStockDailyPriceLimit', { limit: 1 }),
  })
  const past = await allOf({
    flows: rows('TaiwanStockInstitutionalInvestorsBuySell', { limit: 60 }),
    margin: rows('TaiwanStockMarginPurchaseShortSale', { limit: 60 }),
    revenue: rows('TaiwanStockMonthRevenue', { limit: 36 }),
    statements: rows('TaiwanStockFinancialStatement', { limit: 400 }),
    exDates: rows('TaiwanStockDividendResult', { limit: 20 }),
    dividends: rows('TaiwanStockDividend', { limit: 20 }),
    holders: rows('TaiwanStockHoldingSharesPer', { limit: 17 }),
  })
  const list = explained.status === 200 ? (explained.body as { readonly data: readonly ExplainedAction[] }).data : []
  return {
    ...newest,
    ...past,
    actions: { line: explained.line, list, refusal: explained.status === 200 ? null : detailOf(explained.body) },
  }
}

const detailOf = (body: unknown): string => (body as { readonly detail: string }).detail

/** Everything about one security. */
export const stockPage = page('/stock/{id}', {
  query: { as_of: asOfField },
  async load({ params, query, internal, services }, { language }): Promise<StockData | UnknownStock> {
    const id = params.id!
    // A code is short, and no list has one with a comma or a blank.
    if (!/^[^\s,]{1,20}$/.test(id)) return unknownStock(services, id.slice(0, 40), language)
    const { ofThen, ...chosenDay } = asOfPage(services, query.as_of)
    const { asOf } = chosenDay
    const ofId = { stock_id: id, include_inactive: 'true', ...ofThen }
    let found = await internal.rows('TaiwanStockOverview', ofId)
    if (found.rows.length === 0) found = await internal.rows('TaiwanStockOverviewIncludeWarrant', ofId)
    // A code may be used again: the newest issue is the first that is active.
    const security = found.rows.find(({ is_active }) => is_active === true) ?? found.rows[0]
    if (!security) return unknownStock(services, id, language)
    const more = await readStock(internal, id, security.is_active !== false, ofThen)
    const restated = await restatedOf(
      services,
      {
        TaiwanStockPrice: more.prices.rows,
        TaiwanStockMonthRevenue: more.revenue.rows,
        TaiwanStockFinancialStatement: more.statements.rows,
        TaiwanStockDividend: more.dividends.rows,
      },
      asOf,
    )
    const { through } = services.manifest()!
    return {
      ...{ ...more, ...chosenDay, restated },
      security,
      securityLine: found.line,
      english: englishName(id),
      through: asOf !== null && asOf < through ? asOf : through,
    }
  },
  view: stockView,
})
