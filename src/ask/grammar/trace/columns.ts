import type { Reading } from '../senses.ts'
import type { Found } from './found.ts'

/** Columns that stand for others: what is grown, changed or gone up and down is told by the growth and the change. */
const told: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(close|price|spread|open|spot_sell|stock_price)$/,
    /^(close|price|spread|change_percent|spot_sell|value|last_price)$/,
  ],
  [/revenue|^(yoy|mom)_percent$/, /(yoy|mom)_percent$|revenue/],
  [/balance/, /balance|_change$/],
  [/_change$|change_/, /balance|change|spread/],
  [/volume|turnover/, /volume|turnover/],
  [/open_interest/, /open_interest/],
  [/^contract_month$/, /volume|open_interest|_amount$/],
  [/dividend/, /dividend|ex_date/],
  [/^(high|low)$/, /^index_value$/],
  [/^gap_percent$/, /^fill_/],
  [/^stock_(id|name)$/, /./],
]

export const isColumn = (readings: readonly Reading[], { columns, texts }: Found): boolean =>
  readings.some(({ column, dataset, where }) =>
    column === 'value' && where
      ? where.every(
          (filter) => !('is' in filter) || filter.is.some((value) => texts.has(String(value))) || columns.length > 0,
        ) && texts.has(dataset)
      : columns.includes(column) ||
        (column === 'change_percent' && texts.has('change')) ||
        told.some(([said, shown]) => said.test(column) && columns.some((other) => shown.test(other))),
  )

/** What is counted are rows of the table that the word names. */
export const isCounted = (readings: readonly Reading[], { representation }: Found): boolean =>
  representation.select.every(({ as }) => as === 'count') &&
  readings.some(({ dataset }) => dataset === representation.dataset)
