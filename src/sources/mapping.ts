import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { type ColumnOptions, type Decode, decoderOf, isCellOf } from './cells.ts'
import { codeForm } from './codes.ts'
import type { Cell } from './outcome.ts'
import type { FeedRequest } from './request.ts'

/** Where the cells of a dataset's column come from. */
export type From =
  | { readonly kind: 'column'; readonly titles: readonly string[]; readonly options: ColumnOptions }
  | {
      readonly kind: 'columns'
      readonly titles: readonly string[]
      readonly read: (...texts: string[]) => Cell | undefined
      readonly since: string
      /**
       * Where the first column alone holds the value: the unit it counts in. The others decide the meaning of its
       * blank.
       */
      readonly times?: number
    }
  | { readonly kind: 'request'; readonly value: (request: FeedRequest) => Cell }
  | { readonly kind: 'constant'; readonly value: Cell }
  | { readonly kind: 'ordinal' }

export type Mapped = {
  readonly name: string
  readonly nullable: boolean
  readonly from: From
  readonly decode: Decode
  /** Whether a cell made from several columns is a value of the field. */
  readonly takes: (cell: Cell) => boolean
}

/** The mapping in the dataset's own order, each column with the way to read it. */
export const mappedOf = (dataset: Dataset, sources: Readonly<Record<string, From | null>>): Mapped[] =>
  columnsOf(dataset)
    .filter(([name]) => sources[name] !== undefined)
    .map(([name, field]) => {
      const from: From = sources[name] ?? { kind: 'constant', value: null }
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
