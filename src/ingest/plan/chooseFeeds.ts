import { columnsOf, type Dataset, isDated } from '../../catalogue/dataset.ts'
import type { Source } from '../../catalogue/publishers.ts'
import { type Feed, type Market, needsTerms } from '../../sources/feed.ts'

/** A dataset, or its rows of one market, without a usable feed. */
type UnsourcedRows = { readonly dataset: string; readonly market: Market | null; readonly why: string }

export type FeedChoice = Readonly<ReturnType<typeof chooseFeeds>>

export type Accepts = (publisher: Source) => boolean

/** Open terms need no acceptance; site terms do, by the publisher's id or by `all`. */
export const acceptsOf =
  (accepted: readonly string[]): Accepts =>
  ({ id, terms }) =>
    terms !== 'site' || accepted.includes('all') || accepted.includes(id)

const isDatedFeed = ({ span }: Feed): boolean => span !== 'latest'

/** One publisher's feeds of a dataset and market, dated or newest only: fetched together or not at all. */
type PublisherFeeds = {
  readonly feeds: readonly Feed[]
  readonly isDated: boolean
  readonly fills: ReadonlySet<string>
}

/** Leaves out partial feeds that add no column, taking the fullest first. */
function needed(feeds: readonly Feed[]): Feed[] {
  const kept = feeds.filter(({ role }) => role !== 'part')
  const filled = new Set(kept.flatMap(({ fills }) => fills))
  const parts = new Set(feeds.filter(({ role }) => role === 'part'))
  for (;;) {
    const gain = ({ fills }: Feed) => fills.filter((name) => !filled.has(name)).length
    const [best] = [...parts].sort((a, b) => gain(b) - gain(a))
    if (!best || gain(best) === 0) return kept
    parts.delete(best)
    kept.push(best)
    for (const name of best.fills) filled.add(name)
  }
}

function linesOf(feeds: readonly Feed[]): PublisherFeeds[] {
  const groups = Map.groupBy(feeds, (feed) => `${feed.publisher.id} ${isDatedFeed(feed)}`)
  return [...groups.values()].map((group) => {
    const kept = needed(group)
    return { feeds: kept, isDated: isDatedFeed(group[0]!), fills: new Set(kept.flatMap(({ fills }) => fills)) }
  })
}

/** True if the columns make a complete row. */
const isWhole = (dataset: Dataset, fills: ReadonlySet<string>): boolean =>
  columnsOf(dataset).every(([name, { nullable }]) => nullable || fills.has(name))

function better(a: PublisherFeeds, b: PublisherFeeds): number {
  const isPreferred = ({ feeds }: PublisherFeeds) => feeds[0]!.choice === 'first'
  const isOpen = ({ feeds }: PublisherFeeds) => !needsTerms(feeds[0]!)
  return (
    Number(isPreferred(b)) - Number(isPreferred(a)) ||
    Number(b.isDated) - Number(a.isDated) ||
    b.fills.size - a.fills.size ||
    Number(isOpen(b)) - Number(isOpen(a))
  )
}

type ChosenFeeds = {
  readonly chosen: readonly Feed[]
  readonly line: PublisherFeeds | undefined
  readonly twin: PublisherFeeds | undefined
  readonly unaccepted: PublisherFeeds | undefined
}

/**
 * Rows of a trading day are the same from every publisher; announcements and filings are dated differently, and are
 * requested again for weeks anyway.
 */
const mayHaveTwin = (dataset: Dataset): boolean => dataset.date === 'trade_date' && isDated(dataset)

/** The feeds for one dataset and market, or the terms that would have to be accepted. */
function chosen(dataset: Dataset, feeds: readonly Feed[], accepts: Accepts): ChosenFeeds | { why: string } {
  const usable = feeds.filter(({ publisher }) => accepts(publisher))
  const own = usable.filter(({ choice }) => choice === 'beside')
  const wholeLines = (of: readonly Feed[]): PublisherFeeds[] =>
    linesOf(of.filter(({ choice }) => choice !== 'beside'))
      .filter(({ fills }) => isWhole(dataset, fills))
      .sort(better)
  const lines = wholeLines(usable)
  // A partial feed in this list is newer than the others, so it comes first.
  const isPart = ({ role }: Feed) => role === 'part'
  const [line, ...others] = lines
  const chosen = [...own.filter(isPart), ...(line?.feeds ?? []), ...own.filter((feed) => !isPart(feed))]
  const idOf = (one: PublisherFeeds) => one.feeds[0]!.publisher.id
  const twin = line && mayHaveTwin(dataset) ? others.find((other) => idOf(other) !== idOf(line)) : undefined
  const [unaccepted] = mayHaveTwin(dataset) ? wholeLines(feeds.filter(({ publisher }) => !accepts(publisher))) : []
  if (chosen.length > 0) return { chosen, line, twin, unaccepted }
  const refused = [
    ...new Set(feeds.filter(({ publisher }) => !accepts(publisher)).map(({ publisher }) => publisher.id)),
  ]
  return { why: `the terms of ${refused.join(' or ')} are not accepted` }
}

/** Chooses the feeds of every dataset by the accepted terms. */
export function chooseFeeds(feeds: readonly Feed[], datasets: readonly Dataset[], accepts: Accepts) {
  /** The feeds that supply rows; the better of one dataset and market first. */
  const primaryFeeds: Feed[] = []
  const without: UnsourcedRows[] = []
  /** For each primary feed of trading days, the feeds of the next best publisher, asked when it fails. */
  const twins = new Map<Feed, readonly Feed[]>()
  /** For each primary feed of trading days, the feeds of the best publisher whose terms are not accepted. */
  const unaccepted = new Map<Feed, readonly Feed[]>()
  for (const dataset of datasets) {
    const all = feeds.filter((feed) => feed.dataset === dataset && feed.role !== 'witness' && feed.importFor === null)
    // Feeds by id are used only if no feed returns the whole market.
    const whole = all.filter(({ each }) => each === 'market')
    const candidates = whole.length > 0 ? whole : all
    if (candidates.length === 0 && dataset.derived === null)
      without.push({ dataset: dataset.name, market: null, why: 'no publisher is known' })
    for (const [market, own] of Map.groupBy(candidates, (feed) => feed.market)) {
      const found = chosen(dataset, own, accepts)
      // A computed dataset needs no publisher.
      if ('why' in found) {
        if (dataset.derived === null) without.push({ dataset: dataset.name, market, why: found.why })
      } else {
        primaryFeeds.push(...found.chosen)
        for (const feed of found.line?.feeds ?? []) {
          if (found.twin) twins.set(feed, found.twin.feeds)
          if (found.unaccepted) unaccepted.set(feed, found.unaccepted.feeds)
        }
      }
    }
  }
  /** Feeds to compare stored rows with. */
  const witnesses = feeds.filter(
    ({ role, each, publisher }) => role === 'witness' && each === 'market' && accepts(publisher),
  )
  /** Feeds of single events, which responses of primary feeds name. */
  const details = feeds.filter(({ detailOf }) => detailOf !== undefined && primaryFeeds.includes(detailOf.list))
  return { primaryFeeds, witnesses, details, without, twins, unaccepted }
}
