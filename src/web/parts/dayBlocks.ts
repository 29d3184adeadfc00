import type { Context } from '../context.ts'
import { type Fetched, numeric, type Row, sumOf, text } from '../fetched.ts'
import { plot } from '../figures/plot.ts'
import { scale, signedBar, split } from '../figures/strips.ts'
import { direction, number, signedAmount } from '../format.ts'
import { type Html, html } from '../html.ts'
import { breadthOf, changeOf, type Move, thinned } from '../today.ts'
import { block } from './block.ts'

/** Figures of the newest trading day, each with a small picture. */

/** An index in the course of a day, against the close of the day before. */
export function intradayFigure({ words }: Context, label: string, name: string, ticks: Fetched, newest?: Row): Html {
  const close = numeric(newest?.close)
  const { change } = changeOf(newest)
  return plot(
    label,
    thinned(ticks.rows, 12),
    (row) => text(row.trade_time).slice(0, 5),
    [{ label: name, unit: '', digits: 2, form: 'trend', value: (row) => numeric(row.index_value) }],
    close === null || change === null ? undefined : { label: words.day.previousClose, value: close - change },
  )
}

export function breadthBlock(context: Context, moves: readonly Move[], limits: Fetched): Html {
  const { day } = context.words
  const { total, up, flat, down, limitUp, limitDown } = breadthOf(moves, limits.rows)
  return html`<div class="block"><h3><span>${day.breadth}</span><span>${day.stocks(number(total))}</span></h3>${split(
    [
      { size: up, kind: 'u' },
      { size: flat, kind: 'rest' },
      { size: down, kind: 'd' },
    ],
    day.breadthText(up, flat, down),
  )}<div class="ends"><span class="up">▲ ${up} <span class="dim">${day.limitUp(limitUp)}</span></span><span class="dim">${day.flat(flat)}</span><span class="down"><span class="dim">${day.limitDown(limitDown)}</span> ▼ ${down}</span></div></div>`
}

/** The markets together: their rows of the newest day are added. */
export function institutionsBlock({ words, language }: Context, { rows }: Fetched): Html | null {
  const newest = rows[0]?.trade_date
  if (newest === undefined) return null
  const today = rows.filter(({ trade_date }) => trade_date === newest)
  const sum = (column: string): number | null => sumOf(today.map((row) => numeric(row[column])))
  const parts = [
    [words.day.foreign, sum('foreign_investor_net_amount')],
    [words.day.trust, sum('investment_trust_net_amount')],
    [words.day.dealers, sum('dealer_net_amount')],
  ] as const
  const most = Math.max(...parts.map(([, value]) => Math.abs(value ?? 0)))
  return block(
    words.day.institutions,
    signedAmount(sum('total_net_amount'), language),
    parts.map(
      ([label, value]) =>
        html`<div class="flow"><span>${label}</span>${signedBar(value ?? 0, most)}<span class="number ${direction(value)}">${signedAmount(value, language)}</span></div>`,
    ),
  )
}

export function fearGreedBlock({ words: { day } }: Context, { rows }: Fetched): Html | null {
  const score = numeric(rows[0]?.fear_greed_score)
  if (score === null) return null
  const earlier = numeric(rows[5]?.fear_greed_score)
  const label = text(rows[0]?.fear_greed_label)
  return block(
    day.fearGreed,
    `${number(score)} ${day.fearLabels[label] ?? label}`,
    html`${scale(score, earlier, `${day.fearGreed} ${number(score)}`)}<div class="ends dim"><span>${day.fear}</span>${
      earlier === null ? null : html`<span>${day.weekAgo(number(earlier))}</span>`
    }<span>${day.greed}</span></div>`,
  )
}
