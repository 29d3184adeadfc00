import type { Context } from '../../context.ts'
import { type Cell, numeric, type Row, text } from '../../fetched.ts'
import { figure } from '../../figures/draw.ts'
import { direction, number, signed } from '../../format.ts'
import { type Html, html, type Piece } from '../../html.ts'
import { datasetLink } from '../../parts/datasetLink.ts'
import { module, withRows } from '../../parts/module.ts'
import type { MarketData } from './data.ts'

const positions = (label: string, heads: readonly string[], rows: readonly (readonly Piece[])[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="tight"><thead><tr>${heads.map((head, i) => html`<th scope="col"${i === 0 ? null : html` class="number"`}>${head}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}</tbody></table></div>`

const heldCells = (row: Row): readonly Piece[] => {
  const net = numeric(row.net_open_interest_volume)
  return [
    html`<td class="number">${number(numeric(row.long_open_interest_volume))}</td>`,
    html`<td class="number">${number(numeric(row.short_open_interest_volume))}</td>`,
    html`<td class="number ${direction(net)}">${signed(net, 0)}</td>`,
  ]
}

export function futuresModule(context: Context, { futures }: MarketData): Html {
  const { market } = context.words
  return module(context, {
    title: market.futures,
    width: 6,
    meta: market.futuresMeta,
    tools: datasetLink(context, 'TaiwanFuturesInstitutionalInvestors'),
    body: withRows(context, futures, (rows) => {
      const day = rows[0]!.trade_date
      const foreign = rows.filter((row) => row.institutional_investor === 'foreign_investor').toReversed()
      const who = (row: Row): string =>
        market.investors[text(row.institutional_investor)] ?? text(row.institutional_investor)
      return html`${figure({
        kind: 'series',
        label: `${market.futures}: ${market.futuresMeta}`,
        points: foreign.map((row) => text(row.trade_date)),
        series: [
          {
            ...{
              label: market.investors.foreign_investor!,
              unit: market.contracts,
              digits: 0,
              form: 'signed' as const,
            },
            values: foreign.map((row) => numeric(row.net_open_interest_volume)),
          },
        ],
      })}
${positions(
  market.futures,
  [`${market.institution}, ${text(day ?? null)}`, market.long, market.short, market.net],
  rows.filter((row) => row.trade_date === day).map((row) => [html`<td>${who(row)}</td>`, ...heldCells(row)]),
)}`
    }),
    source: futures.line,
  })
}

export function optionsModule(context: Context, { options }: MarketData): Html {
  const { market } = context.words
  const day = text(options.rows[0]?.trade_date)
  return module(context, {
    title: market.options,
    width: 6,
    meta: day === '' ? null : market.optionsMeta(day),
    tools: datasetLink(context, 'TaiwanOptionInstitutionalInvestors'),
    body: withRows(context, options, (rows) =>
      positions(
        market.options,
        [market.institution, market.long, market.short, market.net],
        rows
          .filter((row) => row.trade_date === day)
          .map((row) => [
            html`<td>${row.call_put === 'call' ? market.call : market.put} · ${market.investors[text(row.institutional_investor)] ?? text(row.institutional_investor)}</td>`,
            ...heldCells(row),
          ]),
      ),
    ),
    source: options.line,
  })
}

export function putCallModule(context: Context, { putCall }: MarketData): Html {
  const { market } = context.words
  return module(context, {
    title: market.putCall,
    width: 6,
    meta: market.putCallMeta,
    tools: datasetLink(context, 'TaiwanFutureOptionDailyTotalOverview'),
    body: withRows(context, putCall, (rows) => {
      const oldest = rows.toReversed()
      return figure({
        kind: 'series',
        label: market.putCall,
        points: oldest.map((row) => text(row.trade_date)),
        series: [
          {
            ...{ label: market.byInterest, unit: '', digits: 4, form: 'line' as const },
            values: oldest.map((row) => numeric(row.put_call_oi_ratio)),
          },
          {
            ...{ label: market.byVolume, unit: '', digits: 4, form: 'line' as const },
            values: oldest.map((row) => numeric(row.put_call_volume_ratio)),
          },
        ],
      })
    }),
    source: putCall.line,
  })
}

/** Spot rates of the bank; where there are none, the reference rate of the futures exchange is the only one. */
export function exchangeModule(context: Context, { dollar, currencies }: MarketData): Html {
  const { market } = context.words
  const cell = (value: Cell | undefined): Html => html`<td class="number">${number(numeric(value), 4)}</td>`
  return module(context, {
    title: market.exchange,
    width: 6,
    meta: market.exchangeMeta,
    tools: datasetLink(context, 'ExchangeRate'),
    body: html`${withRows(context, dollar, (rows) => {
      const oldest = rows.toReversed()
      return figure({
        kind: 'series',
        label: market.exchangeMeta,
        points: oldest.map((row) => text(row.trade_date)),
        series: [
          {
            ...{ label: market.bankSells, unit: '', digits: 3, form: 'line' as const },
            values: oldest.map((row) => numeric(row.spot_sell)),
          },
        ],
      })
    })}${withRows(context, currencies, (rows) =>
      positions(
        market.exchange,
        [market.currency, market.buys, market.sells],
        rows
          .filter(
            (row) =>
              row.trade_date === rows[0]!.trade_date &&
              ['USD', 'EUR', 'JPY', 'CNY', 'HKD', 'GBP'].includes(text(row.currency)),
          )
          .map((row) => [html`<td>${text(row.currency)}</td>`, cell(row.spot_buy), cell(row.spot_sell)]),
      ),
    )}`,
    source: [dollar.line, currencies.line],
  })
}
