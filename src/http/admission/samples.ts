import { type Dataset, isOfSecurities } from '../../catalogue/dataset.ts'
import { keyNames, parameterHint } from '../../catalogue/elsewhere.ts'
import { find } from '../../catalogue/index.ts'
import { alternatives, type Label } from '../../fields.ts'
import { type CursorKeys, readCursor } from '../../query/cursor.ts'
import { parameters } from '../../query/parameters.ts'
import { splitQuery } from '../request/query.ts'

/** Securities whose rows need no key, in datasets of the free tier. */
export const sampleIds = ['2330', '0050', '2317'] as const

/** A request that needs no key. */
const openRequest = `GET /v1/data/TaiwanStockPER?stock_id=${sampleIds[0]}`

/** The value of `X-RateLimit-Tier` for a request without a key. */
export const anonymousTier = 'anonymous'

/** A person mistypes fewer names than this. */
const mostNamed = 20

const known = Object.keys(parameters)
const isSampleId = (id: string): boolean => sampleIds.some((known) => known === id)

/** A parameter of the address that is not read, by a name that other services give to the key or to ids. */
function unread(query: string): Label | undefined {
  try {
    for (const name of splitQuery(query, known).strangers.names.slice(0, mostNamed)) {
      const hint = parameterHint(name, known)
      if (hint) return { en: `and ${name} ${hint.en}`, zh: `且 ${name} ${hint.zh}` }
    }
    return undefined
  } catch {
    // A query that cannot be read is refused once the key is known.
    return undefined
  }
}

/** The tier that the dataset needs and what may be read without a key, or the change that the request needs. */
export const sampleHint = (name: string, query: string): Label | undefined => {
  const wrong = unread(query)
  if (wrong) return wrong
  const dataset = find(name)
  if (!dataset) return undefined
  const { tier } = dataset
  const key =
    tier === 'free'
      ? { en: 'of any tier', zh: '任何方案皆可' }
      : { en: `whose tier covers ${name}, which is of the ${tier} tier`, zh: `${name} 需要 ${tier} 以上的方案` }
  if (!hasSamples(dataset))
    return { en: `a key ${key.en}; ${openRequest} needs none`, zh: `${key.zh}；${openRequest} 則不需金鑰` }
  const { en, zh } = alternatives(sampleIds)
  return {
    en: `a key ${key.en}; or ask for rows of ${en} alone, which need none`,
    zh: `${key.zh}；或僅查詢 ${zh} 的資料列，不需金鑰`,
  }
}

/** True where some rows of a dataset need no key. */
export const hasSamples = (dataset: Dataset): boolean => dataset.tier === 'free' && isOfSecurities(dataset)

/** The dataset of a request that needs no key: all of its ids are samples, in its parameters or in its cursor. */
export function sampleOf(name: string, query: string, cursorKeys: CursorKeys): Dataset | null {
  const dataset = find(name)
  if (!dataset || !hasSamples(dataset)) return null
  try {
    const { given, strangers } = splitQuery(query, known)
    // A key in the address is refused with the place where it belongs.
    if (strangers.names.some((name) => keyNames.includes(name.toLowerCase()))) return null
    const { stock_id, cursor } = given
    const ids =
      stock_id !== undefined
        ? stock_id.split(',').map((id) => id.trim())
        : cursor !== undefined
          ? readCursor(cursorKeys, cursor).query.ids
          : null
    return ids?.every(isSampleId) ? dataset : null
  } catch {
    // The ids of a query that cannot be read are unknown.
    return null
  }
}
