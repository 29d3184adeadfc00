import type { ExplainedAction } from '../../../derive/explained.ts'
import type { Context } from '../../context.ts'
import { type Fetched, numeric, type Row, text } from '../../fetched.ts'
import { barOf } from '../../figures/bars.ts'
import { figure } from '../../figures/draw.ts'
import type { Bar, Mark } from '../../figures/spec.ts'
import { type Html, html } from '../../html.ts'
import { exact } from '../../parts/cells.ts'
import { module, sourceLine, withRows } from '../../parts/module.ts'
import type { StockData } from './data.ts'

const barsOf = ({ rows }: Fetched): readonly Bar[] => rows.map((row) => barOf(row, 'trade_date')).toReversed()

/** The amount of an action: cash per share, or new shares for 1,000 held; empty where the publisher names none. */
export function amountOf({ words: { stock } }: Context, action: ExplainedAction, exDates: readonly Row[]): string {
  const row = exDates.find(({ ex_date }) => ex_date === action.event_date)
  if (!row || action.source.dataset !== 'TaiwanStockDividendResult') return ''
  const cash = numeric(row.cash_dividend) ?? numeric(row.cash_value)
  const bonus = numeric(row.stock_dividend_per_1000)
  return [
    cash ? exact(text(row.cash_dividend ?? row.cash_value ?? '')) : '',
    bonus ? stock.perThousand(exact(text(row.stock_dividend_per_1000 ?? ''))) : '',
  ]
    .filter(Boolean)
    .join(' + ')
}

/** `0.992131147541` with the six digits that rows of adjusted prices have. */
export const factorText = (factor: string | null): string => (factor === null ? '–' : Number(factor).toFixed(6))

function marksOf(context: Context, { actions, exDates, prices }: StockData): readonly Mark[] {
  const { stock } = context.words
  const first = text(prices.rows.at(-1)?.trade_date)
  return actions.list
    .filter(({ effective_date, status }) => status === 'in_effect' && (effective_date ?? '') >= first)
    .map((action) => {
      const value = amountOf(context, action, exDates.rows)
      const names = action.actions.map((kind) => stock.actions[kind]).join(' + ')
      const short = [...new Set(action.actions.map((kind) => stock.marks[kind]))].join('')
      const isCash = action.actions.length === 1 && action.actions[0] === 'cash_dividend'
      return {
        day: action.effective_date!,
        mark: isCash && value !== '' ? `${short} ${Number(value.replaceAll(',', ''))}` : short,
        text: [names, value, stock.factor(factorText(action.factor))].filter(Boolean).join(' '),
      }
    })
    .toReversed()
}

const choice = (name: string, label: string, options: readonly (readonly [string, string])[], chosen: string): Html =>
  html`<span class="segments scripted" role="group" aria-label="${label}">${options.map(
    ([value, text]) =>
      html`<label><input type="radio" name="${name}" value="${value}"${value === chosen ? html` checked` : null}><span>${text}</span></label>`,
  )}</span>`

/** Candles with volume, as traded or adjusted, with the corporate actions on their days. */
export function priceModule(context: Context, data: StockData): Html {
  const { stock } = context.words
  const { prices, adjusted, actions } = data
  const bars = barsOf(prices)
  const adjustedBars = barsOf(adjusted)
  const hasBoth = adjustedBars.length === bars.length
  const months = Object.entries(stock.months)
  return module(context, {
    title: stock.price,
    width: 12,
    meta: html`<span data-adjusted="no">${stock.asTraded}</span><span data-adjusted="yes" hidden>${stock.isAdjusted}</span>`,
    tools: html`${
      hasBoth
        ? choice(
            'adjusted',
            stock.kind,
            [
              ['no', stock.raw],
              ['yes', stock.adjusted],
            ],
            'no',
          )
        : null
    }${choice('days', stock.range, months, '125')}`,
    body: html`${withRows(context, prices, () =>
      figure({
        kind: 'candles',
        label: `${text(data.security.stock_id)} ${stock.candles}`,
        bars,
        ...(hasBoth ? { adjusted: adjustedBars } : {}),
        marks: marksOf(context, data),
        words: stock.readout,
        volumeUnit: 1_000,
      }),
    )}
<div data-adjusted="no">${sourceLine(context, prices.line)}</div><div data-adjusted="yes" hidden>${sourceLine(context, adjusted.line)}</div>`,
    ...(actions.list.length === 0 ? {} : { source: actions.line }),
  })
}
