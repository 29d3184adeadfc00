import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Cell, type Fetched, numeric, type Row, sumOf, text } from '../fetched.ts'
import { figure } from '../figures/draw.ts'
import { rankedBar } from '../figures/strips.ts'
import { amount, arrow, direction, number, percent, signed, weekday } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { datasetLink } from '../parts/datasetLink.ts'
import { breadthBlock, fearGreedBlock, institutionsBlock } from '../parts/dayBlocks.ts'
import { heatMap, ramp } from '../parts/heatMap.ts'
import { module, withRows } from '../parts/module.ts'
import { gainersOf, losersOf, moversTable } from '../parts/movers.ts'
import { changeOf, companyNames, type Move, movesOf, thinned } from '../today.ts'

/** Everything that the market page shows. Rows are newest first. */
export type MarketData = {
  readonly taiex: Fetched
  readonly tpex: Fetched
  readonly taiexTicks: Fetched
  readonly tpexTicks: Fetched
  /** Changes of all securities over the days of the breadth. */
  readonly spreads: Fetched
  readonly prices: Fetched
  readonly limits: Fetched
  readonly overview: Fetched
  readonly institutions: Fetched
  readonly margin: Fetched
  readonly sectors: Fetched
  readonly fearGreed: Fetched
  readonly futures: Fetched
  readonly options: Fetched
  readonly putCall: Fetched
  readonly dollar: Fetched
  readonly currencies: Fetched
}

const scaled = (cell: Cell | undefined, size: number): number | null => {
  const value = numeric(cell)
  return value === null ? null : value / size
}

