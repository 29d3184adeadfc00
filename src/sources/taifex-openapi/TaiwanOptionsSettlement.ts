import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import type { Feed } from '../feed.ts'
import { column } from '../mapping.ts'
import { part, type Reading, whole } from '../rows.ts'
import { optionNamed } from '../taifex/products.ts'
import { categoryFrom, eachProduct, isFutures, productOf } from '../taifex/settlements.ts'
import { contractMonth } from '../taifex/terms.ts'
import { asMade, list, listRows, taifexOpenApi } from './answer.ts'

const [code, name] = ['Contract', 'ContractName'] as const

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

const asked = (endpoint: string, reading: Reading, role: Feed['role']): Feed =>
  taifexOpenApi(reading, {
    endpoint,
    role,
    span: 'latest',
    request: list(endpoint),
    parse: listRows(reading, asMade, (table) => eachProduct(table, code, name)),
    verified: `taifex-openapi/${endpoint}.json`,
  })

/** Expiries of the last three months, weekly ones among them. */
export const finalSettlementPrice = asked('FinalSettlementPrice', settlements, 'rows')
/** The newest expiry again. */
export const finalSettlementPriceOptions = asked('FinalSettlementPriceOptions', prices, 'witness')
