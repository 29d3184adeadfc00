import { ask } from '../../../test/support/feeds/fixture.ts'
import { readsRecordings } from '../../../test/support/feeds/recordings.ts'
import { commodities } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { quoteDetail, quoteList } from './TaiwanFutureOptionTickRealtime.ts'

const night = ask('2024-01-03', { id: 'TX118000A4-N' })

readsRecordings('mis-taifex', [
  {
    file: 'getQuoteList_futures_regular.json',
    feed: quoteList,
    request: ask('2024-01-08', { id: 'TX' }),
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
    request: ask('2024-01-08', { id: 'TXO' }),
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
  {
    file: 'getQuoteDetail_futures_regular.json',
    feed: quoteDetail,
    request: ask('2024-01-02', { id: 'TXFA4-F' }),
    some: { 0: { last_price: '17798.0000', open_interest: 103_404 } },
  },
  {
    file: 'getQuoteDetail_options_regular.json',
    feed: quoteDetail,
    request: ask('2024-01-02', { id: 'TX118000A4-O' }),
    some: { 0: { last_price: '2.6000', volume: 63_256 } },
  },
  {
    file: 'getQuoteDetail_options_afterhours.json',
    feed: quoteDetail,
    request: night,
    some: { 0: { trade_date: '2024-01-03', last_price: '2.5000' } },
  },
  {
    file: 'getCmdyDDLItemByKind_all.json',
    feed: commodities,
    request: ask('2024-01-02'),
    count: 331,
    at: {
      0: {
        trade_date: '2024-01-02',
        product_id: 'NYF',
        product_type: 'futures',
        product_name: '元大台灣50ETF期貨',
        product_category: 'etf',
        underlying_stock_id: '0050',
      },
    },
  },
])
