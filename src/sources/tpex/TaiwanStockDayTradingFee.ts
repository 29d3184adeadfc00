import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { slashed } from '../dates.ts'
import { column, constant, ordinal, whole } from '../reading.ts'
import { tpexMonthFeed, wwwForm } from './response.ts'

const fees = whole(TaiwanStockDayTradingFee, {
  stock_id: column('證券代號', { also: ['代號'] }),
  trade_date: column('券差日期', { also: ['日期'] }),
  seq: ordinal,
  stock_name: column('證券名稱', { also: ['名稱'] }),
  market: constant('TPEX'),
  borrowed_volume: column('借券股數(股)', { also: ['借券股數'] }),
  fee_rate: column('借券費率(%)', { also: ['借券費率'], suffix: '%' }),
})

export const intradayFee = tpexMonthFeed(fees, 'intraday/fee', {
  since: '2014-05-05',
  request: ({ from }) => wwwForm('intraday/fee', { date: slashed(from), id: '' }),
})
