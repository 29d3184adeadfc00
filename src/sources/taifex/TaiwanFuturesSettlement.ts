import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { asMade, taifexList } from './openApi.ts'
import { futuresNamed } from './products.ts'
import { settlementList, settlementReadings } from './settlementLists.ts'
import { indexPage, stockPage } from './settlementPages.ts'
import { isOption } from './settlements.ts'

const product = { id: 'futures_id', label: 'futures_name', named: futuresNamed } as const
const { settlements, prices, expired } = settlementReadings(TaiwanFuturesSettlement, product, [
  'options, which are TaiwanOptionsSettlement',
  isOption,
])

export const futuresSettlements = [
  // Expiries of the last three months, weekly ones among them.
  settlementList('FinalSettlementPrice', settlements, 'rows'),
  // The newest monthly expiry again.
  settlementList('FinalSettlementPriceFutures', prices, 'witness'),
  settlementList('FinalSettlementPriceSSF', prices, 'witness'),
  // The number of settled contracts, which proves that they expired.
  taifexList(expired, 'SettledPositionsFutures', asMade, { role: 'witness', recorded: '.json' }),
  // Of indices, one month; of stocks and funds, one month, with the value of a contract.
  indexPage(TaiwanFuturesSettlement, product, 'futIndxFSP', '1998-09-01'),
  stockPage(TaiwanFuturesSettlement, product, 'sSFFSP', '2010-01-01'),
]
