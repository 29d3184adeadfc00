import { type Field, type Fields, type Label, listed } from '../fields.ts'
import { stockId } from './columns.ts'
import type { Complete } from './complete.ts'
import { type Known, knownOf } from './known.ts'
import { publishers, type Source } from './publishers.ts'

export const tiers = ['free', 'lite', 'plus'] as const
export type Tier = (typeof tiers)[number]

export const categories = ['technical', 'chips', 'fundamentals', 'derivatives', 'convertibles', 'other'] as const
export type Category = (typeof categories)[number]

/** How long rows stay: `days` keeps a rolling window by the key date, `newest` only the latest key date. */
type Retention = { readonly kind: 'days'; readonly days: number } | { readonly kind: 'newest' }

/** The query filters a dataset answers beside dates and ids. */
type Filters = {
  /** Column that tells quarterly from annual rows. */
  readonly period?: 'period'
  /** Column whose value marks an expired bond. */
  readonly include_expired?: 'status'
  /** Rows of delisted securities are left out unless a request includes them. */
  readonly include_inactive?: true
}

/** The rows of an input that a row is computed from: a request whose parameters are cells of that row. */
type InputRows = {
  /** Column with the id, or an id behind `=`; all ids if left out. */
  readonly id?: string
  /** Columns with the first and the last key date; no bound if left out. */
  readonly from?: string
  readonly to?: string
  /** Column and value of the rows that have this input; all if left out. */
  readonly when?: readonly [column: string, ...values: string[]]
  /** True where the newest of these rows alone counts. */
  readonly isNewest?: boolean
}

/** The datasets a computed one reads, the rule in one paragraph, and how much history its first row needs. */
type Derived = {
  readonly from: readonly string[]
  readonly rule: string
  /** The rule in short, for readers of a row. A series of ours has one, and the rows of each of its inputs. */
  readonly formula?: Label
  readonly inputs?: Readonly<Record<string, InputRows>>
  readonly history?: Label
  /** True where nearly all past rows change with a new one: no revisions are kept, and its rows as of a day are computed when they are asked for. */
  readonly isComputedAsOf?: boolean
}

export type Dataset<C extends Fields = Fields, N extends string = string, D extends Derived | null = Derived | null> = {
  readonly name: N
  readonly tier: Tier
  readonly category: Category
  /** True for a series of ours beside the datasets of the contract. It is computed from these. */
  readonly isOurs: boolean
  readonly title: Label
  readonly about: Label
  /** Facts to know before using the numbers. */
  readonly notes: Label | null
  readonly also: { readonly en: readonly string[]; readonly zh: readonly string[] }
  readonly columns: C
  /** Columns that identify a row, in the order the lake sorts by; writing the same key again replaces the row. */
  readonly key: readonly string[]
  readonly date: string
  /** Column that the `stock_id` parameter filters; null where the dataset has no such filter. */
  readonly id: string | null
  /** An id that always has rows in the market in a box, for the example query; null where none surely has. */
  readonly example: string | null
  readonly filters: Filters
  readonly unit: string | null
  readonly adjustment: string | null
  readonly oddLots: boolean | null
  readonly accumulation: string | null
  /** When the day's rows are expected, Taipei time. */
  readonly update: string
  /** The rows of a complete dataset; null where rows are events, or only the present state. */
  readonly complete: Complete | null
  readonly retention: Retention | null
  readonly periodRule: string | null
  /** When rows became known that were not observed. */
  readonly known: Known
  readonly sources: readonly Source[]
  /** Null where rows come from a publisher, or from the simulated market. */
  readonly derived: D
}

/** The properties of a dataset whose file does not give them. */
const defaults = {
  isOurs: false,
  notes: null,
  adjustment: null,
  oddLots: null,
  accumulation: null,
  complete: null,
  retention: null,
  periodRule: null,
  derived: null,
} satisfies Partial<Dataset>
type Optional = keyof typeof defaults | 'example' | 'filters' | 'unit'

/** The ids of a dataset whose file names no other column: the column, and an example of it. */
const usualIds = { stock_id: '2330', futures_id: 'TX', option_id: 'TXO', product_id: 'TX' } as const

