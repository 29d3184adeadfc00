import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { dayMs } from '../../days.ts'
import { decimalPrecision } from '../../lake/schema.ts'
import { type CellReaders, cellsOf, commonReaders, msOf } from './cells.ts'
import { decodeChunks, type PageColumn, type PageToEncode } from './page.ts'

type ColumnType = Omit<SchemaElement, 'name' | 'repetition_type'>

/** The types of the lake's own Parquet files. */
const types: Readonly<Record<PageColumn['kind'], (column: PageColumn) => ColumnType>> = {
  text: () => ({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
  boolean: () => ({ type: 'BOOLEAN' }),
  integer: () => ({ type: 'INT64' }),
  double: () => ({ type: 'DOUBLE' }),
  decimal: ({ scale }) => ({
    type: 'INT64',
    converted_type: 'DECIMAL',
    precision: decimalPrecision,
    scale,
    logical_type: { type: 'DECIMAL', precision: decimalPrecision, scale },
  }),
  date: () => ({ type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }),
  datetime: () => ({
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  }),
}

const readers: CellReaders = {
  ...commonReaders,
  date: (cell) => msOf(cell) / dayMs,
  datetime: (cell) => BigInt(msOf(cell)) * 1_000n,
}

/** One file of one row group. */
export function encodeParquet({ rows, columns }: PageToEncode): Uint8Array {
  const cells = cellsOf(decodeChunks(rows), columns, readers)
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map((column) => ({
      name: column.name,
      repetition_type: column.isNullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      ...types[column.kind](column),
    })),
  ]
  const columnData = columns.map(({ name }, i) => ({ name, data: cells[i]! }))
  return new Uint8Array(parquetWriteBuffer({ schema, columnData, rowGroupSize: Math.max(1, cells[0]!.length) }))
}
