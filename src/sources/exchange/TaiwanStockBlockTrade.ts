import { TaiwanStockBlockTrade } from '../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { timeFrom } from '../dates.ts'
import { ofTheDay, openApiEvents } from '../openapi.ts'
import { column, inOpenApi, lacking, type Named, onSite, ordinal, whole } from '../reading.ts'
import { tpexOpenApi } from './openApi.ts'
import { isTotal } from './securities.ts'
import { tpexDayFeed, tpexKey } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

const withoutTotals = (id: string, name: string) =>
  [
    ['totals', id, isTotal],
    ['totals', name, isTotal],
  ] as const

const listed = whole(
  TaiwanStockBlockTrade,
  {
    ...twseKey(),
    seq: ordinal,
    stock_name: '證券名稱',
    trade_type: column('交易別', { since: '2007-05-28' }),
    ...lacking('settlement_period', 'trade_time'),
    price: '成交價',
    volume: '成交股數',
    turnover: '成交金額',
  },
  { ignore: ['交割期別'], leave: withoutTotals('證券代號', '證券名稱') },
)

const otc = (named: Named) =>
  whole(
    TaiwanStockBlockTrade,
    {
      ...tpexKey(named),
      stock_id: named('代號', 'Code'),
      seq: ordinal,
      stock_name: named('名稱', 'Name'),
      trade_type: named('交易型態', 'TransactionType', { also: ['交易別'] }),
      settlement_period: named('交割期別', 'SettlementPeriod'),
      price: named('成交價格(元)', 'TradePrice', { also: ['成交價'] }),
      volume: named('成交股數(股)', 'NumberOfSharesTraded', { also: ['成交股數'] }),
      turnover: named('成交值(元)', 'TradeValue', { also: ['成交值', '成交金額(元)'] }),
      trade_time: named('成交時間', 'TradingTime', { read: timeFrom }),
    },
    named === onSite ? { leave: withoutTotals('代號', '名稱') } : {},
  )
const otcList = otc(inOpenApi)

export const blockTrades = [
  // Single securities; baskets are not published by security.
  twseDayFeed(listed, 'block/BFIAUU', { query: { selectType: 'S' }, since: '2011-12-19' }),
  // The path has the publisher's own spelling.
  tpexOpenApi.list(otcList, '/tpex_daily_qutoes_block', openApiEvents(otcList, ofTheDay(otcList))),
  tpexDayFeed(otc(onSite), 'blockTrade/quote', { query: { id: '' }, since: '2007-01-08' }),
]
