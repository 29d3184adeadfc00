import { TaiwanDailyShortSaleBalances } from '../../../src/catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockDisposition } from '../../../src/catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../../src/catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginShortSaleSuspension } from '../../../src/catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { TaiwanStockShareholding } from '../../../src/catalogue/chips/TaiwanStockShareholding.ts'
import type { Dataset } from '../../../src/catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../../../src/catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDayTradingInfo } from '../../../src/catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { TaiwanStockSuspendDayTrading } from '../../../src/catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../src/catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import type { Page } from '../page.ts'
import { nextTradingDay, rowsOf } from '../select.ts'
import { type Printer, printer } from '../sheet.ts'
import { holidays } from '../twse/events.ts'
import { twse } from './twseList.ts'

/** Lists of credit on the listed market, and of what happened to its securities or is in force. */

/** What may be day-traded on the trading day to come, by what could be today. */
const eligible = printer(
  TaiwanStockDayTradingInfo,
  '',
  `SELECT *, ${nextTradingDay} AS next, CASE WHEN is_sell_first_suspended THEN 'Y' ELSE '' END AS mark
   FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TWSE')})`,
  `Date next/rocBare
   Code stock_id
   Name stock_name
   Suspension mark`,
)

const margin = printer(
  TaiwanStockMarginPurchaseShortSale,
  '',
  rowsOf(TaiwanStockMarginPurchaseShortSale, 'TWSE'),
  `股票代號 stock_id
   股票名稱 stock_name
   融資買進 margin_purchase_buy/lots
   融資賣出 margin_purchase_sell/lots
   融資現金償還 margin_purchase_cash_repayment/lots
   融資前日餘額 margin_purchase_previous_balance/lots
   融資今日餘額 margin_purchase_balance/lots
   融資限額 margin_purchase_limit/lots
   融券買進 short_sale_buy/lots
   融券賣出 short_sale_sell/lots
   融券現券償還 short_sale_stock_repayment/lots
   融券前日餘額 short_sale_previous_balance/lots
   融券今日餘額 short_sale_balance/lots
   融券限額 short_sale_limit/lots
   資券互抵 offset_volume/lots
   註記 note`,
)

/** Both markets side by side. */
const available = printer(
  TaiwanDailyShortSaleBalances,
  '',
  `WITH placed AS (SELECT *, row_number() OVER (PARTITION BY market ORDER BY stock_id) AS place
     FROM TaiwanDailyShortSaleBalances WHERE trade_date = :through)
   SELECT a.stock_id AS code, a.sbl_short_sale_limit AS here, b.stock_id AS other, b.sbl_short_sale_limit AS there
   FROM (SELECT * FROM placed WHERE market = 'TWSE') a LEFT JOIN (SELECT * FROM placed WHERE market = 'TPEX') b USING (place)
   ORDER BY place`,
  `TWSECode code
   TWSEAvailableVolume here/number
   GRETAICode other
   GRETAIAvailableVolume there/plain`,
)

const holders = printer(
  TaiwanStockShareholding,
  '',
  `SELECT *, row_number() OVER (ORDER BY foreign_shareholding_ratio DESC) AS rank
   FROM (${rowsOf(TaiwanStockShareholding, 'TWSE')}) ORDER BY foreign_shareholding_ratio DESC LIMIT 20`,
  `Rank rank
   Code stock_id
   Name stock_name
   ShareNumber issued_shares
   AvailableShare foreign_available_shares
   SharesHeld foreign_shares
   AvailableInvestPer foreign_available_ratio
   SharesHeldPer foreign_shareholding_ratio
   Upperlimit foreign_limit_ratio`,
)

const suspensions = (dataset: Dataset, when: string) =>
  printer(
    dataset,
    '',
    `SELECT * FROM ${dataset.name} WHERE market = 'TWSE' AND ${when} ORDER BY suspend_start_date, stock_id`,
    `Code stock_id
     Name stock_name
     StartDate suspend_start_date
     EndDate suspend_end_date
     Reason reason`,
  )

const coming = 'coalesce(suspend_end_date, suspend_start_date) >= :through'

const current = `suspend_start_date <= :through AND ${coming}`

const dispositions = printer(
  TaiwanStockDisposition,
  '',
  `SELECT *, year(period_start_date) - 1911 || strftime(period_start_date, '/%m/%d') || '～' ||
     year(period_end_date) - 1911 || strftime(period_end_date, '/%m/%d') AS period
   FROM TaiwanStockDisposition WHERE market = 'TWSE' AND announce_date <= :through AND period_end_date >= :through`,
  `Number =1
   Date announce_date
   Code stock_id
   Name stock_name
   NumberOfAnnouncement disposition_count
   ReasonsOfDisposition condition
   DispositionPeriod period
   DispositionMeasures measure
   Detail detail
   LinkInformation =`,
)

const delisted = printer(
  TaiwanStockDelisting,
  '',
  `SELECT * FROM TaiwanStockDelisting WHERE market = 'TWSE' AND delisting_date <= :through ORDER BY delisting_date DESC`,
  `DelistingDate delisting_date/roc
   Company stock_name
   Code stock_id`,
)

const halts = printer(
  TaiwanStockTradingHaltAnnouncement,
  '',
  `SELECT * FROM TaiwanStockTradingHaltAnnouncement WHERE market = 'TWSE' AND halt_date BETWEEN :through - 30 AND :through
   ORDER BY halt_date, stock_id`,
  `Number =1
   Code stock_id
   Name stock_name
   TradingHaltDate halt_date
   TradingHaltTime halt_time/hhmmss
   TradingResumptionDate resumption_date
   TradingResumptionTime resumption_time/hhmmss`,
)

/** The list of this year's holidays. */
const schedule: Printer = {
  async print(market, _days, hand) {
    const year = market.through().slice(0, 4)
    const sheet = await holidays.print(market, { from: `${year}-01-01`, to: `${year}-12-31` }, hand)
    return {
      title: '',
      titles: ['Name', 'Date', 'Weekday', 'Description'],
      rows: sheet.rows.map(([day, name]) => [name!, hand.date(day!), '', '']),
    }
  },
}

export const twseEventLists: readonly Page[] = [
  twse('/exchangeReport/TWTB4U', eligible),
  twse('/exchangeReport/MI_MARGN', margin),
  twse('/SBL/TWT96U', available),
  twse('/fund/MI_QFIIS_sort_20', holders),
  twse('/exchangeReport/TWTBAU1', suspensions(TaiwanStockSuspendDayTrading, coming)),
  twse('/exchangeReport/TWTBAU2', suspensions(TaiwanStockSuspendDayTrading, current)),
  twse('/exchangeReport/BFI84U', suspensions(TaiwanStockMarginShortSaleSuspension, coming)),
  twse('/announcement/punish', dispositions),
  twse('/company/suspendListingCsvAndHtml', delisted),
  twse('/exchangeReport/TWTAWU', halts),
  twse('/holidaySchedule/holidaySchedule', schedule),
]
