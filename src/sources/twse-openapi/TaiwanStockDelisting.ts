import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { constant, whole } from '../reading.ts'
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
export const suspendListing = twseOpenApi.rows(delisted, '/company/suspendListingCsvAndHtml', {
  recorded: '.json',
})
