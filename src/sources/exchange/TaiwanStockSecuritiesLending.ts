import { TaiwanStockSecuritiesLending } from '../../catalogue/chips/TaiwanStockSecuritiesLending.ts'
import { column, lots, ordinal, whole } from '../reading.ts'
import { twseRangeFeed } from './twse.ts'

const types: Readonly<Record<string, string>> = { 定價: 'fixed_rate', 競價: 'competitive', 議借: 'negotiated' }

/** Code and name share a cell: `1101 台泥`. */
const [codeIn, nameIn] = [/^(\S+)\s/, /^\S+\s+(.*\S)/].map(
  (form) => (text: string) => form.exec(`${text.trim()} `)?.[1] ?? null,
)

const loans = whole(
  TaiwanStockSecuritiesLending,
  {
    stock_id: column('證券代號名稱', { also: ['證券名稱'], read: codeIn! }),
    trade_date: '成交日期',
    seq: ordinal,
    stock_name: column('證券代號名稱', { also: ['證券名稱'], read: nameIn! }),
    transaction_type: column('交易方式', { read: (text) => types[text.trim()] }),
    volume: lots('成交數量(交易單位)'),
    fee_rate: column('成交費率', { suffix: '%' }),
    close: '成交日收盤價',
    original_return_date: '約定還券日期',
    original_lending_days: '約定借券天數',
  },
  { ignore: ['費率異動'] },
)

/** Loans of listed and OTC shares alike. */
export const securitiesLending = [
  twseRangeFeed(loans, 'lending/t13sa710', {
    query: { tradeType: '', stockNo: '' },
    market: null,
    longest: 31,
    since: '2004-01-01',
  }),
]
