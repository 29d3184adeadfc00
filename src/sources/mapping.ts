import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { type ColumnOptions, type Decode, decoderOf, isCellOf } from './cells.ts'
import { codeForm } from './codes.ts'
import { dayNumber } from './dates.ts'
import type { Cell } from './outcome.ts'
import type { FeedRequest } from './request.ts'
import { titleOf } from './text.ts'

/** Where the cells of a dataset's column come from. */

export type From =
  | { readonly kind: 'column'; readonly titles: readonly string[]; readonly options: ColumnOptions }
  | {
      readonly kind: 'columns'
      readonly titles: readonly string[]
      readonly read: (...texts: string[]) => Cell | undefined
      readonly since: string
      /** Where the first column alone holds the value: the unit it counts in. The others tell what its blank says. */
      readonly times?: number
    }
  | { readonly kind: 'request'; readonly value: (request: FeedRequest) => Cell }
  | { readonly kind: 'constant'; readonly value: Cell }
  | { readonly kind: 'ordinal' }

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

/** A value made from the texts of several columns. */
export const combined = (
  titles: readonly string[],
  read: (...texts: string[]) => Cell | undefined,
  since = '',
): From & { readonly kind: 'columns' } => ({ kind: 'columns', titles: titles.map(titleOf), read, since })

export const constant = (value: Cell): From => ({ kind: 'constant', value })
export const fromRequest = (value: (request: FeedRequest) => Cell): From => ({ kind: 'request', value })

/** The day asked for. */
export const theDay: From = fromRequest(({ from }) => dayNumber(from))
/** The number of a row among those that share the rest of the key, from 1, in the order of the response. */
export const ordinal: From = { kind: 'ordinal' }

type Name<D extends Dataset> = keyof D['columns'] & string
/** How a feed gives one column: a title, a source, or null where the publisher has none. */
export type Written = string | From | null
/** Every column of the dataset; null where this feed never has a value. One left out does not compile. */
export type Whole<D extends Dataset> = { readonly [K in Name<D>]: Written }
/** Some columns of the dataset. */
export type Part<D extends Dataset> = { readonly [K in Name<D>]?: Written }

export type Mapped = {
  readonly name: string
  readonly nullable: boolean
  readonly from: From
  readonly decode: Decode
  /** Whether a cell made from several columns is a value of the field. */
  readonly takes: (cell: Cell) => boolean
}

/** The mapping in the dataset's own order, each column with the way to read it. */
export const mappedOf = (dataset: Dataset, written: Readonly<Record<string, Written | undefined>>): Mapped[] =>
  columnsOf(dataset)
    .filter(([name]) => written[name] !== undefined)
    .map(([name, field]) => {
      const source = written[name]
      const from: From = source === null ? constant(null) : typeof source === 'string' ? column(source) : source!
      const options = from.kind === 'column' ? from.options : {}
      const isCode = codeForm(dataset.name, name)
      if (from.kind === 'constant' && !isCellOf(field, from.value))
        throw new TypeError(`${dataset.name}.${name}: ${String(from.value)} is no value of it`)
      return {
        name,
        nullable: field.nullable ?? false,
        from,
        decode: decoderOf(field, options, isCode),
        takes: (cell) => isCellOf(field, cell, isCode),
      }
    })
