import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import type { Kind } from '../fields.ts'

/**
 * A cell to store. Text is text; a date is its day number since 1970-01-01; an instant is milliseconds since then; an
 * integer is itself; a decimal is its value times 10^scale, so that no float ever rounds it.
 */
export type Cell = string | number | boolean | null
export type Cells<D extends Dataset> = Readonly<Record<keyof D['columns'] & string, Cell>>

export type BatchColumn = { readonly name: string; readonly kind: Kind; readonly scale: number }

/** Rows of one dataset by column: numbers as they are, text as positions in a dictionary, null as NaN. */
export type Batch<D extends Dataset = Dataset> = {
  readonly dataset: D
  readonly columns: readonly BatchColumn[]
  readonly size: () => number
  readonly push: (row: Cells<D>) => void
  /** The first `size()` values of a column, in the order of `columns`. */
  readonly values: (column: number) => Float64Array<ArrayBuffer>
  readonly dictionary: (column: number) => readonly string[]
  /** Removes all rows and frees their memory at once; it may be far more than the garbage collector knows of. */
  readonly clear: () => void
}

/** The content of a batch, as one thread sends it to another. */
export type BatchContent = {
  readonly size: number
  /** At least `size` values of each column. */
  readonly values: readonly Float64Array<ArrayBuffer>[]
  readonly dictionaries: readonly (readonly string[])[]
}

/** The content of a batch that is given away, with the memory to transfer. */
export function contentOf(batch: Batch): { readonly content: BatchContent; readonly transfer: ArrayBuffer[] } {
  const values = batch.columns.map((_, i) => batch.values(i))
  const dictionaries = batch.columns.map((_, i) => batch.dictionary(i))
  return { content: { size: batch.size(), values, dictionaries }, transfer: values.map(({ buffer }) => buffer) }
}

/** A batch without rows, or with the content of another one. */
export function createBatch<D extends Dataset>(dataset: D, content?: BatchContent): Batch<D> {
  const fields = columnsOf(dataset)
  const columns = fields.map(([name, field]) => ({ name, kind: field.kind, scale: field.scale ?? 0 }))
  const names = columns.map(({ name }) => name)
  const isText = columns.map(({ kind }) => kind === 'text')
  const dictionaries = columns.map((_, i) => new Map((content?.dictionaries[i] ?? []).map((word, at) => [word, at])))
  let capacity = content?.size ?? 1024
  let data = content?.values.slice() ?? columns.map(() => new Float64Array(capacity))
  let size = content?.size ?? 0

  /** The newest text of each column and its code: most rows have the text of the row before. */
  const newest: string[] = []
  const codes: number[] = []

  const code = (column: number, text: string): number => {
    if (newest[column] !== text) {
      codes[column] = findCode(column, text)
      newest[column] = text
    }
    return codes[column]!
  }

  const findCode = (column: number, text: string): number => {
    const known = dictionaries[column]!.get(text)
    if (known !== undefined) return known
    // The engine's dictionaries hold no NUL, and each word once in UTF-8.
    if (text.includes('\0') || !text.isWellFormed())
      return findCode(column, text.toWellFormed().replaceAll('\0', '\ufffd'))
    dictionaries[column]!.set(text, dictionaries[column]!.size)
    return dictionaries[column]!.size - 1
  }

  const numberOf = (column: number, cell: unknown): number => {
    if (cell === null) return Number.NaN
    if (isText[column]) {
      if (typeof cell === 'string') return code(column, cell)
    } else if (typeof cell === 'boolean') {
      if (columns[column]!.kind === 'boolean') return cell ? 1 : 0
    } else if (typeof cell === 'number' && Number.isInteger(cell)) return cell
    throw new TypeError(`${dataset.name}.${names[column]}: ${String(cell)} is no ${columns[column]!.kind} cell`)
  }

  return {
    dataset,
    columns,
    size: () => size,
    push(row) {
      if (size === capacity) {
        capacity = Math.max(1024, capacity * 2)
        data = data.map(({ buffer }) => new Float64Array(buffer.transfer(capacity * Float64Array.BYTES_PER_ELEMENT)))
      }
      for (let i = 0; i < names.length; i++) data[i]![size] = numberOf(i, row[names[i]! as keyof Cells<D>])
      size++
    },
    values: (column) => data[column]!.subarray(0, size),
    dictionary: (column) => [...dictionaries[column]!.keys()],
    clear() {
      data = data.map(({ buffer }) => new Float64Array(buffer.transfer(0)))
      for (const words of dictionaries) words.clear()
      newest.length = 0
      size = 0
      capacity = 0
    },
  }
}
