import { notReady } from '../../errors.ts'
import type { OpenPages } from '../../pages/open.ts'
import { allRows } from '../../query/directory.ts'
import { whenHere } from '../../query/remote.ts'
import type { Services } from '../services.ts'

/** A listed or delisted security, or a convertible bond. */
type Security = {
  readonly id: string
  readonly name: string
  readonly market: string
  readonly type: string
  readonly isActive: boolean
}

type SecurityList = { readonly list: readonly Security[]; readonly byId: ReadonlyMap<string, Security> }

const known = new WeakMap<OpenPages, SecurityList>()

/** The securities and convertible bonds of the current version, read once for each version. */
export async function securityList({ library, pageWaiter }: Services): Promise<SecurityList> {
  for (const name of ['TaiwanStockOverview', 'TaiwanCBOverview']) await pageWaiter.wait(name)
  const pages = library.current()
  if (!pages) throw notReady()
  const kept = known.get(pages)
  if (kept) return kept
  const list = await whenHere(library, () => [
    ...allRows(library.reader, pages, 'TaiwanStockOverview').map(
      ({ stock_id, stock_name, market, security_type, is_active }): Security => ({
        ...{ id: String(stock_id), name: String(stock_name), market: String(market) },
        ...{ type: String(security_type), isActive: is_active === true },
      }),
    ),
    ...allRows(library.reader, pages, 'TaiwanCBOverview').map(
      ({ cb_id, cb_name, status }): Security => ({
        ...{ id: String(cb_id), name: String(cb_name), market: 'TPEX', type: 'bond' },
        isActive: status === 'active',
      }),
    ),
  ])
  // A delisted security comes after the active one that has its code now.
  const byId = new Map(list.toSorted((a, b) => Number(a.isActive) - Number(b.isActive)).map((one) => [one.id, one]))
  const made = { list, byId }
  known.set(pages, made)
  return made
}
