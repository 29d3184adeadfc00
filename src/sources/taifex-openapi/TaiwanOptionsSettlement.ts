import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { column, part, whole } from '../reading.ts'
import { optionNamed } from '../taifex/products.ts'
import { categoryFrom, isFutures, productOf } from '../taifex/settlements.ts'
import { contractMonth } from '../taifex/vocabulary.ts'
import { code, name, settlementList } from './settlementLists.ts'

const price = (month: string) =>
  ({
    settlement_date: 'TheFinalSettlementDay',
    option_id: productOf(code, name, optionNamed),
    contract_month: column(month, { read: contractMonth }),
    final_settlement_price: 'TheFinalSettlementPrice',
  }) as const

const settlements = whole(
  TaiwanOptionsSettlement,
  {
    ...price('DeliveryMonth'),
    option_name: name,
    product_category: categoryFrom(code, name, optionNamed),
    underlying_stock_id: null,
    contract_value: null,
  },
  { leave: [['futures, which are TaiwanFuturesSettlement', name, isFutures]] },
)
const prices = part(TaiwanOptionsSettlement, price('ContractDeliveryMonth'))

/** Expiries of the last three months, weekly ones among them. */
export const finalSettlementPrice = settlementList('FinalSettlementPrice', settlements, 'rows')
/** The newest expiry again. */
export const finalSettlementPriceOptions = settlementList('FinalSettlementPriceOptions', prices, 'witness')
