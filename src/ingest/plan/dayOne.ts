import type { Dataset } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { type Feed, type Market, needsTerms } from '../../sources/feed.ts'
import { acceptsOf, chooseFeeds } from './chooseFeeds.ts'

/** What a first live run brings of a dataset if no terms are accepted. */
export type DayOne = {
  readonly dataset: Dataset
  /**
   * `fills`: rows of at least one market at once. `terms`: none until terms are accepted. `history`: none until there
   * is a history.
   */
  readonly status: 'fills' | 'terms' | 'history'
  /** Markets with rows, if other markets have none. */
  readonly markets: readonly Market[]
  /** Publishers whose terms bring the rest: markets, columns, or inputs it is computed from. */
  readonly terms: readonly { readonly of: string; readonly publishers: readonly string[] }[]
  /** True for rows computed from events that no open list has, so that some of them are unknown. */
  readonly lacksEvents: boolean
  /** True for cumulative sums, whose single quarters follow once the previous quarter is stored. */
  readonly isCumulative: boolean
}

const publishersOf = (feeds: readonly Feed[]): string[] => [
  ...new Set(feeds.filter(needsTerms).map(({ publisher }) => publisher.id)),
]

/** Columns that only publishers with site terms return, with those publishers. */
function columnsOf(rows: readonly Feed[], filled: ReadonlySet<string>): DayOne['terms'][number][] {
  const names = [...new Set(rows.flatMap(({ fills }) => fills))].filter((name) => !filled.has(name))
  return names.map((name) => ({
    of: `\`${name}\``,
    publishers: publishersOf(rows.filter(({ fills }) => fills.includes(name))),
  }))
}

/** What every dataset has after a first run under open terms alone. */
export function dayOneOf(feeds: readonly Feed[], datasets: readonly Dataset[]): DayOne[] {
  const { primaryFeeds } = chooseFeeds(feeds, datasets, acceptsOf([]))
  const rowsOf = (dataset: Dataset) => {
    const all = feeds.filter((feed) => feed.dataset === dataset && feed.role !== 'witness')
    const whole = all.filter(({ each }) => each === 'market')
    return whole.length > 0 ? whole : all
  }
  const known = new Map<Dataset, DayOne>()
  const dayOne = (dataset: Dataset): DayOne => {
    const found = known.get(dataset)
    if (found) return found
    const own = primaryFeeds.filter((feed) => feed.dataset === dataset)
    const covered = new Set(own.map(({ market }) => market))
    const rows = dataset.derived === null ? rowsOf(dataset) : []
    const lacking = [...Map.groupBy(rows, ({ market }) => market)].filter(([market]) => !covered.has(market))
    const inputs = (dataset.derived?.from ?? []).map((name) => dayOne(find(name)!))
    // Only inputs with rows every day are required; without the events of a market, some rows are unknown.
    const isComputed =
      dataset.derived !== null && inputs.every((input) => input.status === 'fills' || input.dataset.complete === null)
    const made: DayOne = {
      dataset,
      status: dataset.derived?.history ? 'history' : own.length > 0 || isComputed ? 'fills' : 'terms',
      markets: lacking.length > 0 ? [...covered].filter((market) => market !== null) : [],
      terms: [
        ...lacking.map(([market, of]) => ({ of: market ?? dataset.name, publishers: publishersOf(of) })),
        ...columnsOf(
          rows.filter(({ market }) => covered.has(market)),
          new Set(own.flatMap(({ fills }) => fills)),
        ),
        // A column that an input lacks is listed with the input.
        ...inputs.flatMap((input) =>
          input.terms.flatMap((one) => (one.of.startsWith('`') ? [] : [{ ...one, of: input.dataset.name }])),
        ),
      ],
      lacksEvents: inputs.some(({ dataset: { complete }, status, markets }) => {
        return complete === null && (status !== 'fills' || markets.length > 0)
      }),
      isCumulative: own.length > 0 && own.every(({ role }) => role === 'cumulative'),
    }
    known.set(dataset, made)
    return made
  }
  return datasets.map(dayOne)
}
