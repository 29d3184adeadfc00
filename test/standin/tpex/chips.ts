import { TaiwanDailyShortSaleBalances } from '../../../src/catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockBlockTrade } from '../../../src/catalogue/chips/TaiwanStockBlockTrade.ts'
import { TaiwanStockDayTradingFee } from '../../../src/catalogue/chips/TaiwanStockDayTradingFee.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../../../src/catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../src/catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockShareholding } from '../../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../../../src/catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStockDayTradingInfo } from '../../../src/catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockPER } from '../../../src/catalogue/technical/TaiwanStockPER.ts'
import type { Days, Market } from '../market.ts'
import type { Page } from '../page.ts'
import { rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { divided, grouped } from '../spell.ts'
import { day, month } from './dialect.ts'
import { institutionKinds } from './institutions.ts'

/** Who traded the OTC market, on credit and on loan. */

/** Seven groups of columns that are titled alike; the third is both kinds of foreign investors together. */
const groups = [
  'foreign_investor',
  'foreign_dealer',
  'foreign',
  'investment_trust',
  'dealer_self',
  'dealer_hedging',
  'dealer',
]
const institutions = printer(
  TaiwanStockInstitutionalInvestorsBuySell,
  '三大法人買賣明細資訊',
  `SELECT *, ${['buy', 'sell', 'net'].map((side) => `foreign_investor_${side} + foreign_dealer_${side} AS foreign_${side}`).join(', ')}
   FROM (${rowsOf(TaiwanStockInstitutionalInvestorsBuySell, 'TPEX')})`,
  `代號 stock_id
   名稱 stock_name
   ${groups.map((who) => `買進股數 ${who}_buy/number\n賣出股數 ${who}_sell/number\n買賣超股數 ${who}_net/number`).join('\n')}
   三大法人買賣超股數合計 total_net`,
)

const institutionTotals = printer(
  TaiwanStockTotalInstitutionalInvestors,
  '三大法人買賣金額統計表',
  institutionKinds('BETWEEN :from AND :to'),
  `單位名稱 label
   買進金額(元) buy/number
   賣出金額(元) sell/number
   買賣超(元) net/number`,
)

/** The totals have the columns of the table above them. */
async function marginTotals(market: Market, days: Days): Promise<string[][]> {
  const [row] = await market.rows(
    `SELECT * FROM TaiwanStockTotalMarginPurchaseShortSale WHERE market = 'TPEX' AND trade_date BETWEEN :from AND :to`,
    days,
  )
  if (!row) return []
  const thousands = (name: string): string => grouped(divided(row[name]!, 3))
  const bought = ['previous_balance', 'buy', 'sell', 'cash_repayment', 'balance'].map(
    (name) => `margin_purchase_${name}`,
  )
  const sold = ['previous_balance', 'sell', 'buy', 'stock_repayment', 'balance'].map((name) => `short_sale_${name}`)
  const blank = (count: number): string[] => new Array(count).fill('')
  return [
    ['', '合計(張)', ...bought.map(thousands), ...blank(3), ...sold.map(thousands), ...blank(5)],
    ['', '融資金(仟元)', ...bought.map((name) => thousands(`${name}_amount`)), ...blank(13)],
  ]
}

const margin = printer(
  TaiwanStockMarginPurchaseShortSale,
  '上櫃股票融資融券餘額',
  rowsOf(TaiwanStockMarginPurchaseShortSale, 'TPEX'),
  `代號 stock_id
   名稱 stock_name
   前資餘額(張) margin_purchase_previous_balance/lots
   資買 margin_purchase_buy/lots
   資賣 margin_purchase_sell/lots
   現償 margin_purchase_cash_repayment/lots
   資餘額 margin_purchase_balance/lots
   資屬證金 =0
   資使用率(%) =0.00
   資限額 margin_purchase_limit/lots
   前券餘額(張) short_sale_previous_balance/lots
   券賣 short_sale_sell/lots
   券買 short_sale_buy/lots
   券償 short_sale_stock_repayment/lots
   券餘額 short_sale_balance/lots
   券屬證金 =0
   券使用率(%) =0.00
   券限額 short_sale_limit/lots
   資券相抵(張) offset_volume/lots
   備註 note`,
  { summary: marginTotals },
)

const shortBalances = printer(
  TaiwanDailyShortSaleBalances,
  '信用額度總量管制餘額表',
  rowsOf(TaiwanDailyShortSaleBalances, 'TPEX'),
  `股票代號 stock_id
   股票名稱 stock_name
   前日餘額 short_sale_previous_balance
   賣出 short_sale_sell
   買進 short_sale_buy
   現券 short_sale_stock_repayment
   當日餘額 short_sale_balance
   限額 short_sale_limit
   前日餘額 sbl_short_sale_previous_balance
   當日賣出 sbl_short_sale_sell
   當日還券 sbl_short_sale_return
   當日調整數額 sbl_short_sale_adjustment
   當日餘額 sbl_short_sale_balance
   次一營業日可借券賣出限額 sbl_short_sale_limit
   備註 note`,
)

const holdings = printer(
  TaiwanStockShareholding,
  '僑外資及陸資持股比例排行表',
  rowsOf(TaiwanStockShareholding, 'TPEX'),
  `排行 =1
   代號 stock_id
   名稱 stock_name
   發行股數(A) issued_shares
   僑外資及陸資尚可投資股數B=A*F-C foreign_available_shares
   僑外資及陸資持有股數(C) foreign_shares
   僑外資及陸資尚可投資比率(D=B/A) foreign_available_ratio/percent
   僑外資及陸資持股比率(E=C/A) foreign_shareholding_ratio/percent
   法令投資上限比率(F) foreign_limit_ratio/percent
   備註 =`,
)

const ratios = printer(
  TaiwanStockPER,
  '上櫃股票個股本益比',
  `SELECT *, dividend_year - 1911 AS year, fiscal_period[1:4]::INT - 1911 || 'Q' || fiscal_period[6:6] AS period
   FROM (${rowsOf(TaiwanStockPER, 'TPEX')})`,
  `股票代號 stock_id
   公司名稱 stock_name
   本益比 pe_ratio
   每股股利 dividend_per_share
   股利年度 year
   殖利率(%) dividend_yield
   股價淨值比 pb_ratio
   財報年/季 period`,
)

const dayTrades = printer(
  TaiwanStockDayTradingInfo,
  '當日沖銷交易標的',
  `SELECT *, CASE WHEN is_sell_first_suspended THEN '＊' ELSE ' ' END AS mark
   FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TPEX')})`,
  `證券代號 stock_id
   證券名稱 stock_name
   暫停現股賣出後現款買進當沖註記 mark
   當日沖銷交易成交股數 day_trading_volume
   當日沖銷交易買進成交金額 day_trading_buy_amount
   當日沖銷交易賣出成交金額 day_trading_sell_amount`,
)
const dayTradeTotals = printer(
  TaiwanStockDayTradingInfo,
  '當日沖銷交易統計',
  'SELECT 1 WHERE false',
  '當日沖銷交易總成交股數 =\n當日沖銷交易總成交股數占市場比重 =',
)

const fees = printer(
  TaiwanStockDayTradingFee,
  '應付現股當日沖銷券差借券費率',
  rowsOf(TaiwanStockDayTradingFee, 'TPEX'),
  `券差日期 trade_date
   證券代號 stock_id
   證券名稱 stock_name
   借券股數 (股) borrowed_volume
   借券費率 (%) fee_rate`,
)

const blocks = printer(
  TaiwanStockBlockTrade,
  '鉅額交易',
  rowsOf(TaiwanStockBlockTrade, 'TPEX'),
  `交易型態 trade_type
   交割期別 settlement_period
   代號 stock_id
   名稱 stock_name
   成交價格(元) price
   成交股數(股) volume
   成交值(元) turnover
   成交時間 trade_time`,
)

export const chipPages: readonly Page[] = [
  day('insti/dailyTrade', institutions),
  day('insti/summary', institutionTotals),
  day('margin/balance', margin),
  day('margin/sbl', shortBalances),
  day('insti/qfii', holdings),
  day('afterTrading/peQryDate', ratios),
  day('intraday/stat', dayTradeTotals, dayTrades),
  month('intraday/fee', fees),
  day('blockTrade/quote', blocks),
]