const indexModule = (context: Context, which: 'taiex' | 'tpex', daily: Fetched, ticks: Fetched): Html => {
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
<div class="tabs"><div class="segments" role="group" aria-label="${market.range}"><label><input class="tab-1" type="radio" name="${which}" checked><span>${market.daily}</span></label><label><input class="tab-2" type="radio" name="${which}"><span>${market.intraday}</span></label></div>
<div class="panel panel-1">${figure({
        kind: 'series',
        label: `${label[which]}, ${market.year}`,
        points: oldest.map((row) => text(row.trade_date)),
        series: [
          {
            ...{ label: label[which], unit: '', digits: 2, form: 'line' as const },
            values: oldest.map((row) => numeric(row.close)),
          },
        ],
      })}</div>
<div class="panel panel-2">${withRows(context, ticks, () =>
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
      )}</div></div>`,
    ),
    source: [daily.line, ticks.line],
  })
}

/** Rising and falling stocks of each day; where rows were left unread, the oldest day is not whole. */
function breadthModule(
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

function turnoverModule(context: Context, { taiex, tpex }: MarketData): Html {
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

/** The rows of each day, oldest day first; a page of rows may end inside its oldest day. */
const byDay = ({ rows, hasMore }: Fetched, perDay: number): readonly (readonly [string, readonly Row[]])[] => {
  const days = [...Map.groupBy(rows, (row) => text(row.trade_date))]
  return (hasMore && (days.at(-1)?.[1].length ?? 0) < perDay ? days.slice(0, -1) : days).toReversed()
}

/** The sum over the markets in some unit; unknown where one market's value is. */
const total = (rows: readonly Row[], column: string, size: number): number | null => {
  const sum = sumOf(rows.map((row) => numeric(row[column])))
  return sum === null ? null : sum / size
}

function institutionsModule(context: Context, { institutions }: MarketData): Html {
  const { market, day } = context.words
  const { unit, size } = market.amountUnit
  const days = byDay(institutions, 2)
  return module(context, {
    title: market.institutions,
    width: 6,
    meta: market.institutionsMeta,
    tools: datasetLink(context, 'TaiwanStockTotalInstitutionalInvestors'),
    body: withRows(
      context,
      institutions,
      () =>
        html`${institutionsBlock(context, institutions)}${figure({
          kind: 'series',
          label: market.institutions,
          points: days.map(([name]) => name),
          series: [
            {
              ...{ label: day.institutions, unit, digits: 1, form: 'signed' as const },
              values: days.map(([, rows]) => total(rows, 'total_net_amount', size)),
            },
          ],
        })}`,
    ),
    source: institutions.line,
  })
}

function marginModule(context: Context, { margin }: MarketData): Html {
  const { market } = context.words
  const { unit, size } = market.amountUnit
  const days = byDay(margin, 2)
  return module(context, {
    title: market.margin,
    width: 6,
    meta: market.marginMeta,
    tools: datasetLink(context, 'TaiwanStockTotalMarginPurchaseShortSale'),
    body: withRows(context, margin, () =>
      figure({
        kind: 'series',
        label: market.margin,
        points: days.map(([name]) => name),
        series: [
          {
            ...{ label: market.marginBalance, unit, digits: 1, form: 'line' as const },
            values: days.map(([, rows]) => total(rows, 'margin_purchase_balance_amount', size)),
          },
          {
            ...{
              label: market.shortBalance,
              unit: market.thousandLots,
              digits: 1,
              form: 'line' as const,
              hasOwnAxis: true,
            },
            values: days.map(([, rows]) => total(rows, 'short_sale_balance', 1e6)),
          },
        ],
      }),
    ),
    source: margin.line,
  })
}

const sectorsModule = (context: Context, { sectors }: MarketData, of: 'TWSE' | 'TPEX'): Html =>
  module(context, {
    title: context.words.market.sectorsOf(context.words.names.markets[of]!),
    width: 12,
    meta: context.words.day.sectorsMeta,
    tools: ramp,
    body: withRows(context, sectors, (rows) => heatMap(context, rows, of)),
    source: sectors.line,
  })

function moversModules(context: Context, { prices }: MarketData, moves: readonly Move[]): Html {
  const { words, language } = context
  const { day, market } = words
  const turnover = new Map(prices.rows.map((row) => [text(row.stock_id), numeric(row.turnover)]))
  const traded = moves.toSorted((a, b) => (turnover.get(b.id) ?? 0) - (turnover.get(a.id) ?? 0)).slice(0, 10)
  const one = (title: string, table: Html): Html =>
    module(context, { title, width: 4, body: withRows(context, prices, () => table), source: prices.line })
  return html`${one(day.gainers, moversTable(context, day.gainers, gainersOf(moves, 10)))}
${one(day.losers, moversTable(context, day.losers, losersOf(moves, 10)))}
${one(
  market.mostTraded,
  moversTable(context, market.mostTraded, traded, {
    label: market.turnoverHead,
    value: ({ id }) => amount(turnover.get(id) ?? null, language),
  }),
)}`
}

function fearGreedModule(context: Context, { fearGreed }: MarketData): Html {
  const { market, day } = context.words
  return module(context, {
    title: market.fearGreed,
    width: 6,
    meta: market.fearGreedMeta,
    tools: datasetLink(context, 'TaiwanFearAndGreedIndex'),
    body: withRows(context, fearGreed, (rows) => {
      const oldest = rows.toReversed()
      return html`${fearGreedBlock(context, fearGreed)}
${figure({
  kind: 'series',
  label: market.fearGreed,
  points: oldest.map((row) => text(row.trade_date)),
  series: [
    {
      ...{ label: day.fearGreed, unit: '', digits: 1, form: 'line' as const },
      values: oldest.map((row) => numeric(row.fear_greed_score)),
    },
  ],
})}
${Object.entries(market.parts).map(
  ([column, label]) =>
    html`<div class="ranked"><span>${label}</span>${rankedBar(numeric(rows[0]?.[column]) ?? 0, 100)}<span class="number">${number(numeric(rows[0]?.[column]), 1)}</span></div>`,
)}`
    }),
    source: fearGreed.line,
  })
}

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

function futuresModule(context: Context, { futures }: MarketData): Html {
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

function optionsModule(context: Context, { options }: MarketData): Html {
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

function putCallModule(context: Context, { putCall }: MarketData): Html {
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
function exchangeModule(context: Context, { dollar, currencies }: MarketData): Html {
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

export function marketView(context: Context, data: MarketData): Document {
  const { market } = context.words
  const names = companyNames(data.overview.rows)
  const moves = movesOf(data.prices.rows, names)
  return {
    title: market.title,
    description: market.description,
    section: 'market',
    body: html`<h1>${market.title}</h1>
<div class="grid">
${indexModule(context, 'taiex', data.taiex, data.taiexTicks)}
${indexModule(context, 'tpex', data.tpex, data.tpexTicks)}
${breadthModule(context, data, names, moves)}
${institutionsModule(context, data)}
${turnoverModule(context, data)}
${marginModule(context, data)}
${sectorsModule(context, data, 'TWSE')}
${sectorsModule(context, data, 'TPEX')}
${moversModules(context, data, moves)}
<div class="stack of-6">
${fearGreedModule(context, data)}
${futuresModule(context, data)}
</div>
<div class="stack of-6">
${putCallModule(context, data)}
${exchangeModule(context, data)}
${optionsModule(context, data)}
</div>
</div>`,
  }
}
