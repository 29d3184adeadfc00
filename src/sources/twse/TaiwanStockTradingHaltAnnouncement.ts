import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { timeFrom } from '../dates.ts'
import { knownCodes, typeOfCode } from '../exchange/securityCodes.ts'
import { column, constant, whole } from '../reading.ts'
import { twseRangeFeed } from './response.ts'

const halts = whole(
  TaiwanStockTradingHaltAnnouncement,
  {
    stock_id: '證券代號',
    stock_name: '證券名稱',
    market: constant('TWSE'),
    security_type: column('證券代號', { read: typeOfCode }),
    halt_date: '暫停交易日期',
    halt_time: column('暫停交易時間', { read: timeFrom }),
    resumption_date: '恢復交易日期',
    resumption_time: column('恢復交易時間', { read: timeFrom }),
  },
  { ignore: ['編號'], refuse: knownCodes('證券代號') },
)

export const twtawu = twseRangeFeed(halts, 'afterTrading/TWTAWU', { longest: 366, since: '2011-10-03' })
