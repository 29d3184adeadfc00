import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { taipeiDate } from '../../days.ts'
import type { Feed } from '../../sources/feed.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'

type ThroughInputs = {
  /** Responses with prices that the version holds, since the day the current one is complete for. */
  readonly prices: Iterable<StoredResponse>
  readonly primaryFeeds: readonly Feed[]
  readonly before: string | null
  /** The newest requested day, used if there is neither a version nor a price. */
  readonly newest: string
  readonly now: Date
}

/** The newest day with prices from every requested market; it never moves back. */
export function completeThrough({ prices, primaryFeeds, before, newest, now }: ThroughInputs): string {
  const requested = primaryFeeds.filter(({ dataset }) => dataset === TaiwanStockPrice).map(({ market }) => market)
  const markets = new Map<string, Set<string | null>>()
  for (const { from, to, market } of prices)
    if (from === to) markets.set(to, (markets.get(to) ?? new Set()).add(market))
  const complete = [...markets].flatMap(([day, markets]) =>
    requested.every((market) => markets.has(market)) ? [day] : [],
  )
  const present = taipeiDate(now)
  return [before ?? '', ...complete].sort().at(-1) || [newest, present].sort()[0]!
}
