import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { constant, lacking, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const delisted = whole(TaiwanStockDelisting, {
  stock_id: 'Code',
  stock_name: 'Company',
  market: constant('TWSE'),
  delisting_date: 'DelistingDate',
  ...lacking('reason', 'is_transfer'),
})

/** Every company that left the exchange since 2001. */
export const suspendListing = twseOpenApi.rows(delisted, '/company/suspendListingCsvAndHtml', {
  recorded: '.json',
})
