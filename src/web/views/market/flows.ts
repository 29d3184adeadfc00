import type { Context } from '../../context.ts'
import { type Fetched, numeric, type Row, sumOf, text } from '../../fetched.ts'
import { figure } from '../../figures/draw.ts'
import { type Html, html } from '../../html.ts'
import { datasetLink } from '../../parts/datasetLink.ts'
import { institutionsBlock } from '../../parts/dayBlocks.ts'
import { module, withRows } from '../../parts/module.ts'
import type { MarketData } from './data.ts'

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

export function institutionsModule(context: Context, { institutions }: MarketData): Html {
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

export function marginModule(context: Context, { margin }: MarketData): Html {
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
