import { crc32 } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { readColumns } from '../lake/duck.ts'
import type { Part } from '../lake/manifest.ts'
import { literal, quote } from '../lake/schema.ts'
import type { PageFile, Variant } from './format.ts'

/** Rows of a lake part that have page files of their own: all, or those of a range of ids. */
export type Slice = {
  readonly part: string
  /** SQL condition of the rows. */
  readonly where: string
  readonly isRange?: boolean
}

/** Rows of a file of the lake to encode. */
export type PageSource = Slice & {
  readonly file: string
  /** Number of these rows, of all variants. */
  readonly rows: number
  readonly variant: Variant
  /** A hash of the rows: pages of other rows have files of other names. */
  readonly key: string
  /** Whether its years are closed: their pieces are longer. */
  readonly isClosed: boolean
  /** The pages of an earlier state of the part, whose pieces are taken where their rows are the same. */
  readonly before?: { readonly folder: string; readonly files: readonly PageFile[] }
}

export const isVariant = ({ filters }: Dataset, variant: Variant): string =>
  variant === 'all' ? 'true' : `${quote(filters.period!)} = ${literal(variant)}`

/** SQL: a hash of rows, whatever their order. */
const rowsHash = (dataset: Dataset): string =>
  `sum(CAST(hash(${columnsOf(dataset)
    .map(([name]) => quote(name))
    .join(', ')}) AS HUGEINT))`

/** The number of rows of an id, and a hash of them. */
export type IdPrint = { readonly id: string; readonly rows: number; readonly print: string }

/** The fingerprint of each id, in order of id. */
export async function fingerprints(connection: DuckDBConnection, dataset: Dataset, file: string): Promise<IdPrint[]> {
  const { id, rows, print } = await readColumns(
    connection,
    `SELECT id, CAST(n AS DOUBLE) AS rows, CAST(print AS VARCHAR) AS print FROM
       (SELECT ${quote(dataset.id!)} AS id, count(*) AS n, ${rowsHash(dataset)} AS print
        FROM read_parquet(${literal(file)}) GROUP BY 1) ORDER BY id`,
  )
  return (id as string[]).map((one, i) => ({ id: one, rows: rows![i] as number, print: print![i] as string }))
}

/** A part with fewer rows is encoded anew in less time than its ranges cost at each request. */
const fewRows = 16_384

/** Whether a part lies in ranges of ids: where a new row of a stock changes all its earlier ones. */
export const liesInRanges = ({ name }: Dataset, { rows }: Part): boolean =>
  name === TaiwanStockPriceAdj.name && rows > fewRows

/** The least number of ids in a range, and the mean number beyond it. */
const leastIds = 32

/** Neighbouring ids with page files of their own. */
type IdRange = Slice & { readonly prints: readonly IdPrint[] }

const idsBetween = ({ id }: Dataset, ids: readonly { readonly id: string }[]): string =>
  `${quote(id!)} BETWEEN ${literal(ids[0]!.id)} AND ${literal(ids.at(-1)!.id)}`

/**
 * Divides the ids of a part, in order, into ranges. The name of an id decides whether a range begins with it, so that an
 * id that comes or goes leaves the other ranges as they are.
 */
export function rangesOf(dataset: Dataset, part: Part['name'], ids: readonly IdPrint[]): IdRange[] {
  const ranges: IdPrint[][] = []
  for (const one of ids) {
    const last = ranges.at(-1)
    if (!last || (last.length >= leastIds && crc32(one.id) % leastIds === 0)) ranges.push([one])
    else last.push(one)
  }
  // A range of few ids would take more room for its days than for its rows.
  if (ranges.length > 1 && ranges.at(-1)!.length < leastIds / 2) ranges.at(-2)!.push(...ranges.pop()!)
  if (ranges.length < 2) return [{ part, where: 'true', prints: ids }]
  return ranges.map((prints) => ({
    part: `${part}@${encodeURIComponent(prints[0]!.id)}`,
    where: idsBetween(dataset, prints),
    isRange: true,
    prints,
  }))
}
