import type { Dataset } from '../catalogue/dataset.ts'
import { dayOf, taipeiDate } from '../days.ts'
import type { ColumnOptions } from './cells.ts'
import type { From } from './mapping.ts'
import type { Cell } from './outcome.ts'
import type { FeedRequest } from './request.ts'
import { type Options, type Reading, readingOf } from './rows.ts'
import { titleOf } from './text.ts'

export type { Reading } from './rows.ts'

/** The words in which a feed says where the columns of its dataset stand. */

/** A column by its title; a bare title in a mapping is the same. */
export const column = (title: string, options: ColumnOptions = {}): From => ({
  kind: 'column',
  titles: [title, ...(options.also ?? [])].map(titleOf),
  options,
})
/** Trading units of 1,000 shares. */
export const lots = (title: string, options: ColumnOptions = {}): From => column(title, { ...options, times: 1000 })
/** Amounts in thousands of TWD. */
export const thousands = (title: string, options: ColumnOptions = {}): From =>
  column(title, { ...options, times: 1000 })
export const millions = (title: string, options: ColumnOptions = {}): From =>
  column(title, { ...options, times: 1_000_000 })

/** Numbers with more places than are kept. */
export const rounded = (title: string, options: ColumnOptions = {}): From => column(title, { ...options, rounds: true })

/** A column by the title it has on the publisher's web site and the one it has in the OpenAPI. */
export type Named = (site: string, openApi: string, options?: ColumnOptions) => From
export const onSite: Named = (site, _, options) => column(site, options)
/** A list that the OpenAPI serves now and then as a file has the titles of the web site. */
export const inOpenApi: Named = (site, openApi, { under: _, nth: __, ...options } = {}) =>
  column(openApi, { ...options, also: [site] })

/** A value made from the texts of several columns. */
export const combined = (
  titles: readonly string[],
  read: (...texts: string[]) => Cell | undefined,
  since = '',
): From & { readonly kind: 'columns' } => ({ kind: 'columns', titles: titles.map(titleOf), read, since })

export const constant = (value: Cell): From => ({ kind: 'constant', value })
/** Columns that the publisher does not have. */
export const lacking = <K extends string>(...names: readonly K[]): Readonly<Record<K, null>> =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<K, null>
export const fromRequest = (value: (request: FeedRequest) => Cell): From => ({ kind: 'request', value })

/** The requested day. */
export const theDay: From = fromRequest(({ from }) => dayOf(from))
/** The day on which a list without a day was made, or the requested day where that is unknown. */
export const theDayMade: From = fromRequest(({ modified, to }) => dayOf(modified === null ? to : taipeiDate(modified)))
/** The number of a row among those that share the rest of the key, from 1, in the order of the response. */
export const ordinal: From = { kind: 'ordinal' }

type Name<D extends Dataset> = keyof D['columns'] & string
/** How a feed gives one column: a title, a source, or null where the publisher has none. */
export type Written = string | From | null
/**
 * Every column of the dataset; null where this feed never has a value. One left out does not compile, and one of
 * another dataset is not read.
 */
export type Whole<D extends Dataset> = { readonly [K in Name<D>]: Written }
/** Some columns of the dataset. */
export type Part<D extends Dataset> = { readonly [K in Name<D>]?: Written }

const sourcesOf = (columns: Readonly<Record<string, Written | undefined>>): Record<string, From | null> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, written]) =>
      written === undefined ? [] : [[name, typeof written === 'string' ? column(written) : written]],
    ),
  )

/** Whole rows. */
export const whole = <D extends Dataset>(dataset: D, columns: Whole<D>, options: Options = {}): Reading =>
  readingOf(dataset, sourcesOf(columns), options)

/** Rows that code of its own reads, from tables of these layouts if any. */
export const readBy = (
  dataset: Dataset,
  read: Reading['read'],
  { fills = Object.keys(dataset.columns), layouts = [] }: Partial<Pick<Reading, 'fills' | 'layouts'>> = {},
): Reading => ({ dataset, fills, layouts, read })

/** Some columns of rows that other feeds complete. */
export const part = <D extends Dataset>(dataset: D, columns: Part<D>, options: Options = {}): Reading =>
  readingOf(dataset, sourcesOf(columns), options)
