import { TaiwanStockBlockTrade } from '../../../src/catalogue/chips/TaiwanStockBlockTrade.ts'
import { TaiwanStockDayTradingFee } from '../../../src/catalogue/chips/TaiwanStockDayTradingFee.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../../../src/catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockSecuritiesLending } from '../../../src/catalogue/chips/TaiwanStockSecuritiesLending.ts'
import { TaiwanStockShareholding } from '../../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../../../src/catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStock5SecondsOrderStats } from '../../../src/catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStockDailyPriceLimit } from '../../../src/catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockDayTradingInfo } from '../../../src/catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockPER } from '../../../src/catalogue/technical/TaiwanStockPER.ts'
import type { Page } from '../page.ts'
import { keptRows, rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { day, month, range } from './dialect.ts'

/** Who traded the listed market, and on what terms. */

const institutions = printer(
  TaiwanStockInstitutionalInvestorsBuySell,
  '三大法人買賣超日報',
  rowsOf(TaiwanStockInstitutionalInvestorsBuySell, 'TWSE'),
  `證券代號 stock_id
   證券名稱 stock_name
   外陸資買進股數(不含外資自營商) foreign_investor_buy
   外陸資賣出股數(不含外資自營商) foreign_investor_sell
   外陸資買賣超股數(不含外資自營商) foreign_investor_net
   外資自營商買進股數 foreign_dealer_buy
   外資自營商賣出股數 foreign_dealer_sell
   外資自營商買賣超股數 foreign_dealer_net
   投信買進股數 investment_trust_buy
   投信賣出股數 investment_trust_sell
   投信買賣超股數 investment_trust_net
   自營商買賣超股數 dealer_net
   自營商買進股數(自行買賣) dealer_self_buy
   自營商賣出股數(自行買賣) dealer_self_sell
   自營商買賣超股數(自行買賣) dealer_self_net
   自營商買進股數(避險) dealer_hedging_buy
   自營商賣出股數(避險) dealer_hedging_sell
   自營商買賣超股數(避險) dealer_hedging_net
   三大法人買賣超股數 total_net`,
)

const kinds = [
  ['自營商(自行買賣)', 'dealer_self'],
  ['自營商(避險)', 'dealer_hedging'],
  ['投信', 'investment_trust'],
  ['外資及陸資(不含外資自營商)', 'foreign_investor'],
  ['外資自營商', 'foreign_dealer'],
  ['合計', 'total'],
] as const

const institutionTotals = printer(
  TaiwanStockTotalInstitutionalInvestors,
  '三大法人買賣金額統計表',
  kinds
    .map(
      ([label, who], place) => `SELECT '${label}' AS label, ${who}_buy_amount AS buy, ${who}_sell_amount AS sell,
        ${who}_net_amount AS net, ${place} AS place FROM TaiwanStockTotalInstitutionalInvestors
        WHERE market = 'TWSE' AND trade_date BETWEEN :from AND :to`,
    )
    .join(' UNION ALL ') + ' ORDER BY place',
  `單位名稱 label
   買進金額 buy/number
   賣出金額 sell/number
   買賣差額 net/number`,
)

const holdings = printer(
  TaiwanStockShareholding,
  '外資及陸資投資持股統計',
  rowsOf(TaiwanStockShareholding, 'TWSE'),
  `證券代號 stock_id
   證券名稱 stock_name
   國際證券編碼 isin_code
   發行股數 issued_shares
   外資及陸資尚可投資股數 foreign_available_shares
   全體外資及陸資持有股數 foreign_shares
   外資及陸資尚可投資比率 foreign_available_ratio
   全體外資及陸資持股比率 foreign_shareholding_ratio
   外資及陸資共用法令投資上限比率 foreign_limit_ratio
   陸資法令投資上限比率 mainland_limit_ratio
   與前日異動原因(註) change_reason
   最近一次上市公司申報外資及陸資持股異動日期 last_report_date`,
)

const ratios = printer(
  TaiwanStockPER,
  '個股日本益比、殖利率及股價淨值比',
  `SELECT *, dividend_year - 1911 AS year, fiscal_period[1:4]::INT - 1911 || '/' || fiscal_period[6:6] AS period
   FROM (${rowsOf(TaiwanStockPER, 'TWSE')})`,
  `證券代號 stock_id
   證券名稱 stock_name
   收盤價 =0.00
   殖利率(%) dividend_yield
   股利年度 year
   本益比 pe_ratio
   股價淨值比 pb_ratio
   財報年/季 period`,
)

const limits = printer(
  TaiwanStockDailyPriceLimit,
  '股價升降幅度',
  rowsOf(TaiwanStockDailyPriceLimit, 'TWSE').replace(
    'TaiwanStockDailyPriceLimit.*',
    `TaiwanStockDailyPriceLimit.* REPLACE (coalesce(limit_up, 9999.95) AS limit_up, coalesce(limit_down, 0.01) AS limit_down)`,
  ),
  `證券代號 stock_id
   證券名稱 stock_name
   漲停價 limit_up
   開盤競價基準 reference_price
   跌停價 limit_down
   開盤競價基準 reference_price
   收盤價 =--
   揭示買價 =--
   揭示賣價 =--
   最近成交日 =
   可否零股交易 =Y`,
)

const dayTrades = printer(
  TaiwanStockDayTradingInfo,
  '當日沖銷交易標的及成交量值',
  `SELECT *, CASE WHEN is_sell_first_suspended THEN 'Y' ELSE '' END AS mark
   FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TWSE')})`,
  `證券代號 stock_id
   證券名稱 stock_name
   暫停現股賣出後現款買進當沖註記 mark
   當日沖銷交易成交股數 day_trading_volume
   當日沖銷交易買進成交金額 day_trading_buy_amount
   當日沖銷交易賣出成交金額 day_trading_sell_amount`,
)

const dayTradeTotals = printer(
  TaiwanStockDayTradingInfo,
  '當日沖銷交易統計資訊',
  'SELECT 1 WHERE false',
  `當日沖銷交易總成交股數 =
   當日沖銷交易總成交股數占市場比重% =`,
)

const fees = printer(
  TaiwanStockDayTradingFee,
  '應付現股當日沖銷券差借券費率',
  rowsOf(TaiwanStockDayTradingFee, 'TWSE'),
  `券差日期 trade_date
   證券代號 stock_id
   證券名稱 stock_name
   投資人借券股數 borrowed_volume
   投資人借券費率 fee_rate/percent`,
)

const loans = printer(
  TaiwanStockSecuritiesLending,
  '借券成交明細',
  `SELECT *, stock_id || ' ' || stock_name AS named, CASE transaction_type WHEN 'fixed_rate' THEN '定價'
     WHEN 'competitive' THEN '競價' WHEN 'negotiated' THEN '議借' END AS kind
   FROM (${rowsOf(TaiwanStockSecuritiesLending)})`,
  `成交日期 trade_date/rocSpelled
   證券代號名稱 named
   交易方式 kind
   成交數量(交易單位) volume/lots
   成交費率 fee_rate
   成交日收盤價 close
   約定還券日期 original_return_date/rocSpelled
   約定借券天數 original_lending_days
   費率異動 =`,
)

const orders = printer(
  TaiwanStock5SecondsOrderStats,
  '每5秒委託成交統計',
  `${keptRows(TaiwanStock5SecondsOrderStats, 'BETWEEN :from AND :to')} ORDER BY trade_time`,
  `時間 trade_time
   累積委託買進筆數 buy_order_count
   累積委託買進數量 buy_order_volume/lots
   累積委託賣出筆數 sell_order_count
   累積委託賣出數量 sell_order_volume/lots
   累積成交筆數 trade_count
   累積成交數量 volume/wholeLots
   累積成交金額 turnover/wholeMillions`,
)

const blocks = printer(
  TaiwanStockBlockTrade,
  '鉅額交易日成交資訊',
  rowsOf(TaiwanStockBlockTrade, 'TWSE'),
  `證券代號 stock_id
   證券名稱 stock_name
   交易別 trade_type
   成交價 price
   成交股數 volume
   成交金額 turnover`,
)

export const chipPages: readonly Page[] = [
  day('fund/T86', [institutions]),
  day('fund/BFI82U', [institutionTotals]),
  day('fund/MI_QFIIS', [holdings]),
  day('afterTrading/BWIBBU_d', [ratios]),
  day('variation/TWT84U', [limits]),
  day('dayTrading/TWTB4U', [dayTradeTotals, dayTrades]),
  month('dayTrading/BFIF8U', fees),
  range('lending/t13sa710', loans),
  day('afterTrading/MI_5MINS', [orders]),
  day('block/BFIAUU', [blocks]),
]
