import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { quoteList } from './TaiwanFutureOptionTickRealtime.ts'

testRecordings(
  'mis-taifex',
  [
    {
      file: 'getQuoteList_futures_regular.json',
      feed: quoteList,
      request: requestFor('2024-01-08', { id: 'TX' }),
      count: 6,
      at: {
        0: {
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
        },
      },
    },
    {
      file: 'getQuoteList_options_regular.json',
      feed: quoteList,
      request: requestFor('2024-01-08', { id: 'TXO' }),
      left: [
        { why: 'spot prices and headings', rows: 1 },
        { why: 'counted and not sent', rows: 719 },
      ],
      some: {
        1: {
          contract_code: 'TX215700M4',
          contract_month: '202401W2',
          strike_price: '15700.0000',
          call_put: 'put',
          last_price: null,
          settlement_price: '0.1000',
        },
      },
    },
  ],
  {
    'getQuoteDetail_futures_regular.json': 'one contract, which the list of its product has',
    'getQuoteDetail_options_regular.json': 'one contract, which the list of its product has',
    'getQuoteDetail_options_afterhours.json': 'one contract, which the list of its product has',
    'getCmdyDDLItemByKind_all.json': 'names of products, which the OpenAPI lists too',
  },
)
