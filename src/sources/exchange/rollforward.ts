import { dayOf } from '../../days.ts'
import type { Row } from '../outcome.ts'

/** Identities between yesterday's balance, today's movements and today's balance. */

const of = (row: Row, name: string): number => row[name] as number

export const marginRollsForward = {
  'previous margin balance + bought - sold - repaid = balance': (row: Row): boolean =>
    of(row, 'margin_purchase_previous_balance') +
      of(row, 'margin_purchase_buy') -
      of(row, 'margin_purchase_sell') -
      of(row, 'margin_purchase_cash_repayment') ===
    of(row, 'margin_purchase_balance'),
}

export const shortRollsForward = {
  'previous short balance + sold - bought - repaid = balance': (row: Row): boolean =>
    of(row, 'short_sale_previous_balance') +
      of(row, 'short_sale_sell') -
      of(row, 'short_sale_buy') -
      of(row, 'short_sale_stock_repayment') ===
    of(row, 'short_sale_balance'),
}

/** The balance was reckoned in another way before. */
const presentWay = dayOf('2012-03-19')

export const borrowedRollsForward = {
  'previous borrowed balance + sold - returned + adjusted = balance': (row: Row): boolean =>
    of(row, 'trade_date') < presentWay ||
    of(row, 'sbl_short_sale_previous_balance') +
      of(row, 'sbl_short_sale_sell') -
      of(row, 'sbl_short_sale_return') +
      of(row, 'sbl_short_sale_adjustment') ===
      of(row, 'sbl_short_sale_balance'),
}
