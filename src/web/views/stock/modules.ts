import type { Context } from '../../context.ts'
import { type Cell, numeric, type Row, sumOf, text } from '../../fetched.ts'
import { figure } from '../../figures/draw.ts'
import { rankedBar } from '../../figures/strips.ts'
import { amount, direction, lots, number, percent, signed } from '../../format.ts'
import { type Html, html, type Piece } from '../../html.ts'
import { exact } from '../../parts/cells.ts'
import { datasetLink } from '../../parts/datasetLink.ts'
import { module, withRows } from '../../parts/module.ts'
import { tabs } from '../../parts/tabs.ts'
import type { StockData } from './data.ts'
import { amountOf, factorText } from './price.ts'

const table = (
  label: string,
  heads: readonly Piece[],
  rows: readonly (readonly Piece[])[],
  total?: readonly Piece[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="tight"><thead><tr>${heads.map(
    (head, i) => html`<th scope="col"${i === 0 ? null : html` class="number"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}${total ? html`<tr class="total">${total}</tr>` : null}</tbody></table></div>`

const plain = (value: Piece): Html => html`<td class="one-line">${value}</td>`
const figureCell = (value: Piece): Html => html`<td class="number">${value}</td>`
const signedCell = (value: number | null, print: (value: number | null) => string): Html =>
  html`<td class="number ${direction(value)}">${print(value)}</td>`
const signedLots = (shares: number | null): string => lots(shares, signed)

/** The three institutions and their columns; foreign dealers are a part of the dealers. */
const institutions = [
  ['foreign', ['foreign_investor_net']],
  ['trust', ['investment_trust_net']],
  ['dealers', ['dealer_net']],
] as const

const netOf = (row: Row, columns: readonly string[]): number | null =>
  sumOf(columns.map((column) => numeric(row[column])))

export function flowsModule(context: Context, { flows }: StockData): Html {
  const { stock, day, frame } = context.words
  return module(context, {
    title: stock.flows,
    width: 6,
    meta: stock.flowsMeta,
    tools: datasetLink(context, 'TaiwanStockInstitutionalInvestorsBuySell'),
    body: withRows(context, flows, (rows) => {
      const oldest = rows.toReversed()
      const points = oldest.map((row) => text(row.trade_date))
      const five = rows.slice(0, 5)
      return html`${tabs(
        'institution',
        stock.who,
        institutions.map(([name, columns]) => [
          day[name],
          figure({
            kind: 'series',
            label: `${stock.flows}, ${day[name]}`,
            points,
            series: [
              {
                ...{ label: day[name], unit: frame.units.lots, digits: 0, form: 'signed' as const },
                values: oldest.map((row) => {
                  const net = netOf(row, columns)
                  return net === null ? null : net / 1_000
                }),
              },
            ],
          }),
        ]),
      )}
${table(
  stock.flows,
  [stock.day, ...institutions.map(([name]) => day[name]), stock.total],
  five.map((row) => [
    plain(text(row.trade_date)),
    ...institutions.map(([, columns]) => signedCell(netOf(row, columns), signedLots)),
    signedCell(numeric(row.total_net), signedLots),
  ]),
  [
    plain(stock.sum),
    ...institutions.map(([, columns]) => signedCell(sumOf(five.map((row) => netOf(row, columns))), signedLots)),
    signedCell(sumOf(five.map((row) => numeric(row.total_net))), signedLots),
  ],
)}`
    }),
    source: flows.line,
  })
}

const thousands = (cell: Cell | undefined): number | null => {
  const value = numeric(cell)
  return value === null ? null : value / 1_000
}

const changeIn = (row: Row, kind: 'margin_purchase' | 'short_sale'): number | null => {
  const [now, before] = [numeric(row[`${kind}_balance`]), numeric(row[`${kind}_previous_balance`])]
  return now === null || before === null ? null : now - before
}

export function marginModule(context: Context, { margin }: StockData): Html {
  const { stock, frame } = context.words
  const unit = frame.units.lots
  return module(context, {
    title: stock.margin,
    width: 6,
    meta: stock.marginMeta,
    tools: datasetLink(context, 'TaiwanStockMarginPurchaseShortSale'),
    body: withRows(context, margin, (rows) => {
      const oldest = rows.toReversed()
      return html`${figure({
        kind: 'series',
        label: stock.margin,
        points: oldest.map((row) => text(row.trade_date)),
        series: [
          {
            ...{ label: stock.marginBalance, unit, digits: 0, form: 'line' as const },
            values: oldest.map((row) => thousands(row.margin_purchase_balance)),
          },
          {
            ...{ label: stock.shortBalance, unit, digits: 0, form: 'line' as const, hasOwnAxis: true },
            values: oldest.map((row) => thousands(row.short_sale_balance)),
          },
        ],
      })}
${table(
  stock.margin,
  [stock.day, stock.marginBalance, stock.change, stock.shortBalance, stock.change],
  rows
    .slice(0, 5)
    .map((row) => [
      plain(text(row.trade_date)),
      figureCell(lots(numeric(row.margin_purchase_balance))),
      signedCell(changeIn(row, 'margin_purchase'), signedLots),
      figureCell(lots(numeric(row.short_sale_balance))),
      signedCell(changeIn(row, 'short_sale'), signedLots),
    ]),
)}`
    }),
    source: margin.line,
  })
}

export function revenueModule(context: Context, { revenue }: StockData): Html {
  const { words, language } = context
  const { stock } = words
  const { unit, size } = stock.revenueUnit
  return module(context, {
    title: stock.revenue,
    width: 6,
    meta: stock.revenueMeta,
    tools: datasetLink(context, 'TaiwanStockMonthRevenue'),
    body: withRows(context, revenue, (rows) => {
      const oldest = rows.toReversed()
      return html`${figure({
        kind: 'series',
        label: stock.revenue,
        points: oldest.map((row) => text(row.report_month).slice(0, 7)),
        series: [
          {
            ...{ label: stock.amount, unit, digits: 1, form: 'bars' as const },
            values: oldest.map((row) => {
              const value = numeric(row.revenue)
              return value === null ? null : value / size
            }),
          },
          {
            ...{ label: stock.yearly, unit: '%', digits: 2, form: 'line' as const, hasOwnAxis: true },
            values: oldest.map((row) => numeric(row.yoy_percent)),
          },
        ],
      })}
${table(
  stock.revenue,
  [stock.month, stock.amount, stock.monthly, stock.yearly],
  rows
    .slice(0, 6)
    .map((row) => [
      plain(text(row.report_month).slice(0, 7)),
      figureCell(amount(numeric(row.revenue), language)),
      signedCell(numeric(row.mom_percent), percent),
      signedCell(numeric(row.yoy_percent), percent),
    ]),
)}`
    }),
    source: revenue.line,
  })
}

/** Accounts of the income statement that the page shows. */
const accounts = ['Revenue', 'GrossProfit', 'OperatingIncome', 'NetIncomeAttributableToOwnersOfParent', 'EPS'] as const

const mostQuarters = 8

export function statementsModule(context: Context, { statements }: StockData): Html {
  const { words, language } = context
  const { stock } = words
  return module(context, {
    title: stock.statements,
    width: 6,
    meta: stock.statementsMeta,
    tools: datasetLink(context, 'TaiwanStockFinancialStatement'),
    body: withRows(context, statements, (rows) => {
      const byQuarter = [...Map.groupBy(rows, (row) => `${row.fiscal_year} Q${row.fiscal_quarter}`)]
      // The last page of rows may end inside a quarter.
      const whole = (statements.hasMore ? byQuarter.slice(0, -1) : byQuarter).slice(0, mostQuarters)
      const shown = accounts.filter((account) => rows.some(({ type }) => type === account))
      const valueIn = (quarter: readonly Row[], account: string): number | null =>
        numeric(quarter.find(({ type }) => type === account)?.value)
      const oldest = whole.toReversed()
      return html`${
        shown.includes('EPS')
          ? figure({
              kind: 'series',
              label: stock.eps,
              points: oldest.map(([quarter]) => quarter),
              series: [
                {
                  ...{ label: stock.eps, unit: words.frame.units.twd, digits: 2, form: 'bars' as const },
                  values: oldest.map(([, quarter]) => valueIn(quarter, 'EPS')),
                },
              ],
            })
          : null
      }
${table(
  stock.statements,
  [stock.quarter, ...shown.map((account) => stock.statementRows[account])],
  whole.map(([name, quarter]) => [
    plain(name),
    ...shown.map((account) => {
      const value = valueIn(quarter, account)
      return figureCell(account === 'EPS' ? number(value, 2) : amount(value, language))
    }),
  ]),
)}`
    }),
    source: statements.line,
  })
}

const mostActions = 10

export function dividendsModule(context: Context, { actions, exDates, dividends, through }: StockData): Html {
  const { stock } = context.words
  const payment = new Map(dividends.rows.map((row) => [row.cash_ex_date, text(row.cash_payment_date)]))
  const announced = dividends.rows.flatMap((row) => {
    const day = text(row.cash_ex_date ?? row.stock_ex_date ?? null)
    if (day <= through) return []
    const cash = sumOf([numeric(row.cash_earnings_distribution), numeric(row.cash_statutory_surplus)])
    return [{ day, cash, paid: text(row.cash_payment_date) }]
  })
  const older = actions.list.length - mostActions
  return module(context, {
    title: stock.dividends,
    width: 6,
    meta: stock.dividendsMeta,
    tools: html`${datasetLink(context, 'TaiwanStockDividend')} ${datasetLink(context, 'TaiwanStockDividendResult')}`,
    body: html`${actions.refusal === null ? null : html`<p class="notice">${actions.refusal}</p>`}${table(
      stock.dividends,
      [stock.exDate, stock.action, stock.value, stock.paid, stock.before, stock.reference, stock.factorHead],
      [
        ...announced.map(({ day, cash, paid }) => [
          plain(day),
          figureCell(stock.announced),
          figureCell(number(cash, 2)),
          figureCell(paid || '–'),
          ...Array.from({ length: 3 }, () => figureCell('–')),
        ]),
        ...actions.list
          .slice(0, mostActions)
          .map((action) => [
            plain(action.event_date),
            figureCell(
              html`${action.actions.map((kind) => stock.actions[kind]).join(' + ')}${action.status === 'in_effect' ? null : html` <span class="late">${stock.states[action.status]}</span>`}`,
            ),
            figureCell(amountOf(context, action, exDates.rows) || '–'),
            figureCell(payment.get(action.event_date) || '–'),
            figureCell(action.close_before === null ? '–' : exact(action.close_before)),
            figureCell(action.reference_price === null ? '–' : exact(action.reference_price)),
            figureCell(factorText(action.factor)),
          ]),
      ],
    )}${older > 0 ? html`<p class="small dim spaced">${stock.older(older)}</p>` : null}`,
    source: [actions.line, exDates.line, dividends.line],
  })
}

/** The brackets of the depository: the last two rows are a correction and the total. */
const lastBracket = 15
const total = 17

export function holdersModule(context: Context, { holders }: StockData): Html {
  const { stock } = context.words
  const day = text(holders.rows[0]?.record_date)
  return module(context, {
    title: stock.holders,
    width: 6,
    meta: day === '' ? null : stock.holdersMeta(day),
    tools: datasetLink(context, 'TaiwanStockHoldingSharesPer'),
    body: withRows(context, holders, (rows) => {
      const newest = rows.filter(({ record_date }) => record_date === day)
      const brackets = newest.filter(
        ({ level, shares }) => Number(level) <= lastBracket || (level !== total && shares !== 0),
      )
      const all = newest.find(({ level }) => level === total)
      const most = Math.max(...brackets.map((row) => numeric(row.percent) ?? 0))
      return html`${brackets.map(
        (row) =>
          html`<div class="ranked held"><span>${text(row.level_name).replace('以上', ` ${stock.andOver}`)}</span>${rankedBar(numeric(row.percent) ?? 0, most)}<span class="number">${number(numeric(row.percent), 2)}%</span><span class="number dim">${row.people === null ? '–' : stock.people(number(numeric(row.people)))}</span></div>`,
      )}${all ? html`<p class="ends spaced"><span>${stock.holdersTotal}</span><span>${stock.people(number(numeric(all.people)))}</span></p>` : null}`
    }),
    source: holders.line,
  })
}
