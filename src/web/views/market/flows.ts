import type { Context } from '../../context.ts'
import { dayOf, type Fetched, numeric, type Row, scaled, sumOf } from '../../fetched.ts'
import { plot } from '../../figures/plot.ts'
import { type Html, html } from '../../html.ts'
import { institutionsBlock } from '../../parts/dayBlocks.ts'
import { datasetModule } from '../../parts/module.ts'
import type { MarketData } from './data.ts'

type Day = readonly [name: string, rows: readonly Row[]]

const nameOf = ([name]: Day): string => name

/** The rows of each day, oldest day first; a page of rows may end inside its oldest day. */
const byDay = ({ rows, hasMore }: Fetched, perDay: number): readonly Day[] => {
  const days = [...Map.groupBy(rows, dayOf)]
  return (hasMore && (days.at(-1)?.[1].length ?? 0) < perDay ? days.slice(0, -1) : days).toReversed()
}

/** The sum over the markets in some unit; unknown where one market's value is. */
const total =
  (column: string, size: number) =>
  ([, rows]: Day): number | null =>
    scaled(sumOf(rows.map((row) => numeric(row[column]))), size)

export function institutionsModule(context: Context, { institutions }: MarketData): Html {
  const { market, day } = context.words
  const { unit, size } = market.amountUnit
  const texts = { title: market.institutions, meta: market.institutionsMeta }
  return datasetModule(
    context,
    'TaiwanStockTotalInstitutionalInvestors',
    institutions,
    texts,
    () =>
      html`${institutionsBlock(context, institutions)}${plot(market.institutions, byDay(institutions, 2), nameOf, [
        { label: day.institutions, unit, digits: 1, form: 'signed', value: total('total_net_amount', size) },
      ])}`,
  )
}

export function marginModule(context: Context, { margin }: MarketData): Html {
  const { market } = context.words
  const { unit, size } = market.amountUnit
  const texts = { title: market.margin, meta: market.marginMeta }
  return datasetModule(context, 'TaiwanStockTotalMarginPurchaseShortSale', margin, texts, () =>
    plot(market.margin, byDay(margin, 2), nameOf, [
      {
        ...{ label: market.marginBalance, unit, digits: 1, form: 'line' },
        value: total('margin_purchase_balance_amount', size),
      },
      {
        ...{ label: market.shortBalance, unit: market.thousandLots, digits: 1, form: 'line', hasOwnAxis: true },
        value: total('short_sale_balance', 1e6),
      },
    ]),
  )
}
