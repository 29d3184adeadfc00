import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Fetched, text } from '../fetched.ts'
import { type Html, html } from '../html.ts'
import { asOfForm, restatedModule } from '../parts/asOf.ts'
import { datasetLink, module } from '../parts/module.ts'
import type { Listed } from '../stockList.ts'
import type { StockData } from './stock/data.ts'
import { head } from './stock/head.ts'
import {
  dividendsModule,
  flowsModule,
  holdersModule,
  marginModule,
  revenueModule,
  statementsModule,
} from './stock/modules.ts'
import { priceModule } from './stock/price.ts'

/** A code that no security has, with those that may be meant. */
export type UnknownStock = { readonly id: string; readonly isIndex: boolean; readonly near: readonly Listed[] }

/** A module leaves the page where its dataset has no rows of the security; a refused request stays and says so. */
const isShown = ({ rows, failure }: Fetched): boolean => rows.length > 0 || failure !== null

/** The reason why datasets have no rows of a security. */
function reasonOf({ words: { stock } }: Context, { security }: StockData): string {
  const type = text(security.security_type)
  if (type === 'warrant') return stock.reasons.warrant
  if (type === 'etf' || type === 'etn' || type === 'reit') return stock.reasons.fund
  return security.market === 'ESB' ? stock.reasons.emerging : stock.reasons.none
}

function stockDocument(context: Context, data: StockData): Document {
  const { stock } = context.words
  const { security, actions, dividends } = data
  const id = text(security.stock_id)
  const name = text(security.stock_name)
  const parts: readonly (readonly [string, boolean, () => Html])[] = [
    ['TaiwanStockPrice', isShown(data.prices), () => priceModule(context, data)],
    ['TaiwanStockInstitutionalInvestorsBuySell', isShown(data.flows), () => flowsModule(context, data)],
    ['TaiwanStockMonthRevenue', isShown(data.revenue), () => revenueModule(context, data)],
    ['TaiwanStockMarginPurchaseShortSale', isShown(data.margin), () => marginModule(context, data)],
    ['TaiwanStockFinancialStatement', isShown(data.statements), () => statementsModule(context, data)],
    ['TaiwanStockDividend', actions.list.length > 0 || isShown(dividends), () => dividendsModule(context, data)],
    ['TaiwanStockHoldingSharesPer', isShown(data.holders), () => holdersModule(context, data)],
  ]
  const missing = parts.filter(([, isThere]) => !isThere).map(([dataset]) => dataset)
  return {
    title: `${id} ${name}`,
    description: stock.description(id, name),
    section: 'stocks',
    body: html`${head(context, data)}
${asOfForm(context, `stock/${id}`, data)}
<div class="grid">
${parts.map(([, isThere, print]) => (isThere ? html`${print()}\n` : null))}
${restatedModule(context, data.restated, 12)}
${
  missing.length === 0
    ? null
    : module(context, {
        title: stock.missing,
        width: 12,
        body: html`<p>${reasonOf(context, data)} ${missing.map((dataset, i) => html`${i === 0 ? '' : ', '}${datasetLink(context, dataset)}`)}</p>`,
      })
}
</div>`,
  }
}

function unknownDocument({ words, root }: Context, { id, isIndex, near }: UnknownStock): Document {
  const { stock, stocks } = words
  return {
    status: 404,
    title: stock.unknown(id),
    section: 'stocks',
    body: html`<h1>${stock.unknown(id)}</h1>
${isIndex ? html`<p class="notice spaced">${stock.isIndex(id)} <a href="${root}market">${stock.toMarket}</a></p>` : null}
<p class="spaced">${near.length === 0 ? stock.nothingNear : stock.near}</p>
<ul>${near.map(({ id: code, name, english, marketLabel, note }) => html`<li><a href="${root}stock/${code}">${code} ${name}</a> <span class="dim">${[english, marketLabel, note].filter(Boolean).join(' · ')}</span></li>`)}</ul>
<form class="stock-filter spaced" action="${root}stocks" role="search"><div class="field"><label for="q">${stocks.search}</label><input id="q" name="q" type="search" data-find="stocks" maxlength="100" placeholder="${stocks.searchHint}"></div><button type="submit">${stocks.apply}</button></form>
<p class="spaced"><a href="${root}stocks">${stock.toList}</a></p>`,
  }
}

export const stockView = (context: Context, data: StockData | UnknownStock): Document =>
  'security' in data ? stockDocument(context, data) : unknownDocument(context, data)
