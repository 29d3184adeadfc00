import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { optionNamed } from '../taifex/products.ts'
import { isFutures } from '../taifex/settlements.ts'
import { settlementList, settlementReadings } from './settlementLists.ts'

const { settlements, prices } = settlementReadings(
  TaiwanOptionsSettlement,
  { id: 'option_id', label: 'option_name', named: optionNamed },
  ['futures, which are TaiwanFuturesSettlement', isFutures],
)

/** Expiries of the last three months, weekly ones among them. */
export const finalSettlementPrice = settlementList('FinalSettlementPrice', settlements, 'rows')
/** The newest expiry again. */
export const finalSettlementPriceOptions = settlementList('FinalSettlementPriceOptions', prices, 'witness')
