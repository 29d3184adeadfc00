import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { commodities } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { quoteDetail, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

const record = recordingsIn('mis-taifex')

record.rows('getQuoteList_futures_regular.json', quoteList, ask('2024-01-08', { id: 'TX' }), ({ rows }) => {
  assert.equal(rows.length, 6)
  assert.deepEqual(rows[0], {
    contract_code: 'TXFA4',
    trade_date: '2024-01-08',
    trading_session: 'regular',
    product_id: 'TX',
    product_type: 'futures',
    contract_name: '臺指期014',
    contract_month: '202401',
    strike_price: null,
    call_put: null,
    quote_time: '2024-01-08T05:44:59.000Z',
    last_price: '17595.0000',
    open: '17572.0000',
    high: '17706.0000',
    low: '17568.0000',
    reference_price: '17518.0000',
    spread: '77.0000',
    spread_percent: '0.44',
    limit_up: '19269.0000',
    limit_down: '15767.0000',
    volume: 153_464,
    best_bid: '17595.0000',
    best_bid_size: 7,
    best_ask: '17596.0000',
    best_ask_size: 1,
    settlement_price: '17595.0000',
    open_interest: 102_591,
    snapshot_time: '2024-01-08T05:44:59.000Z',
  })
})

record.rows('getQuoteList_options_regular.json', quoteList, ask('2024-01-08', { id: 'TXO' }), ({ rows, outcome }) => {
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [
    { why: 'spot prices and headings', rows: 1 },
    { why: 'counted and not sent', rows: 719 },
  ])
  const { contract_code, contract_month, strike_price, call_put, last_price, settlement_price } = rows[1]!
  assert.deepEqual(
    [contract_code, contract_month, strike_price, call_put, last_price, settlement_price],
    ['TX215700M4', '202401W2', '15700.0000', 'put', null, '0.1000'],
  )
})

record.rows('getQuoteDetail_futures_regular.json', quoteDetail, ask('2024-01-02', { id: 'TXFA4-F' }), ({ rows }) => {
  assert.equal(rows[0]!.last_price, '17798.0000')
  assert.equal(rows[0]!.open_interest, 103_404)
})

record.rows(
  'getQuoteDetail_options_regular.json',
  quoteDetail,
  ask('2024-01-02', { id: 'TX118000A4-O' }),
  ({ rows }) => {
    assert.deepEqual([rows[0]!.last_price, rows[0]!.volume], ['2.6000', 63_256])
  },
)

const night = ask('2024-01-03', { id: 'TX118000A4-N' })
record.rows('getQuoteDetail_options_afterhours.json', quoteDetail, night, ({ rows }) => {
  assert.deepEqual([rows[0]!.trade_date, rows[0]!.last_price], ['2024-01-03', '2.5000'])
})

record.rows('getCmdyDDLItemByKind_all.json', commodities, ask('2024-01-02'), ({ rows }) => {
  assert.equal(rows.length, 331)
  assert.deepEqual(rows[0], {
    trade_date: '2024-01-02',
    product_id: 'NYF',
    product_type: 'futures',
    product_name: '元大台灣50ETF期貨',
    product_category: 'etf',
    underlying_stock_id: '0050',
  })
})

record.others({})
