import { TaiwanDailyShortSaleBalances } from '../../../src/catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../src/catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../../src/catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../../../src/catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanStockSuspendDayTrading } from '../../../src/catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import type { Page } from '../page.ts'
import { rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { day, list, range } from './dialect.ts'

/** Who bought and sold listed shares on credit, and when that is suspended. */

const margin = printer(
  TaiwanStockMarginPurchaseShortSale,
  '融資融券彙總 (全部)',
  rowsOf(TaiwanStockMarginPurchaseShortSale, 'TWSE'),
  `代號 stock_id
   名稱 stock_name
   買進 margin_purchase_buy/lots
   賣出 margin_purchase_sell/lots
   現金償還 margin_purchase_cash_repayment/lots
   前日餘額 margin_purchase_previous_balance/lots
   今日餘額 margin_purchase_balance/lots
   次一營業日限額 margin_purchase_limit/lots
   買進 short_sale_buy/lots
   賣出 short_sale_sell/lots
   現券償還 short_sale_stock_repayment/lots
   前日餘額 short_sale_previous_balance/lots
   今日餘額 short_sale_balance/lots
   次一營業日限額 short_sale_limit/lots
   資券互抵 offset_volume/lots
   註記 note`,
  {
    groups: [
      ['股票', 2],
      ['融資', 6],
      ['融券', 6],
      ['', 2],
    ],
  },
)

const marginPart = (label: string, lines: readonly string[], place: number): string => `
  SELECT '${label}' AS label, ${lines.map((name, at) => `${name} AS c${at}`).join(', ')}, ${place} AS place
  FROM TaiwanStockTotalMarginPurchaseShortSale WHERE market = 'TWSE' AND trade_date BETWEEN :from AND :to`

const movements = (prefix: string, repayment: string, suffix = '') =>
  ['buy', 'sell', repayment, 'previous_balance', 'balance'].map((name) => `${prefix}_${name}${suffix}`)

const marginTotals = printer(
  TaiwanStockTotalMarginPurchaseShortSale,
  '信用交易統計',
  [
    marginPart('融資(交易單位)', movements('margin_purchase', 'cash_repayment'), 0),
    marginPart('融券(交易單位)', movements('short_sale', 'stock_repayment'), 1),
    marginPart('融資金額(仟元)', movements('margin_purchase', 'cash_repayment', '_amount'), 2),
  ].join(' UNION ALL ') + ' ORDER BY place',
  `項目 label
   買進 c0/thousands
   賣出 c1/thousands
   現金(券)償還 c2/thousands
   前日餘額 c3/thousands
   今日餘額 c4/thousands`,
)

const shortBalances = printer(
  TaiwanDailyShortSaleBalances,
  '信用額度總量管制餘額表',
  rowsOf(TaiwanDailyShortSaleBalances, 'TWSE'),
  `代號 stock_id
   名稱 stock_name
   前日餘額 short_sale_previous_balance
   賣出 short_sale_sell
   買進 short_sale_buy
   現券 short_sale_stock_repayment
   今日餘額 short_sale_balance
   次一營業日限額 short_sale_limit
   前日餘額 sbl_short_sale_previous_balance
   當日賣出 sbl_short_sale_sell
   當日還券 sbl_short_sale_return
   當日調整 sbl_short_sale_adjustment
   當日餘額 sbl_short_sale_balance
   次一營業日可限額 sbl_short_sale_limit
   備註 note`,
  {
    groups: [
      ['股票', 2],
      ['融券', 6],
      ['借券賣出', 6],
      ['', 1],
    ],
  },
)

const touching = (name: string): string => `SELECT * FROM ${name} WHERE market = 'TWSE'
  AND suspend_start_date <= :asked AND coalesce(suspend_end_date, suspend_start_date) >= :from
  ORDER BY suspend_start_date, stock_id`

const coming = (name: string): string => `SELECT * FROM ${name} WHERE market = 'TWSE'
  AND coalesce(suspend_end_date, suspend_start_date) >= :through ORDER BY suspend_start_date, stock_id`

const shortSuspensionLines = `
  股票代號 stock_id
  股票名稱 stock_name
  停券起日(最後回補日) suspend_start_date/rocDots
  停券迄日 suspend_end_date/rocDots
  原因 reason`

const shortSuspensions = (select: string) =>
  printer(TaiwanStockMarginShortSaleSuspension, '停券預告表', select, shortSuspensionLines)

const daySuspensions = printer(
  TaiwanStockSuspendDayTrading,
  '停止先賣後買標的',
  touching('TaiwanStockSuspendDayTrading'),
  `股票代號 stock_id
   股票名稱 stock_name
   停止先賣後買開始日 suspend_start_date
   停止先賣後買結束日 suspend_end_date
   原因 reason`,
)

export const creditPages: readonly Page[] = [
  day('marginTrading/MI_MARGN', [marginTotals, margin]),
  day('marginTrading/TWT93U', [shortBalances]),
  range('BFI84U2', shortSuspensions(touching('TaiwanStockMarginShortSaleSuspension')), '/exchangeReport/'),
  list('marginTrading/BFI84U', shortSuspensions(coming('TaiwanStockMarginShortSaleSuspension'))),
  range('dayTrading/TWTBAU2', daySuspensions),
]
