import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { slashed } from '../dates.ts'
import { column, constant, inOpenApi, type Named, onSite, ordinal, whole } from '../reading.ts'
import { tpexOpenApi } from './openApi.ts'
import { tpexMonthFeed, wwwForm } from './tpex.ts'
import { twseMonthFeed } from './twse.ts'

const listed = whole(TaiwanStockDayTradingFee, {
  stock_id: '證券代號',
  trade_date: '券差日期',
  seq: ordinal,
  stock_name: '證券名稱',
  market: constant('TWSE'),
  borrowed_volume: '投資人借券股數',
  fee_rate: column('投資人借券費率', { suffix: '%' }),
})

const otc = (named: Named) =>
  whole(TaiwanStockDayTradingFee, {
    stock_id: named('證券代號', 'SecuritiesCompanyCode', { also: ['代號'] }),
    trade_date: named('券差日期', 'Date', { also: ['日期'] }),
    seq: ordinal,
    stock_name: named('證券名稱', 'CompanyName', { also: ['名稱'] }),
    market: constant('TPEX'),
    // In the list it begins with a blank.
    borrowed_volume: named('借券股數(股)', ' LendingVolume', { also: ['借券股數'] }),
    fee_rate: named('借券費率(%)', 'LendingFee', { also: ['借券費率'], suffix: '%' }),
  })

export const dayTradingFees = [
  twseMonthFeed(listed, 'dayTrading/BFIF8U', { since: '2014-05-05' }),
  // This month; a day without a shortage has no row.
  tpexOpenApi.events(otc(inOpenApi), '/tpex_intraday_fee', { recorded: '.json' }),
  tpexMonthFeed(otc(onSite), 'intraday/fee', {
    since: '2014-05-05',
    request: ({ from }) => wwwForm('intraday/fee', { date: slashed(from), id: '' }),
  }),
]
