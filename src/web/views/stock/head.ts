import { ruleOfCode } from '../../../sources/exchange/securityCodes.ts'
import type { Context } from '../../context.ts'
import { type Cell, numeric, text } from '../../fetched.ts'
import { amount, arrow, direction, lots, number, percent } from '../../format.ts'
import { type Html, html, type Piece } from '../../html.ts'
import { fact } from '../../parts/block.ts'
import { exact } from '../../parts/cells.ts'
import { sourceLine } from '../../parts/module.ts'
import { changeOf } from '../../today.ts'
import type { StockData } from './data.ts'

/** The name of the industry, or of the kind of a security that has none. */
const groupOf = ({ words: { names } }: Context, { security }: StockData): string => {
  const code = text(security.industry_code)
  const type = text(security.security_type)
  return code === '' ? (names.securities[type] ?? type) : (names.industries[code] ?? text(security.industry_category))
}

function crumbs(context: Context, data: StockData): Html {
  const { words, root } = context
  const { security } = data
  const market = text(security.market)
  const code = text(security.industry_code)
  const type = text(security.security_type)
  const group = groupOf(context, data)
  const query = code === '' ? `type=${type}` : `industry=${code}`
  return html`<p class="crumbs"><a href="${root}stocks">${words.stocks.title}</a> / <a href="${root}stocks?market=${market}">${words.names.markets[market] ?? market}</a> / ${
    // The list leaves warrants out.
    type === 'warrant' ? group : html`<a href="${root}stocks?${query}">${group}</a>`
  }</p>`
}

/** The newest day with a trade, its price and its change. */
function quote({ words: { stock } }: Context, { prices, through, security }: StockData): Html {
  const row = prices.rows.find(({ close }) => close !== null)
  if (!row) return html`<p class="quote dim">${stock.noPrice}</p>`
  const { change, share } = changeOf(row)
  const day = text(row.trade_date)
  const unit = ruleOfCode(text(security.stock_id))?.isForeign ? stock.foreignUnit : stock.unit
  return html`<div class="quote"><span class="largest">${number(numeric(row.close), 2)}</span><span class="change ${direction(change)}">${arrow(change)} ${percent(share)}</span></div>
<p class="small dim">${unit} · ${day < through ? html`<span class="late">${stock.stale(day)}</span>` : stock.close(day)}</p>`
}

const range = (low: number | null, high: number | null): string =>
  low === null && high === null ? '–' : `${number(low, 2)} – ${number(high, 2)}`

/** The value of a published decimal, none of its digits lost. */
const printed = (cell: Cell | undefined, unit = ''): string =>
  cell === null || cell === undefined ? '–' : `${exact(String(cell))}${unit}`

/** Actions after which a share is another part of the company; the others pay something out. */
const rescaling: ReadonlySet<string> = new Set(['split', 'reverse_split', 'par_value_change', 'capital_reduction'])

/** The lowest and highest trade of the year that ends on a day, for a share of that day. */
function yearRange({ prices, actions, through }: StockData): string {
  const first = `${Number(through.slice(0, 4)) - 1}${through.slice(4)}`
  const splits = actions.list.filter(
    (action) => action.status === 'in_effect' && action.actions.some((kind) => rescaling.has(kind)),
  )
  const factorOn = (day: string): number =>
    splits.reduce((all, { effective_date, factor }) => (day < effective_date! ? all * Number(factor) : all), 1)
  const year = prices.rows.filter((row) => text(row.trade_date) > first)
  const known = (column: string): number[] =>
    year.map((row) => (numeric(row[column]) ?? Number.NaN) * factorOn(text(row.trade_date))).filter(Number.isFinite)
  const [lows, highs] = [known('low'), known('high')]
  return range(lows.length === 0 ? null : Math.min(...lows), highs.length === 0 ? null : Math.max(...highs))
}

function warrantFacts(
  { words: { stock }, root }: Context,
  { security }: StockData,
): readonly (readonly [string, Piece])[] {
  const underlying = text(security.underlying_stock_id)
  return [
    [stock.facts.underlying, underlying === '' ? '–' : html`<a href="${root}stock/${underlying}">${underlying}</a>`],
    [stock.facts.warrantType, stock.warrantTypes[text(security.warrant_type)] ?? (text(security.warrant_type) || '–')],
    [stock.facts.exercisePrice, printed(security.exercise_price)],
    [stock.facts.exerciseRatio, printed(security.exercise_ratio)],
    [stock.facts.lastTrading, text(security.last_trading_date) || '–'],
    [stock.facts.expiry, text(security.expiration_date) || '–'],
  ]
}

function facts(context: Context, data: StockData): readonly (readonly [string, Piece])[] {
  const { words, language } = context
  const { facts: label, lots: inLots, unlimited } = words.stock
  if (data.security.security_type === 'warrant') return warrantFacts(context, data)
  const [price, per, value, foreign, limit] = [data.prices, data.valuation, data.value, data.foreign, data.limits].map(
    ({ rows }) => rows[0],
  )
  const [up, down] = [numeric(limit?.limit_up), numeric(limit?.limit_down)]
  const volume = numeric(price?.volume)
  return [
    [label.open, number(numeric(price?.open), 2)],
    [label.high, number(numeric(price?.high), 2)],
    [label.low, number(numeric(price?.low), 2)],
    [label.volume, volume === null ? '–' : inLots(lots(volume))],
    [label.turnover, amount(numeric(price?.turnover), language)],
    [label.year, yearRange(data)],
    [label.pe, printed(per?.pe_ratio)],
    [label.pb, printed(per?.pb_ratio)],
    [label.yield, printed(per?.dividend_yield, '%')],
    [label.value, amount(numeric(value?.market_value), language)],
    [label.foreign, foreign ? `${number(numeric(foreign.foreign_shareholding_ratio), 2)}%` : '–'],
    [
      label.limits(text(limit?.trade_date).slice(5)),
      limit && up === null && down === null ? unlimited : range(down, up),
    ],
  ]
}

/** Name, price and valuation of the security, and whether it is still listed. */
export function head(context: Context, data: StockData): Html {
  const { words } = context
  const { security, english, delisting } = data
  const { stock } = words
  const reason = text(delisting.rows[0]?.reason)
  const listing = text(security.listing_date)
  const isin = text(security.isin_code)
  const lines = [data.securityLine, data.prices, data.valuation, data.value, data.foreign, data.limits].map((one) =>
    typeof one === 'string' ? one : one.line,
  )
  return html`${crumbs(context, data)}
${
  security.is_active === false
    ? html`<p class="notice">${stock.delisted(text(security.delisting_date) || '–')}${reason === '' ? '' : ` ${stock.reason(reason)}`}</p>`
    : null
}
<div class="security"><div><h1>${text(security.stock_id)} ${text(security.stock_name)}${english === null ? null : html` <span class="dim second-name">${english}</span>`}</h1>
${quote(context, data)}
<p class="small dim">${[isin === '' ? '' : `ISIN ${isin}`, listing === '' ? '' : stock.listed(listing)].filter(Boolean).join(' · ')}</p></div>
<div><dl class="facts">${facts(context, data).map(([label, value]) => fact(label, value))}</dl>
<details class="behind"><summary>${stock.behind}</summary>${lines.map((line) => sourceLine(context, line))}</details></div></div>`
}