type Name<C extends Fields> = keyof C & string
/** As written in a dataset's file: `key`, `date` and `id` must name columns, or it does not compile. */
type Definition<C extends Fields, N extends string, D extends Derived | null> = Partial<
  Pick<Dataset<C, N, D>, Optional>
> &
  Omit<Dataset<C, N, D>, Optional | 'also' | 'date' | 'id' | 'known' | 'sources'> & {
    /** Column with the publisher's own date of publication. */
    readonly filed?: Name<C>
    /** Column with the day on which the row was read here first. */
    readonly seen?: Name<C>
    /** The last day on which rows become known, where it does not follow from `complete`, `key` and `update`. */
    readonly knownBy?: Known['by']
    readonly also?: Label
    readonly key: readonly Name<C>[]
    readonly id?: Name<C> | null
    readonly sources: readonly (keyof typeof publishers)[]
  } & ('trade_date' extends keyof C ? { readonly date?: Name<C> } : { readonly date: Name<C> })

/** True where the `stock_id` parameter filters Taiwan securities. */
export const isOfSecurities = ({
  id = null,
  columns,
}: Partial<Pick<Dataset, 'id'>> & Pick<Dataset, 'columns'>): boolean => id !== null && columns[id] === stockId

/** The units of columns, in their order; null where none has one. */
const unitsOf = (columns: Fields): string | null =>
  [...new Set(Object.values(columns).flatMap(({ unit }) => unit ?? []))].join('; ') || null

/** Fills in the defaults, so that every dataset has every property. */
export const dataset = <const C extends Fields, const N extends string, D extends Derived | null = null>(
  definition: Definition<C, N, D>,
): Dataset<C, N, D> => {
  const { filed, seen, knownBy, ...rest } = definition
  const date = definition.date ?? 'trade_date'
  const described = { complete: definition.complete ?? null, isDated: definition.key.includes(date as Name<C>) }
  const [id = null, example = null] = Object.entries(usualIds).find(([name]) => name in definition.columns) ?? []
  const hasSecurities = isOfSecurities({ id, ...definition })
  return Object.freeze({
    ...defaults,
    derived: null as D,
    date: 'trade_date',
    id,
    example,
    unit: unitsOf(definition.columns),
    // Delisted securities are left out of every dataset of securities unless a request includes them.
    filters: hasSecurities ? { include_inactive: true as const } : {},
    ...rest,
    known: knownOf({ ...described, update: definition.update, filed, seen, by: knownBy }),
    also: listed(definition.also ?? {}),
    sources: definition.sources.map((name) => publishers[name]),
  })
}

/** The values of the `period` parameter for a dataset, its default first; null where it has no periods. */
export const periodsOf = ({ columns, filters }: Dataset): readonly string[] | null =>
  filters.period ? columns[filters.period]!.values! : null

/** `TaiwanStockPER` is stored in `taiwan_stock_per`. */
export const tableOf = ({ name }: Pick<Dataset, 'name'>): string =>
  name.replace(/([a-z])(?=[A-Z0-9])|([A-Z])(?=[A-Z][a-z])|(\d)(?=[A-Z])/g, '$&_').toLowerCase()

export const columnsOf = (dataset: Dataset): [string, Field][] => Object.entries(dataset.columns)

/** Rows replaced by a newer sighting of the same thing: the column that only says when it was last seen. */
export const sightings: readonly string[] = ['as_of_date', 'snapshot_time']

/** True where the key holds the key date, so that rows of a closed year can no longer move to another one. */
export const isDated = (dataset: Dataset): boolean => dataset.key.includes(dataset.date)

/** Revisions are kept unless a dataset has its newest rows alone, or is computed again for each past day that is asked for. */
export const keepsRevisions = ({ derived, retention }: Dataset): boolean =>
  derived?.isComputedAsOf !== true && retention?.kind !== 'newest'

/** True where the changes of a dataset tell all that happens to its rows: none ages out of a window or is merely seen again. */
export const tellsChanges = (dataset: Dataset): boolean =>
  keepsRevisions(dataset) && dataset.retention === null && !sightings.some((name) => name in dataset.columns)
