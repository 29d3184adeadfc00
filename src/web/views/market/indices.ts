import type { Context } from '../../context.ts'
import { dayOf, type Fetched, numeric, type Row, scaled, text } from '../../fetched.ts'
import { plot } from '../../figures/plot.ts'
import { amount, arrow, direction, number, percent, weekday } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { breadthBlock, intradayFigure } from '../../parts/dayBlocks.ts'
import { module, withRows } from '../../parts/module.ts'
import { tabs } from '../../parts/tabs.ts'
import { changeOf, type Move } from '../../today.ts'
import type { MarketData } from './data.ts'

export const indexModule = (context: Context, which: 'taiex' | 'tpex', daily: Fetched, ticks: Fetched): Html => {
  const { words, language } = context
  const { market, day: label } = words
  const [newest] = daily.rows
  const { change, share } = changeOf(newest)
  const close = numeric(newest?.close)
  const day = text(newest?.trade_date)
  return module(context, {
    title: label[which],
    width: 6,
    meta: day === '' ? null : `${day} (${weekday(day, language)})`,
    body: withRows(
      context,
      daily,
      () => html`<div class="quote"><span class="large">${number(close, 2)}</span><span class="change ${direction(change)}">${arrow(change)} ${percent(share)}</span></div>
${tabs(which, market.range, [
  [
    market.daily,
    plot(`${label[which]}, ${market.year}`, daily.rows.toReversed(), dayOf, [
      { label: label[which], unit: '', digits: 2, form: 'line', value: (row) => numeric(row.close) },
    ]),
  ],
  [
    market.intraday,
    withRows(context, ticks, () =>
      intradayFigure(context, `${label[which]}, ${market.today(day)}`, label[which], ticks, newest),
    ),
  ],
])}`,
    ),
    source: [daily.line, ticks.line],
  })
}

/** Rising and falling stocks of each day; where rows were left unread, the oldest day is not whole. */
export function breadthModule(
  context: Context,
  data: MarketData,
  names: ReadonlyMap<string, string>,
  moves: readonly Move[],
): Html {
  const { market } = context.words
  const { spreads, prices, limits } = data
  const days = [...Map.groupBy(spreads.rows, dayOf)]
  const whole = (spreads.hasMore ? days.slice(0, -1) : days).toReversed()
  const count = (rows: readonly Row[], sign: 1 | -1): number =>
    rows.filter((row) => names.has(text(row.stock_id)) && Math.sign(numeric(row.spread) ?? 0) === sign).length
  return module(context, {
    title: market.breadth,
    width: 6,
    meta: market.breadthMeta,
    body: html`${withRows(context, prices, () => breadthBlock(context, moves, limits))}${withRows(
      context,
      spreads,
      () =>
        plot(market.breadth, whole, ([day]) => day, [
          { label: market.rising, unit: '', digits: 0, form: 'signed', value: ([, rows]) => count(rows, 1) },
          { label: market.falling, unit: '', digits: 0, form: 'signed', value: ([, rows]) => -count(rows, -1) },
        ]),
    )}${spreads.hasMore ? html`<p class="small late">${market.cut}</p>` : null}`,
    source: spreads.line,
  })
}

export function turnoverModule(context: Context, { taiex, tpex }: MarketData): Html {
  const { words, language } = context
  const { market } = words
  const { unit, size } = market.amountUnit
  const otc = new Map(tpex.rows.map((row) => [row.trade_date, row]))
  return module(context, {
    title: market.turnover,
    width: 6,
    meta: html`${market.listed} ${amount(numeric(taiex.rows[0]?.turnover), language)} · ${market.otc} ${amount(numeric(tpex.rows[0]?.turnover), language)}`,
    body: withRows(context, taiex, () =>
      plot(market.turnover, taiex.rows.slice(0, 60).toReversed(), dayOf, [
        { label: market.listed, unit, digits: 1, form: 'bars', value: (row) => scaled(row.turnover, size) },
        {
          ...{ label: market.otc, unit, digits: 1, form: 'line', hasOwnAxis: true },
          value: (row) => scaled(otc.get(row.trade_date!)?.turnover, size),
        },
      ]),
    ),
    source: [taiex.line, tpex.line],
  })
}
