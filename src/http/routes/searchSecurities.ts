import { nicknames } from '../../ask/reader/lexicon.ts'
import { plainText } from '../../ask/reader/text.ts'
import { englishName } from '../pages/securities.ts'
import { securityList } from '../rows/securityList.ts'
import type { Services } from '../services.ts'

/** How well a name has what is looked for: the name itself, its beginning, a part of it. */
const placeIn = (name: string, wanted: string): number => {
  const plain = plainText(name)
  if (plain === wanted) return 0
  return plain.startsWith(wanted) ? 1 : plain.includes(wanted) ? 2 : 3
}

/** The securities whose code or name has the words, best first. */
export async function searchSecurities(services: Services, q: string, limit: number, hasInactive: boolean) {
  const wanted = plainText(q.trim())
  const { list } = await securityList(services)
  // Codes before names, and names before what people call a security besides.
  const rankOf = ({ id, name }: (typeof list)[number]): number =>
    Math.min(
      placeIn(id, wanted) * 10,
      placeIn(name, wanted) * 10 + 1,
      Math.min(3, ...(nicknames.get(id) ?? []).map((one) => placeIn(one, wanted))) * 10 + 2,
    )
  const found = list
    .filter(({ isActive }) => hasInactive || isActive)
    .map((security) => ({ security, rank: rankOf(security) }))
    .filter(({ rank }) => rank < 30)
    .sort((a, b) => a.rank - b.rank || (a.security.id < b.security.id ? -1 : 1))
  const { version, origin } = services.library.current()!
  const data = found.slice(0, limit).map(({ security: { id, name, market, type, isActive } }) => ({
    ...{ stock_id: id, name, english_name: englishName(id), market, type, is_active: isActive },
  }))
  return { version, origin, total: found.length, data }
}
