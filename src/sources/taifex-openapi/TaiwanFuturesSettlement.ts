import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { column, part, whole } from '../reading.ts'
import { futuresNamed } from '../taifex/products.ts'
import { categoryFrom, isOption, productOf } from '../taifex/settlements.ts'
import { contractMonth } from '../taifex/vocabulary.ts'
import { asMade, taifexList } from './response.ts'
import { code, name, settlementList } from './settlementLists.ts'

const price = (month: string) =>
  ({
    settlement_date: 'TheFinalSettlementDay',
    futures_id: productOf(code, name, futuresNamed),
    contract_month: column(month, { read: contractMonth }),
    final_settlement_price: 'TheFinalSettlementPrice',
  }) as const

const settlements = whole(
  TaiwanFuturesSettlement,
  {
    ...price('DeliveryMonth'),
    futures_name: name,
    product_category: categoryFrom(code, name, futuresNamed),
    underlying_stock_id: null,
    contract_value: null,
  },
  { leave: [['options, which are TaiwanOptionsSettlement', name, isOption]] },
)
const prices = part(TaiwanFuturesSettlement, price('ContractDeliveryMonth'))

/** Expiries of the last three months, weekly ones among them. */
export const finalSettlementPrice = settlementList('FinalSettlementPrice', settlements, 'rows')
/** The newest monthly expiry again. */
export const finalSettlementPriceFutures = settlementList('FinalSettlementPriceFutures', prices, 'witness')
export const finalSettlementPriceSsf = settlementList('FinalSettlementPriceSSF', prices, 'witness')

const expired = part(
  TaiwanFuturesSettlement,
  {
    settlement_date: 'TheFinalSettlementDay',
    futures_id: productOf(code, name, futuresNamed),
    contract_month: column('ContractDeliveryMonth', { read: contractMonth }),
  },
  { ignore: [name, 'Long(lot)', 'Short(lot)'] },
)

/** The number of settled contracts, which proves that they expired. */
export const settledPositionsFutures = taifexList(expired, 'SettledPositionsFutures', asMade, {
  role: 'witness',
  recorded: '.json',
})
