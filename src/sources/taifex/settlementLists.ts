import type { Dataset } from '../../catalogue/dataset.ts'
import type { Feed } from '../feed.ts'
import { lacking, part, type Reading } from '../reading.ts'
import { asMade, list, listRows } from './openApi.ts'
import { eachProduct, type Product, priceColumns, settlementColumns } from './settlements.ts'

/** The titles of lists of settlements, in which that of the month differs. */
const [code, name] = ['Contract', 'ContractName'] as const
const titlesWith = (month: string) => ({
  day: 'TheFinalSettlementDay',
  month,
  code,
  name,
  price: 'TheFinalSettlementPrice',
})

/** The readings of a dataset: of its rows, of their prices once more, and of the number of settled contracts. */
export const settlementReadings = (
  dataset: Dataset,
  product: Product,
  others: readonly [why: string, is: (name: string) => boolean],
) => {
  const prices = priceColumns(product, titlesWith('ContractDeliveryMonth'))
  const { final_settlement_price: _, ...expiries } = prices
  return {
    settlements: part(
      dataset,
      {
        ...settlementColumns(product, titlesWith('DeliveryMonth')),
        ...lacking('underlying_stock_id', 'contract_value'),
      },
      { leave: [[others[0], name, others[1]]] },
    ),
    prices: part(dataset, prices),
    expired: part(dataset, expiries, { ignore: [name, 'Long(lot)', 'Short(lot)'] }),
  }
}

/** A list of final settlement prices, futures and options alike. */
export const settlementList = (endpoint: string, reading: Reading, role: Feed['role']): Feed => {
  const parse = listRows(reading, asMade, (table) => eachProduct(table, code, name))
  return list(reading, `/${endpoint}`, parse, { role, recorded: '.json' })
}
