import { date, text } from '../fields.ts'
import { dataset } from './dataset.ts'
import type { DatasetName } from './index.ts'

/** Definitions that must not compile; `tsc` reports an expectation that no longer fails. */

const columns = { stock_id: text('Security code', '證券代號'), trade_date: date('Trading day', '交易日') }
const rest = {
  tier: 'free',
  category: 'technical',
  title: { en: 'Sample', zh: '範例' },
  about: { en: 'Sample.', zh: '範例。' },
  example: null,
  update: '18:00',
  complete: null,
  sources: [],
} as const

dataset({ ...rest, name: 'Sample', columns, key: ['stock_id', 'trade_date'], date: 'trade_date', id: 'stock_id' })

// @ts-expect-error: a key column that is no column
dataset({ ...rest, name: 'Sample', columns, key: ['stock_id', 'day'], date: 'trade_date', id: 'stock_id' })

// @ts-expect-error: a date that is no column
dataset({ ...rest, name: 'Sample', columns, key: ['stock_id', 'trade_date'], date: 'day', id: 'stock_id' })

// @ts-expect-error: no date, and no trade_date that could be it
dataset({ ...rest, name: 'Sample', columns: { stock_id: columns.stock_id }, key: ['stock_id'] })

// @ts-expect-error: an id that is no column
dataset({ ...rest, name: 'Sample', columns, key: ['stock_id', 'trade_date'], date: 'trade_date', id: 'ticker' })

// @ts-expect-error: an unknown tier
dataset({ ...rest, name: 'Sample', tier: 'gold', columns, key: ['stock_id'], date: 'trade_date', id: null })

'TaiwanStockPrice' satisfies DatasetName
// @ts-expect-error: a name that is no dataset
'TaiwanStockPrices' satisfies DatasetName
