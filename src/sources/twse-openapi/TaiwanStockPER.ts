import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { constant, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const ratios = whole(
  TaiwanStockPER,
  {
    stock_id: 'Code',
    trade_date: 'Date',
    market: constant('TWSE'),
    pe_ratio: 'PEratio',
    pb_ratio: 'PBratio',
    dividend_yield: 'DividendYield',
    dividend_year: null,
    dividend_per_share: null,
    fiscal_period: null,
  },
  { ignore: ['Name'] },
)

export const bwibbuAll = twseOpenApi.daily(ratios, '/exchangeReport/BWIBBU_ALL', {
  recorded: '.json',
})
