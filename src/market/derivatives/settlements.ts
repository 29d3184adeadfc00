import { products } from '../../derive/products.ts'
import type { World } from '../world.ts'
import { futuresIn } from './futures.ts'
import { optionsIn } from './options.ts'
import { underlyingOf } from './underlyings.ts'

type Settlement = {
  readonly day: number
  readonly id: string
  readonly month: string
  readonly name: string
  readonly category: 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate'
  readonly price: number
  readonly stock: string | null
}

/**
 * What ended between two positions. An index settles at its average of the last half hour, a share at the average of
 * its last hour, rounded to the product's step; every product on the TAIEX gets the same price.
 */
export function* settlementsIn(
  world: World,
  kind: 'futures' | 'options',
  from: number,
  to: number,
): Generator<Settlement> {
  for (const [id, lives] of kind === 'futures' ? futuresIn(world, from, to) : optionsIn(world, from, to)) {
    const { name, category, underlying_stock_id: stock } = products.get(id)!
    const seen = new Set<string>()
    for (const { product, contract } of lives) {
      if (contract.expiry < from || contract.expiry > to || seen.has(contract.month)) continue
      seen.add(contract.month)
      const level = underlyingOf(world, product.underlying)!.final(contract.expiry)
      yield {
        day: world.calendar.days[contract.expiry]!,
        id,
        month: contract.month,
        name,
        category,
        price: Math.round(level / product.finalTick) * product.finalTick,
        stock,
      }
    }
  }
}
