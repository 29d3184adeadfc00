import { TaiwanFuturesDaily } from '../../../src/catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanOptionDaily } from '../../../src/catalogue/derivatives/TaiwanOptionDaily.ts'
import type { Page } from '../page.ts'
import { printer } from '../sheet.ts'
import { chinese, english, file, list } from './dialect.ts'

/** Daily quotes of contracts; calendar spreads stand among the futures. */

const session = `CASE trading_session WHEN 'regular' THEN '一般' ELSE '盤後' END AS session`
const halt = `CASE WHEN is_halted THEN '*' ELSE '' END AS halt`

const futuresRows = (days: string): string => `
  SELECT *, ${session} FROM (
    SELECT trade_date, futures_id, contract_month, trading_session, open, high, low, close, spread,
      spread_percent || '%' AS change, volume, coalesce(settlement_price::VARCHAR, CASE trading_session WHEN 'regular'
      THEN '0' ELSE '-' END) AS settlement, open_interest, best_bid, best_ask, historical_high, historical_low, ${halt},
      NULL AS single_volume
    FROM TaiwanFuturesDaily
    UNION ALL
    SELECT trade_date, futures_id, contract_month, trading_session, open, high, low, close, NULL, '-',
      spread_to_spread_volume, '-', NULL, best_bid, best_ask, historical_high, historical_low, '', spread_to_single_volume
    FROM TaiwanFuturesSpread)
  WHERE trade_date ${days} ORDER BY trade_date, futures_id, contract_month, trading_session DESC`

const futuresLines = `
  交易日期|Date trade_date
  契約|Contract futures_id
  到期月份(週別)|ContractMonth(Week) contract_month
  開盤價|Open open/bare
  最高價|High high/bare
  最低價|Low low/bare
  收盤價|Last close/bare
  漲跌價|Change spread/bare
  漲跌%|% change
  成交量|Volume volume
  結算價|SettlementPrice settlement
  未沖銷契約數|OpenInterest open_interest
  最後最佳買價|BestBid best_bid/bare
  最後最佳賣價|BestAsk best_ask/bare
  歷史最高價|HistoricalHigh historical_high/bare
  歷史最低價|HistoricalLow historical_low/bare
  是否因訊息面暫停交易|TradingHalt halt
  交易時段|TradingSession session
  價差對單式委託成交量|Volume(ExecutionsAmongSpreadOrderAndSingleOrderOnly) single_volume`

const optionRows = (days: string): string => `
  SELECT *, ${session}, ${halt}, CASE call_put WHEN 'call' THEN '買權' ELSE '賣權' END AS side,
    coalesce(spread_percent || '%', '-') AS change, strftime(expiry_date, '%Y%m%d') AS expiry,
    coalesce(settlement_price::VARCHAR, CASE trading_session WHEN 'regular' THEN '0' ELSE '-' END) AS settlement
  FROM TaiwanOptionDaily WHERE trade_date ${days}
  ORDER BY trade_date, option_id, contract_month, strike_price, call_put, trading_session DESC`

const optionLines = `
  交易日期|Date trade_date
  契約|Contract option_id
  到期月份(週別)|ContractMonth(Week) contract_month
  履約價|StrikePrice strike_price/bare
  買賣權|CallPut side
  開盤價|Open open/bare
  最高價|High high/bare
  最低價|Low low/bare
  收盤價|Close close/bare
  成交量|Volume volume
  結算價|SettlementPrice settlement
  未沖銷契約數|OpenInterest open_interest
  最後最佳買價|BestBid best_bid/bare
  最後最佳賣價|BestAsk best_ask/bare
  歷史最高價|HistoricalHigh historical_high/bare
  歷史最低價|HistoricalLow historical_low/bare
  是否因訊息面暫停交易|TradingHalt halt
  交易時段|TradingSession session`
/** The web site has three columns more. */
const moreOptionLines = `
  漲跌價 spread/bare
  漲跌% change
  契約到期日 expiry`

const [asked, newest] = ['BETWEEN :from AND :to', '= :through']

export const dailyPages: readonly Page[] = [
  file('futDataDown', printer(TaiwanFuturesDaily, '', futuresRows(asked), chinese(futuresLines))),
  list('DailyMarketReportFut', printer(TaiwanFuturesDaily, '', futuresRows(newest), english(futuresLines))),
  file('optDataDown', printer(TaiwanOptionDaily, '', optionRows(asked), chinese(optionLines) + moreOptionLines)),
  list('DailyMarketReportOpt', printer(TaiwanOptionDaily, '', optionRows(newest), english(optionLines))),
]
