import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { fieldIdsOf } from '../../catalogue/fieldIdsOf.ts'
import { fileList } from '../schema.ts'
import { type Bound, encodeLower, encodeUpper, isBelow, readBound } from './bounds.ts'
import type { FileStatistics, Pairs } from './metadata.ts'

/** A Parquet file of a dataset. */
export type FileToRead = {
  readonly path: string
  readonly dataset: Dataset
  readonly rows: number
  readonly bytes: number
}

/** One column of one row group. */
type Chunk = {
  readonly values: number
  readonly nulls: number | null
  readonly bytes: number
  readonly min: string | null
  readonly max: string | null
}

/** Reads the statistics in the footers of Parquet files, in their order. */
export async function readFooters(
  connection: DuckDBConnection,
  files: readonly FileToRead[],
): Promise<FileStatistics[]> {
  if (files.length === 0) return []
  const result = await connection.runAndReadAll(
    `SELECT file_name, row_group_id, path_in_schema, num_values, stats_null_count, total_compressed_size,
       stats_min_value, stats_max_value, coalesce(dictionary_page_offset, data_page_offset)
     FROM parquet_metadata(${fileList(files.map(({ path }) => path))})`,
  )
  const chunks = new Map<string, Map<string, Chunk[]>>(files.map(({ path }) => [path, new Map()]))
  const groups = new Map<string, Map<number, number>>(files.map(({ path }) => [path, new Map()]))
  for (const [file, group, column, values, nulls, bytes, min, max, offset] of result.getRows()) {
    const ofFile = chunks.get(file as string)!
    const known = ofFile.get(column as string)
    const chunk = {
      values: Number(values),
      nulls: nulls === null ? null : Number(nulls),
      bytes: Number(bytes),
      min: min as string | null,
      max: max as string | null,
    }
    if (known) known.push(chunk)
    else ofFile.set(column as string, [chunk])
    const starts = groups.get(file as string)!
    starts.set(Number(group), Math.min(starts.get(Number(group)) ?? Number.POSITIVE_INFINITY, Number(offset)))
  }
  return files.map((file) => ({
    record_count: file.rows,
    file_size_in_bytes: file.bytes,
    ...statisticsOf(file.dataset, chunks.get(file.path)!),
    split_offsets: [...groups.get(file.path)!.values()].sort((a, b) => a - b),
  }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The least or greatest bound of chunks; null where one that has values has no bound. */
function outermost(bounds: readonly (Bound | null)[], isOuter: (a: Bound, b: Bound) => boolean): Bound | null {
  let found: Bound | null = null
  for (const bound of bounds) {
    if (bound === null) return null
    if (found === null || isOuter(bound, found)) found = bound
  }
  return found
}

function statisticsOf(dataset: Dataset, chunks: ReadonlyMap<string, readonly Chunk[]>) {
  const ids = fieldIdsOf(dataset)
  const columns = columnsOf(dataset).map(([name, field]) => {
    const all = chunks.get(name) ?? []
    const filled = all.filter(({ nulls, values }) => nulls !== values)
    const read = (text: string | null) => (text === null ? null : readBound(field, text))
    const [least, greatest] = [filled.map(({ min }) => read(min)), filled.map(({ max }) => read(max))]
    const lower = outermost(least, isBelow)
    const upper = outermost(greatest, (a, b) => isBelow(b, a))
    return {
      id: ids[name]!,
      size: sum(all.map(({ bytes }) => bytes)),
      values: sum(all.map(({ values }) => values)),
      nulls: all.every(({ nulls }) => nulls !== null) ? sum(all.map(({ nulls }) => nulls!)) : null,
      lower: lower === null ? null : encodeLower(field, lower),
      upper: upper === null ? null : encodeUpper(field, upper),
    }
  })
  const pairs = <T>(read: (column: (typeof columns)[number]) => T | null): Pairs<T> =>
    columns.flatMap((column) => {
      const value = read(column)
      return value === null ? [] : [{ key: column.id, value }]
    })
  return {
    column_sizes: pairs(({ size }) => size),
    value_counts: pairs(({ values }) => values),
    null_value_counts: pairs(({ nulls }) => nulls),
    lower_bounds: pairs(({ lower }) => lower),
    upper_bounds: pairs(({ upper }) => upper),
  }
}
