import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { column, constant, part, theDayMade, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'

const offices = whole(TaiwanStockBrokerInfo, {
  broker_id: 'Code',
  broker_name: 'Name',
  broker_type: constant('head_office'),
  head_office_name: 'Name',
  establish_date: 'EstablishmentDate',
  address: 'Address',
  phone: 'Telephone',
  as_of_date: theDayMade,
})

/** Names such as `合庫- 台中` have stray blanks. */
const joined = (name: string): string | null => name.trim().replace(/\s*-\s*/g, '-') || null
const before = (name: string): string | null => joined(name)?.split('-')[0] ?? null

const branches = whole(TaiwanStockBrokerInfo, {
  broker_id: '證券商代號',
  broker_name: column('證券商名稱', { read: joined }),
  broker_type: constant('branch'),
  head_office_name: column('證券商名稱', { read: before }),
  establish_date: '開業日',
  address: '地址',
  phone: '電話',
  as_of_date: '出表日期',
})

/** Brokers in lists for other purposes: each of them must be known. */
const known = (id: string, others: string) =>
  part(TaiwanStockBrokerInfo, { broker_id: id }, { ignore: titlesIn(others) })
const staff = known('證券商代號', '出表日期 男性員工人數 女性員工人數 總人數')
const traders = known(
  'Code',
  `Date Ranking PreviousDayRanking Name TradingAmount DayClosingRatio CurrentMonthRanking CurrentMonthCumulativeAmount
   CurrentMonthClosingRatio`,
)
const lenders = known(
  'SecuritiesCompanyCode',
  `Month Ranking CompanyName MonthlyAverageMarginPurchaseBalance MarketShare MonthlyAverageShortSaleBalance
   MonthlyAverageMarginTradingBalance`,
)

const list = { market: null, recorded: '.json' } as const
const witness = { ...list, role: 'witness' } as const

export const brokers = [
  twseOpenApi.rows(offices, '/brokerService/brokerList', list),
  twseOpenApi.rows(branches, '/opendata/OpenData_BRK02', list),
  // By their staff, by their trades, and by their margin loans.
  twseOpenApi.rows(staff, '/opendata/OpenData_BRK01', witness),
  tpexOpenApi.rows(traders, '/tpex_daily_broker1', witness),
  tpexOpenApi.rows(lenders, '/tpex_margin_trading_marginspot', witness),
]
