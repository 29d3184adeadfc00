import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { futuresNamed } from '../taifex/products.ts'
import { isOption } from '../taifex/settlements.ts'
import { asMade, taifexList } from './response.ts'
import { settlementList, settlementReadings } from './settlementLists.ts'

const { settlements, prices, expired } = settlementReadings(
  TaiwanFuturesSettlement,
  { id: 'futures_id', label: 'futures_name', named: futuresNamed },
  ['options, which are TaiwanOptionsSettlement', isOption],
)

/** Expiries of the last three months, weekly ones among them. */
export const finalSettlementPrice = settlementList('FinalSettlementPrice', settlements, 'rows')
/** The newest monthly expiry again. */
export const finalSettlementPriceFutures = settlementList('FinalSettlementPriceFutures', prices, 'witness')
export const finalSettlementPriceSsf = settlementList('FinalSettlementPriceSSF', prices, 'witness')

/** The number of settled contracts, which proves that they expired. */
export const settledPositionsFutures = taifexList(expired, 'SettledPositionsFutures', asMade, {
  role: 'witness',
  recorded: '.json',
})
