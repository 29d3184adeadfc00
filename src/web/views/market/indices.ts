import type { Context } from '../../context.ts'
import { type Fetched, numeric, type Row, text } from '../../fetched.ts'
import { figure } from '../../figures/draw.ts'
import { amount, arrow, direction, number, percent, weekday } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { breadthBlock } from '../../parts/dayBlocks.ts'
import { module, withRows } from '../../parts/module.ts'
import { tabs } from '../../parts/tabs.ts'
import { changeOf, type Move, thinned } from '../../today.ts'
import type { MarketData } from './data.ts'
import { scaled } from './scaled.ts'

export const indexModule = (context: Context, which: 'taiex' | 'tpex', daily: Fetched, ticks: Fetched): Html => {
  const { words, language } = context
  const { market, day: label } = words
  const [newest] = daily.rows
  const { change, share } = changeOf(newest)
  const close = numeric(newest?.close)
  const day = text(newest?.trade_date)
  const oldest = daily.rows.toReversed()
  const points = thinned(ticks.rows, 12)
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
    figure({
      kind: 'series',
      label: `${label[which]}, ${market.year}`,
      points: oldest.map((row) => text(row.trade_date)),
      series: [
        {
          ...{ label: label[which], unit: '', digits: 2, form: 'line' as const },
          values: oldest.map((row) => numeric(row.close)),
        },
      ],
    }),
  ],
  [
    market.intraday,
    withRows(context, ticks, () =>
      figure({
        kind: 'series',
        label: `${label[which]}, ${market.today(day)}`,
        points: points.map((row) => text(row.trade_time).slice(0, 5)),
        series: [
          {
            ...{ label: label[which], unit: '', digits: 2, form: 'trend' as const },
            values: points.map((row) => numeric(row.index_value)),
          },
        ],
        ...(close === null || change === null ? {} : { base: { label: label.previousClose, value: close - change } }),
      }),
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
  const days = [...Map.groupBy(spreads.rows, (row) => text(row.trade_date))]
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
        figure({
          kind: 'series',
          label: market.breadth,
          points: whole.map(([day]) => day),
          series: [
            {
              ...{ label: market.rising, unit: '', digits: 0, form: 'signed' as const },
              values: whole.map(([, rows]) => count(rows, 1)),
            },
            {
              ...{ label: market.falling, unit: '', digits: 0, form: 'signed' as const },
              values: whole.map(([, rows]) => -count(rows, -1)),
            },
          ],
        }),
    )}${spreads.hasMore ? html`<p class="small late">${market.cut}</p>` : null}`,
    source: spreads.line,
  })
}

export function turnoverModule(context: Context, { taiex, tpex }: MarketData): Html {
  const { words, language } = context
  const { market } = words
  const { unit, size } = market.amountUnit
  const days = taiex.rows.slice(0, 60).toReversed()
  const otc = new Map(tpex.rows.map((row) => [row.trade_date, row]))
  return module(context, {
    title: market.turnover,
    width: 6,
    meta: html`${market.listed} ${amount(numeric(taiex.rows[0]?.turnover), language)} · ${market.otc} ${amount(numeric(tpex.rows[0]?.turnover), language)}`,
    body: withRows(context, taiex, () =>
      figure({
        kind: 'series',
        label: market.turnover,
        points: days.map((row) => text(row.trade_date)),
        series: [
          {
            ...{ label: market.listed, unit, digits: 1, form: 'bars' as const },
            values: days.map((row) => scaled(row.turnover, size)),
          },
          {
            ...{ label: market.otc, unit, digits: 1, form: 'line' as const, hasOwnAxis: true },
            values: days.map((row) => scaled(otc.get(row.trade_date!)?.turnover, size)),
          },
        ],
      }),
    ),
    source: [taiex.line, tpex.line],
  })
}
