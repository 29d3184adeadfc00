import { columnsOf, type Dataset, isDated, type Source } from '../../catalogue/dataset.ts'
import type { Feed, Market } from '../../sources/feed.ts'
import { needsTerms } from '../../sources/feed.ts'
import { beside, preferred, spare } from './exceptions.ts'

/** A dataset, or its rows of one market, that nobody can be asked for as things are. */
export type Without = { readonly dataset: string; readonly market: Market | null; readonly why: string }

/** Who is asked for what. */
export type Choice = {
  /** The feeds that make rows; of one dataset and market the better first. */
  readonly makers: readonly Feed[]
  /** Feeds to compare stored rows with. */
  readonly witnesses: readonly Feed[]
  /** Details of single events, which the answers of makers name. */
  readonly details: readonly Feed[]
  readonly without: readonly Without[]
  /** Who is asked for a trading day that a maker does not give: of each maker, what the next best publisher tells. */
  readonly twins: ReadonlyMap<Feed, readonly Feed[]>
  /** Of each maker of trading days, what the best publisher tells whose terms are not accepted. */
  readonly unaccepted: ReadonlyMap<Feed, readonly Feed[]>
}

export type Accepts = (publisher: Source) => boolean

/** Open terms need no word; site terms do, by the publisher's id or by `all`. */
export const acceptsOf =
  (accepted: readonly string[]): Accepts =>
  ({ id, terms }) =>
    terms !== 'site' || accepted.includes('all') || accepted.includes(id)

const nameOf = ({ dataset, publisher, endpoint }: Feed): string => `${dataset.name} ${publisher.id} ${endpoint}`
const isDatedFeed = ({ span }: Feed): boolean => span !== 'latest'

/** What one publisher tells of a dataset and market, by day or as the newest: all of it is asked, or none. */
type Line = { readonly feeds: readonly Feed[]; readonly isDated: boolean; readonly fills: ReadonlySet<string> }

/** Leaves out the parts that add no column to those before them, the fullest first. */
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

function linesOf(feeds: readonly Feed[]): Line[] {
  const groups = Map.groupBy(feeds, (feed) => `${feed.publisher.id} ${isDatedFeed(feed)}`)
  return [...groups.values()].map((group) => {
    const kept = needed(group)
    return { feeds: kept, isDated: isDatedFeed(group[0]!), fills: new Set(kept.flatMap(({ fills }) => fills)) }
  })
}

/** Whether the columns make a whole row. */
const isWhole = (dataset: Dataset, fills: ReadonlySet<string>): boolean =>
  columnsOf(dataset).every(([name, { nullable }]) => nullable || fills.has(name))

function better(dataset: Dataset, a: Line, b: Line): number {
  const isPreferred = ({ feeds }: Line) => feeds[0]!.publisher.id === preferred[dataset.name]
  const isOpen = ({ feeds }: Line) => !needsTerms(feeds[0]!)
  return (
    Number(isPreferred(b)) - Number(isPreferred(a)) ||
    Number(b.isDated) - Number(a.isDated) ||
    b.fills.size - a.fills.size ||
    Number(isOpen(b)) - Number(isOpen(a))
  )
}

type Chosen = {
  readonly asked: readonly Feed[]
  readonly line: Line | undefined
  readonly twin: Line | undefined
  readonly unaccepted: Line | undefined
}

/**
 * A day's rows are the same whoever tells them. What is announced or filed is dated by each publisher in a way of its
 * own, and is asked for again for weeks.
 */
const mayHaveTwin = (dataset: Dataset): boolean => dataset.date === 'trade_date' && isDated(dataset)

/** The feeds to ask for one dataset and market, or what would have to be accepted for there to be one. */
function chosen(dataset: Dataset, feeds: readonly Feed[], accepts: Accepts): Chosen | { why: string } {
  const usable = feeds.filter(({ publisher }) => accepts(publisher))
  const own = usable.filter((feed) => beside.has(nameOf(feed)))
  const wholeLines = (of: readonly Feed[]): Line[] =>
    linesOf(of.filter((feed) => !beside.has(nameOf(feed))))
      .filter(({ fills }) => isWhole(dataset, fills))
      .sort((a, b) => better(dataset, a, b))
  const lines = wholeLines(usable)
  // A part that stands beside is newer than what it stands beside.
  const isPart = ({ role }: Feed) => role === 'part'
  const [line, ...others] = lines
  const asked = [...own.filter(isPart), ...(line?.feeds ?? []), ...own.filter((feed) => !isPart(feed))]
  const idOf = (one: Line) => one.feeds[0]!.publisher.id
  const twin = line && mayHaveTwin(dataset) ? others.find((other) => idOf(other) !== idOf(line)) : undefined
  const [unaccepted] = mayHaveTwin(dataset) ? wholeLines(feeds.filter(({ publisher }) => !accepts(publisher))) : []
  if (asked.length > 0) return { asked, line, twin, unaccepted }
  const refused = [
    ...new Set(feeds.filter(({ publisher }) => !accepts(publisher)).map(({ publisher }) => publisher.id)),
  ]
  return { why: `the terms of ${refused.join(' or ')} are not accepted` }
}

/** Chooses for every dataset, by the terms that were accepted, whom to ask. */
export function choose(feeds: readonly Feed[], datasets: readonly Dataset[], accepts: Accepts): Choice {
  const makers: Feed[] = []
  const without: Without[] = []
  const twins = new Map<Feed, readonly Feed[]>()
  const unaccepted = new Map<Feed, readonly Feed[]>()
  for (const dataset of datasets) {
    const all = feeds.filter((feed) => feed.dataset === dataset && feed.role !== 'witness' && !spare.has(nameOf(feed)))
    // Asking id by id is for what nobody tells at once.
    const whole = all.filter(({ each }) => each === 'market')
    const candidates = whole.length > 0 ? whole : all
    if (candidates.length === 0 && dataset.derived === null)
      without.push({ dataset: dataset.name, market: null, why: 'no publisher is known' })
    for (const [market, own] of Map.groupBy(candidates, (feed) => feed.market)) {
      const found = chosen(dataset, own, accepts)
      // What is computed anyway does not need a publisher.
      if ('why' in found) {
        if (dataset.derived === null) without.push({ dataset: dataset.name, market, why: found.why })
      } else {
        makers.push(...found.asked)
        for (const feed of found.line?.feeds ?? []) {
          if (found.twin) twins.set(feed, found.twin.feeds)
          if (found.unaccepted) unaccepted.set(feed, found.unaccepted.feeds)
        }
      }
    }
  }
  const witnesses = feeds.filter(
    ({ role, each, publisher }) => role === 'witness' && each === 'market' && accepts(publisher),
  )
  const details = feeds.filter(({ detailOf }) => detailOf !== undefined && makers.includes(detailOf.list))
  return { makers, witnesses, details, without, twins, unaccepted }
}
