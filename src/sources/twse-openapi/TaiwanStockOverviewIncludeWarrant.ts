import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { companies, companyOptions } from '../exchange/companies.ts'
import { noWarrant, warrants } from '../exchange/warrants.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { openApiRows, undated } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './response.ts'

const listed = whole(
  TaiwanStockOverviewIncludeWarrant,
  {
    ...companies('TWSE'),
    ...noWarrant,
    isin_code: null,
    cfi_code: null,
    delisting_date: null,
    is_active: constant(true),
  },
  companyOptions('TWSE'),
)

/** Companies. */
export const t187ap03 = twseOpenApi(listed, {
  endpoint: 't187ap03_L',
  span: 'latest',
  request: () => get('/opendata/t187ap03_L'),
  parse: openApiRows(listed, undated),
  verified: 'twse-openapi/opendata_t187ap03_L.json.gz',
})

const issued = warrants('TWSE')

/** Warrants. */
export const t187ap37 = twseOpenApi(issued, {
  endpoint: 't187ap37_L',
  span: 'latest',
  request: () => get('/opendata/t187ap37_L'),
  parse: openApiRows(issued, undated),
})
