import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { Feed } from '../../sources/feed.ts'
import type { StoredAnswer } from '../asking/records.ts'
import { today } from '../plan/moments.ts'

type Terms = {
  /** Answers with rows of prices, loaded or not, since the day that the present version is complete for. */
  readonly prices: Iterable<StoredAnswer>
  readonly makers: readonly Feed[]
  readonly before: string | null
  /** A day to begin with where there is no version yet and no price: the newest that anything was asked for. */
  readonly newest: string
  readonly now: Date
}

/** The newest day for which every market that is asked gave its prices; it only ever moves on. */
export function throughOf({ prices, makers, before, newest, now }: Terms): string {
  const wanted = makers.filter(({ dataset }) => dataset === TaiwanStockPrice).map(({ market }) => market)
  const told = new Map<string, Set<string | null>>()
  for (const { from, to, market } of prices) if (from === to) told.set(to, (told.get(to) ?? new Set()).add(market))
  const complete = [...told].flatMap(([day, markets]) => (wanted.every((market) => markets.has(market)) ? [day] : []))
  const present = today(now)
  return [before ?? '', ...complete].sort().at(-1) || [newest, present].sort()[0]!
}
