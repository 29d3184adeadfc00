import { column, constant } from '../reading.ts'

/** How both lists of suspensions, of margin trading and of day trading, call their columns. */
export const suspended = {
  stock_id: 'Code',
  stock_name: 'Name',
  market: constant('TWSE'),
  suspend_start_date: 'StartDate',
  suspend_end_date: 'EndDate',
  reason: column('Reason', { blank: '' }),
} as const
