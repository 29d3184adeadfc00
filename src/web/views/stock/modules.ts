import type { Context } from '../../context.ts'
import { dayOf, numeric, type Row, scaled, sumOf, text } from '../../fetched.ts'
import { plot } from '../../figures/plot.ts'
import { rankedBar } from '../../figures/strips.ts'
import { amount, lots, number, percent, signed } from '../../format.ts'
import { type Html, html, type Piece } from '../../html.ts'
import { exact } from '../../parts/cells.ts'
import { datasetLink, datasetModule, module } from '../../parts/module.ts'
import { figureCell, figureTable, signedCell } from '../../parts/table.ts'
import { tabs } from '../../parts/tabs.ts'
import type { StockData } from './data.ts'
import { amountOf, factorText } from './price.ts'

const plain = (value: Piece): Html => html`<td class="one-line">${value}</td>`
const signedLots = (shares: number | null): string => lots(shares, signed)

/** The three institutions and their columns; foreign dealers are a part of the dealers. */
const institutions = [
  ['foreign', 'foreign_investor_net'],
  ['trust', 'investment_trust_net'],
  ['dealers', 'dealer_net'],
] as const

export function flowsModule(context: Context, { flows }: StockData): Html {
  const { stock, day, frame } = context.words
  const texts = { title: stock.flows, meta: stock.flowsMeta }
  return datasetModule(context, 'TaiwanStockInstitutionalInvestorsBuySell', flows, texts, (rows) => {
    const oldest = rows.toReversed()
    const five = rows.slice(0, 5)
    return html`${tabs(
      'institution',
      stock.who,
      institutions.map(([name, column]) => [
        day[name],
        plot(`${stock.flows}, ${day[name]}`, oldest, dayOf, [
          {
            ...{ label: day[name], unit: frame.units.lots, digits: 0, form: 'signed' },
            value: (row) => scaled(row[column], 1_000),
          },
        ]),
      ]),
    )}
${figureTable(
  stock.flows,
  [stock.day, ...institutions.map(([name]) => day[name]), stock.total],
  five.map((row) => [
    plain(text(row.trade_date)),
    ...institutions.map(([, column]) => signedCell(numeric(row[column]), signedLots)),
    signedCell(numeric(row.total_net), signedLots),
  ]),
  [
    plain(stock.sum),
    ...institutions.map(([, column]) => signedCell(sumOf(five.map((row) => numeric(row[column]))), signedLots)),
    signedCell(sumOf(five.map((row) => numeric(row.total_net))), signedLots),
  ],
)}`
  })
}

const changeIn = (row: Row, kind: 'margin_purchase' | 'short_sale'): number | null => {
  const [now, before] = [numeric(row[`${kind}_balance`]), numeric(row[`${kind}_previous_balance`])]
  return now === null || before === null ? null : now - before
}

export function marginModule(context: Context, { margin }: StockData): Html {
  const { stock, frame } = context.words
  const shown = { unit: frame.units.lots, digits: 0, form: 'line' } as const
  const texts = { title: stock.margin, meta: stock.marginMeta }
  return datasetModule(
    context,
    'TaiwanStockMarginPurchaseShortSale',
    margin,
    texts,
    (rows) => html`${plot(stock.margin, rows.toReversed(), dayOf, [
      { label: stock.marginBalance, ...shown, value: (row) => scaled(row.margin_purchase_balance, 1_000) },
      { label: stock.shortBalance, ...shown, hasOwnAxis: true, value: (row) => scaled(row.short_sale_balance, 1_000) },
    ])}
${figureTable(
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
)}`,
  )
}

export function revenueModule(context: Context, { revenue }: StockData): Html {
  const { words, language } = context
  const { stock } = words
  const { unit, size } = stock.revenueUnit
  const monthOf = (row: Row): string => text(row.report_month).slice(0, 7)
  const texts = { title: stock.revenue, meta: stock.revenueMeta }
  return datasetModule(
    context,
    'TaiwanStockMonthRevenue',
    revenue,
    texts,
    (rows) => html`${plot(stock.revenue, rows.toReversed(), monthOf, [
      { label: stock.amount, unit, digits: 1, form: 'bars', value: (row) => scaled(row.revenue, size) },
      {
        ...{ label: stock.yearly, unit: '%', digits: 2, form: 'line', hasOwnAxis: true },
        value: (row) => numeric(row.yoy_percent),
      },
    ])}
${figureTable(
  stock.revenue,
  [stock.month, stock.amount, stock.monthly, stock.yearly],
  rows
    .slice(0, 6)
    .map((row) => [
      plain(monthOf(row)),
      figureCell(amount(numeric(row.revenue), language)),
      signedCell(numeric(row.mom_percent), percent),
      signedCell(numeric(row.yoy_percent), percent),
    ]),
)}`,
  )
}

/** Accounts of the income statement that the page shows. */
const accounts = ['Revenue', 'GrossProfit', 'OperatingIncome', 'NetIncomeAttributableToOwnersOfParent', 'EPS'] as const

const mostQuarters = 8

export function statementsModule(context: Context, { statements }: StockData): Html {
  const { words, language } = context
  const { stock } = words
  const texts = { title: stock.statements, meta: stock.statementsMeta }
  return datasetModule(context, 'TaiwanStockFinancialStatement', statements, texts, (rows) => {
    const byQuarter = [...Map.groupBy(rows, (row) => `${row.fiscal_year} Q${row.fiscal_quarter}`)]
    // The last page of rows may end inside a quarter.
    const whole = (statements.hasMore ? byQuarter.slice(0, -1) : byQuarter).slice(0, mostQuarters)
    const shown = accounts.filter((account) => rows.some(({ type }) => type === account))
    const valueIn = (quarter: readonly Row[], account: string): number | null =>
      numeric(quarter.find(({ type }) => type === account)?.value)
    return html`${
      shown.includes('EPS')
        ? plot(stock.eps, whole.toReversed(), ([quarter]) => quarter, [
            {
              ...{ label: stock.eps, unit: words.frame.units.twd, digits: 2, form: 'bars' },
              value: ([, quarter]) => valueIn(quarter, 'EPS'),
            },
          ])
        : null
    }
${figureTable(
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
    body: html`${actions.refusal === null ? null : html`<p class="notice">${actions.refusal}</p>`}${figureTable(
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
  const texts = { title: stock.holders, meta: day === '' ? null : stock.holdersMeta(day) }
  return datasetModule(context, 'TaiwanStockHoldingSharesPer', holders, texts, (rows) => {
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
  })
}
