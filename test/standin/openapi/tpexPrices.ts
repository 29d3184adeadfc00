import { TaiwanStockMarketValue } from '../../../src/catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanReturnIndex } from '../../../src/catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockPER } from '../../../src/catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../../src/catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockSectorPrice } from '../../../src/catalogue/technical/TaiwanStockSectorPrice.ts'
import { TaiwanWeightedIndex } from '../../../src/catalogue/technical/TaiwanWeightedIndex.ts'
import type { Page } from '../page.ts'
import { pricesOf, rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { id, month, tpex } from './tpexList.ts'

/** Lists of OTC prices and indices, of the newest day or the month so far. */

const changes = `SELECT *, coalesce(ex_mark, CASE WHEN spread > 0 THEN '+' || round(spread, 2) ELSE round(spread, 2)::VARCHAR END,
  '---') AS change, coalesce(next_up, 9999.95) AS up, coalesce(next_down, 0.01) AS down FROM (${pricesOf('TPEX')})`

const quotes = printer(
  TaiwanStockPrice,
  '',
  changes,
  `Date trade_date
   ${id}
   Close close
   Change change
   Open open
   High high
   Low low
   Average close
   TradingShares volume
   TransactionAmount turnover
   TransactionNumber trade_count
   LatestBidPrice close
   LatesAskPrice close
   Capitals =1000
   NextReferencePrice next_reference/two
   NextLimitUp up/two
   NextLimitDown down/two`,
)

const boardQuotes = printer(
  TaiwanStockPrice,
  '',
  changes,
  `Date trade_date
   ${id}
   Close close
   Change change
   Open open
   High high
   Low low
   TradingShares volume
   TransactionAmount turnover
   TransactionNumber trade_count
   LatestBidPrice close
   LatesAskPrice close
   Capitals =1000
   NextLimitUp up/two
   NextLimitDown down/two`,
)

const index = `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TPEX' AND trade_date ${month} ORDER BY trade_date`

const bars = printer(
  TaiwanWeightedIndex,
  '',
  index,
  `Date trade_date/compact
   Open open
   High high
   Low low
   Close close
   Change spread`,
)

const totals = printer(
  TaiwanWeightedIndex,
  '',
  index,
  `Date trade_date
   TradeVolume volume
   TradeAmount turnover
   NumberOfTransactions trade_count
   TPExIndex close
   Change spread`,
)

const returns = printer(
  TaiwanReturnIndex,
  '',
  `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TPEX' AND trade_date ${month} ORDER BY trade_date`,
  `Date trade_date/compact
   TPExIndex price_index
   TPExTotalReturnIndex return_index`,
)

const ratios = printer(
  TaiwanStockPER,
  '',
  rowsOf(TaiwanStockPER, 'TPEX'),
  `Date trade_date
   ${id}
   PriceEarningRatio pe_ratio
   DividendPerShare dividend_per_share
   YieldRatio dividend_yield
   PriceBookRatio pb_ratio`,
)

const sectors = printer(
  TaiwanStockSectorPrice,
  '',
  `SELECT * FROM TaiwanStockSectorPrice WHERE market = 'TPEX' AND trade_date = :through ORDER BY stock_id`,
  `Date trade_date
   Sector index_name
   TradeAmount turnover
   TradeWeight =0.0
   NumberOfSharesTraded volume`,
)

const values = printer(
  TaiwanStockMarketValue,
  '',
  `SELECT *, row_number() OVER (ORDER BY market_value DESC) AS rank FROM (${rowsOf(TaiwanStockMarketValue, 'TPEX')})`,
  `Date trade_date
   Rank rank
   ${id}
   Capitals issued_shares
   ClosePrice close
   MarketValue market_value/bareMillions`,
)

export const tpexPriceLists: readonly Page[] = [
  tpex('/tpex_mainboard_daily_close_quotes', quotes),
  tpex('/tpex_mainboard_quotes', boardQuotes),
  tpex('/tpex_index', bars),
  tpex('/tpex_daily_trading_index', totals),
  tpex('/tpex_reward_index', returns),
  tpex('/tpex_mainboard_peratio_analysis', ratios),
  tpex('/tpex_daily_market_value', values),
  tpex('/tpex_trading_volume_ratio', sectors),
]
