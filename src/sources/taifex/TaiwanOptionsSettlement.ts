import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { optionNamed } from './products.ts'
import { settlementList, settlementReadings } from './settlementLists.ts'
import { indexPage, stockPage } from './settlementPages.ts'
import { isFutures } from './settlements.ts'

const product = { id: 'option_id', label: 'option_name', named: optionNamed } as const
const { settlements, prices } = settlementReadings(TaiwanOptionsSettlement, product, [
  'futures, which are TaiwanFuturesSettlement',
  isFutures,
])

export const optionSettlements = [
  // Expiries of the last three months, weekly ones among them.
  settlementList('FinalSettlementPrice', settlements, 'rows'),
  // The newest monthly expiry again.
  settlementList('FinalSettlementPriceOptions', prices, 'witness'),
  // Of indices, one month; of stocks and funds, one month, with the value of a contract.
  indexPage(TaiwanOptionsSettlement, product, 'optIndxFSP', '2001-12-01'),
  stockPage(TaiwanOptionsSettlement, product, 'sSOFSP', '2003-01-01'),
]
