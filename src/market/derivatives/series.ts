import { once } from '../../once.ts'
import { oncePer } from '../oncePer.ts'
import type { World } from '../world.ts'
import type { Contract } from './contracts.ts'
import type { Product } from './products.ts'
import { type Underlying, underlyingOf } from './underlyings.ts'

/** The contracts of a product, and how the series of one of them live. */
type Maker<S> = { readonly contracts: readonly Contract[]; readonly live: (contract: Contract) => readonly S[] }

/**
 * Returns a function that finds the series that trade between two positions, by product; each contract is simulated when
 * it is first needed. Products without an underlying in this market have none.
 */
export function seriesFinder<P extends Product, S>(
  products: readonly P[],
  makerOf: (world: World, product: P, under: Underlying) => Maker<S>,
) {
  const expiries = oncePer((world: World) =>
    products.flatMap((product) => {
      const under = underlyingOf(world, product.underlying)
      if (!under) return []
      const { contracts, live } = makerOf(world, product, under)
      const expiring = contracts.map((contract) => ({ contract, series: once(() => live(contract)) }))
      return [{ id: product.id, expiring }]
    }),
  )
  return (world: World, from: number, to: number): [product: string, series: S[]][] =>
    expiries(world).map(({ id, expiring }) => [
      id,
      expiring.flatMap(({ contract, series }) => (contract.listed <= to && contract.expiry >= from ? series() : [])),
    ])
}
