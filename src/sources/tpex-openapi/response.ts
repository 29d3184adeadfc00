import { publishers } from '../../catalogue/publishers.ts'
import { listsOf } from '../openapi.ts'
import { constant } from '../reading.ts'

/** Lists that take no parameters, made anew late every evening. */
export const tpexOpenApi = listsOf(publishers.tpexOpenApi, 'TPEX', 'tpex-openapi')
/** The same of the emerging board. */
export const esbOpenApi = listsOf(publishers.tpexOpenApi, 'ESB', 'tpex-openapi')

/** The columns that identify a security on the day of a list. */
export const dailyKey = { stock_id: 'SecuritiesCompanyCode', trade_date: 'Date', market: constant('TPEX') }
