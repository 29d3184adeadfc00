import type { Context } from '../../context.ts'
import { type Cell, dayOf, numeric, type Row, text } from '../../fetched.ts'
import { plot } from '../../figures/plot.ts'
import { number, signed } from '../../format.ts'
import { type Html, html, type Piece } from '../../html.ts'
import { datasetLink, datasetModule, module, withRows } from '../../parts/module.ts'
import { figureCell, figureTable, signedCell } from '../../parts/table.ts'
import type { MarketData } from './data.ts'

const heldCells = (row: Row): readonly Piece[] => {
  const net = numeric(row.net_open_interest_volume)
  return [
    figureCell(number(numeric(row.long_open_interest_volume))),
    figureCell(number(numeric(row.short_open_interest_volume))),
    signedCell(net, (value) => signed(value, 0)),
  ]
}

const investorOf = ({ words: { market } }: Context, { institutional_investor: id }: Row): string =>
  market.investors[text(id)] ?? text(id)

export function futuresModule(context: Context, { futures }: MarketData): Html {
  const { market } = context.words
  const texts = { title: market.futures, meta: market.futuresMeta }
  return datasetModule(context, 'TaiwanFuturesInstitutionalInvestors', futures, texts, (rows) => {
    const day = rows[0]!.trade_date
    const foreign = rows.filter((row) => row.institutional_investor === 'foreign_investor').toReversed()
    const label = market.investors.foreign_investor!
    return html`${plot(`${market.futures}: ${market.futuresMeta}`, foreign, dayOf, [
      {
        label,
        unit: market.contracts,
        digits: 0,
        form: 'signed',
        value: (row) => numeric(row.net_open_interest_volume),
      },
    ])}
${figureTable(
  market.futures,
  [`${market.institution}, ${text(day ?? null)}`, market.long, market.short, market.net],
  rows
    .filter((row) => row.trade_date === day)
    .map((row) => [html`<td>${investorOf(context, row)}</td>`, ...heldCells(row)]),
)}`
  })
}

export function optionsModule(context: Context, { options }: MarketData): Html {
  const { market } = context.words
  const day = text(options.rows[0]?.trade_date)
  const texts = { title: market.options, meta: day === '' ? null : market.optionsMeta(day) }
  return datasetModule(context, 'TaiwanOptionInstitutionalInvestors', options, texts, (rows) =>
    figureTable(
      market.options,
      [market.institution, market.long, market.short, market.net],
      rows
        .filter((row) => row.trade_date === day)
        .map((row) => [
          html`<td>${row.call_put === 'call' ? market.call : market.put} · ${investorOf(context, row)}</td>`,
          ...heldCells(row),
        ]),
    ),
  )
}

export function putCallModule(context: Context, { putCall }: MarketData): Html {
  const { market } = context.words
  const texts = { title: market.putCall, meta: market.putCallMeta }
  return datasetModule(context, 'TaiwanFutureOptionDailyTotalOverview', putCall, texts, (rows) =>
    plot(market.putCall, rows.toReversed(), dayOf, [
      { label: market.byInterest, unit: '', digits: 4, form: 'line', value: (row) => numeric(row.put_call_oi_ratio) },
      { label: market.byVolume, unit: '', digits: 4, form: 'line', value: (row) => numeric(row.put_call_volume_ratio) },
    ]),
  )
}

/** Spot rates of the bank; where there are none, the reference rate of the futures exchange is the only one. */
export function exchangeModule(context: Context, { dollar, currencies }: MarketData): Html {
  const { market } = context.words
  const cell = (value: Cell | undefined): Html => figureCell(number(numeric(value), 4))
  return module(context, {
    title: market.exchange,
    width: 6,
    meta: market.exchangeMeta,
    tools: datasetLink(context, 'ExchangeRate'),
    body: html`${withRows(context, dollar, (rows) =>
      plot(market.exchangeMeta, rows.toReversed(), dayOf, [
        { label: market.bankSells, unit: '', digits: 3, form: 'line', value: (row) => numeric(row.spot_sell) },
      ]),
    )}${withRows(context, currencies, (rows) =>
      figureTable(
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
