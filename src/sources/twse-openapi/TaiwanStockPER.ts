import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { constant, lacking, whole } from '../reading.ts'
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
    ...lacking('dividend_year', 'dividend_per_share', 'fiscal_period'),
  },
  { ignore: ['Name'] },
)

export const bwibbuAll = twseOpenApi.daily(ratios, '/exchangeReport/BWIBBU_ALL', {
  recorded: '.json',
})
