import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { openApiRows, undated } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './response.ts'

const delisted = whole(TaiwanStockDelisting, {
  stock_id: 'Code',
  stock_name: 'Company',
  market: constant('TWSE'),
  delisting_date: 'DelistingDate',
  reason: null,
  is_transfer: null,
})

/** Every company that left the exchange since 2001. */
export const suspendListing = twseOpenApi(delisted, {
  endpoint: 'suspendListingCsvAndHtml',
  span: 'latest',
  request: () => get('/company/suspendListingCsvAndHtml'),
  parse: openApiRows(delisted, undated),
  verified: 'twse-openapi/company_suspendListingCsvAndHtml.json',
})
