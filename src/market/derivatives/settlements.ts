import { products } from '../../derive/products.ts'
import type { World } from '../world.ts'
import { futuresIn } from './futures.ts'
import { optionsIn } from './options.ts'
import { underlyingOf } from './underlyings.ts'

/**
 * The contracts that expired between two positions. An index settles at its average of the last half hour, a share at the average of
 * its last hour, rounded to the product's step; every product on the TAIEX gets the same price.
 */
export function* settlementsIn(world: World, kind: 'futures' | 'options', since: number, to: number) {
  const from = Math.max(since, world.from)
  for (const [id, lives] of kind === 'futures' ? futuresIn(world, from, to) : optionsIn(world, from, to)) {
    const { name, category, underlying_stock_id } = products.get(id)!
    const seen = new Set<string>()
    for (const { product, contract } of lives) {
      if (contract.expiry < from || contract.expiry > to || seen.has(contract.month)) continue
      seen.add(contract.month)
      const level = underlyingOf(world, product.underlying)!.final(contract.expiry)
      const row = {
        settlement_date: world.calendar.days[contract.expiry]!,
        contract_month: contract.month,
        product_category: category,
        final_settlement_price: Math.round(level / product.finalTick) * product.finalTick,
        underlying_stock_id,
        contract_value: null,
      }
      yield { id, name, row }
    }
  }
}
