import { addDays } from '../../days.ts'
import { typeOfCode } from '../../sources/exchange/securityCodes.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Row } from '../../sources/outcome.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import { doubtOf } from '../fetching/reuse.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
import { fewest, share } from '../rules/shrinking.ts'
import type { FeedResponses, ReadResponse } from './staging.ts'

/** A response without many of the rows that the trading day before had. */
export type IncompleteResponse = { readonly response: StoredResponse; readonly feed: Feed; readonly reason: string }

/** Rows of a response by type of security, or all together where not every security has a row. */
type RowCounts = ReadonlyMap<string, number>

/** Days to look back for a complete response. */
const lookBack = 10
/** A publisher that repeats so few rows after this time means them. */
const settledMs = 12 * 3_600_000

/** True if each response holds about as many rows as that of the day before. */
export const hasSteadyRows = ({ dataset: { complete }, role, each, span }: Feed): boolean =>
  role === 'rows' && each === 'market' && (span === 'day' || span === 'latest') && complete?.every === 'trading_day'

export function countsOf({ dataset: { complete } }: Feed, rows: readonly Row[]): RowCounts {
  const isTyped = complete?.each === 'security' || complete?.each === 'stock'
  const typeOf = (row: Row) => (isTyped ? (typeOfCode(String(row.stock_id)) ?? 'other') : 'rows')
  const counts = new Map<string, number>()
  for (const row of rows) {
    const type = typeOf(row)
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return counts
}

const lostTypes = (before: RowCounts, now: RowCounts): string[] =>
  [...before].flatMap(([type, n]) => {
    const left = now.get(type) ?? 0
    return n >= fewest && left < n * share ? [`${type} ${left} instead of ${n}`] : []
  })

const totalOf = (counts: RowCounts): number => [...counts.values()].reduce((sum, n) => sum + n, 0)

type IncompleteInputs = FeedResponses & {
  /** Of the responses that have rows. */
  readonly counts: ReadonlyMap<number, RowCounts>
  readonly read: ReadResponse
  /** Loaded responses of the feed that overlap these days. */
  readonly loadedOf: (feed: Feed, days: DayRange) => readonly StoredResponse[]
  /** Rows of the market in the lake on the last day before this one, if the journal knows no response of it. */
  readonly storedBefore: (feed: Feed, days: DayRange) => Promise<StoredRows | null>
}

type StoredRows = { readonly day: string; readonly rows: number }

/** Compares each response with the feed's last complete one of an earlier day. */
export async function findIncomplete(inputs: IncompleteInputs): Promise<IncompleteResponse[]> {
  const { feed, responses, counts, read, loadedOf, storedBefore } = inputs
  if (!hasSteadyRows(feed)) return []
  const counted = new Map(counts)
  const countsIn = async (response: StoredResponse): Promise<RowCounts | null> => {
    const known = counted.get(response.id)
    if (known) return known
    // A pruned response cannot be compared with.
    const outcome = await read(response, feed)
    if (outcome.kind !== 'rows') return null
    counted.set(response.id, countsOf(feed, outcome.rows))
    return counted.get(response.id)!
  }
  const found: IncompleteResponse[] = []
  const isFound = new Set<number>()
  const inOrder = (all: Iterable<StoredResponse>) =>
    [...all].sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : a.id - b.id))
  const own = inOrder(responses)
  if (own.length === 0) return found
  const days = { from: addDays(own[0]!.to, -lookBack), to: own.at(-1)!.to }
  const others = inOrder(new Map([...loadedOf(feed, days), ...own].map((one) => [one.id, one])).values())
  const places = new Map(others.map((one, at) => [one.id, at]))
  for (const response of own) {
    const now = counts.get(response.id)
    if (now === undefined) continue
    const from = addDays(response.to, -lookBack)
    let at = places.get(response.id)!
    while (at >= 0 && (others[at]!.to === response.to || isFound.has(others[at]!.id) || doubtOf(others[at]!) !== null))
      at--
    const earlier = at >= 0 && others[at]!.to >= from ? others[at]! : null
    const before = earlier && (await countsIn(earlier))
    const stored = before ? null : await storedBefore(feed, { from, to: response.to })
    const lost = before
      ? lostTypes(before, now)
      : lostTypes(new Map([['rows', stored?.rows ?? 0]]), new Map([['rows', totalOf(now)]]))
    if (lost.length === 0) continue
    let isRepeated = false
    for (const one of others)
      if (one.key === response.key && Date.parse(response.askedAt) - Date.parse(one.askedAt) >= settledMs) {
        const again = await countsIn(one)
        isRepeated ||= again !== null && totalOf(again) <= totalOf(now)
      }
    if (isRepeated) continue
    isFound.add(response.id)
    found.push({
      response,
      feed,
      reason: `much fewer rows than for ${stored?.day ?? earlier!.to}: ${lost.join(', ')}`,
    })
  }
  return found
}
