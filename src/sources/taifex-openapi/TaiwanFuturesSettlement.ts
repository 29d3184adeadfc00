import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import type { Feed } from '../feed.ts'
import { column } from '../mapping.ts'
import { part, type Reading, whole } from '../rows.ts'
import { futuresNamed } from '../taifex/products.ts'
import { categoryFrom, eachProduct, isOption, productOf } from '../taifex/settlements.ts'
import { contractMonth } from '../taifex/terms.ts'
import { asMade, list, listRows, taifexOpenApi } from './answer.ts'

const [code, name] = ['Contract', 'ContractName'] as const

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
/** The newest monthly expiry again. */
export const finalSettlementPriceFutures = asked('FinalSettlementPriceFutures', prices, 'witness')
export const finalSettlementPriceSsf = asked('FinalSettlementPriceSSF', prices, 'witness')

const expired = part(
  TaiwanFuturesSettlement,
  {
    settlement_date: 'TheFinalSettlementDay',
    futures_id: productOf(code, name, futuresNamed),
    contract_month: column('ContractDeliveryMonth', { read: contractMonth }),
  },
  { ignore: [name, 'Long(lot)', 'Short(lot)'] },
)

/** How many contracts were settled, which tells that they expired. */
export const settledPositionsFutures = taifexOpenApi(expired, {
  endpoint: 'SettledPositionsFutures',
  role: 'witness',
  span: 'latest',
  request: list('SettledPositionsFutures'),
  parse: listRows(expired, asMade),
  verified: 'taifex-openapi/SettledPositionsFutures.json',
})
