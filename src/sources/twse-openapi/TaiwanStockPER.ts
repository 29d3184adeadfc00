import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { dated, openApiRows } from '../openapi.ts'
import { whole } from '../rows.ts'
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

export const bwibbuAll = twseOpenApi(ratios, {
  endpoint: 'BWIBBU_ALL',
  span: 'latest',
  request: () => get('/exchangeReport/BWIBBU_ALL'),
  parse: openApiRows(ratios, dated('trade_date')),
  verified: 'twse-openapi/exchangeReport_BWIBBU_ALL.json',
})
