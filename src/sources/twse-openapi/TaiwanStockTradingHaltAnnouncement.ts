import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { timeFrom } from '../dates.ts'
import { knownCodes, typeOfCode } from '../exchange/securityCodes.ts'
import { column, constant, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const halts = whole(
  TaiwanStockTradingHaltAnnouncement,
  {
    stock_id: 'Code',
    stock_name: 'Name',
    market: constant('TWSE'),
    security_type: column('Code', { read: typeOfCode }),
    halt_date: 'TradingHaltDate',
    halt_time: column('TradingHaltTime', { read: timeFrom }),
    resumption_date: 'TradingResumptionDate',
    resumption_time: column('TradingResumptionTime', { read: timeFrom }),
  },
  { ignore: ['Number'], refuse: knownCodes('Code') },
)

/** Halts of the last days. */
export const twtawu = twseOpenApi.events(halts, '/exchangeReport/TWTAWU', { recorded: '.json' })
