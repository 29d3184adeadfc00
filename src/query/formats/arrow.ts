import {
  bool,
  columnFromArray,
  type DataType,
  dateDay,
  decimal,
  int64,
  type Table,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette'
import { decimalPrecision } from '../../lake/schema.ts'
import { type CellReaders, cellsOf, commonReaders, msOf } from './cells.ts'
import { decodeRows, type PageColumn, type PageToEncode, type Row } from './page.ts'

/** Instants are printed with the Taipei offset in JSON and have that time zone here. */
const types: Readonly<Record<PageColumn['kind'], (column: PageColumn) => DataType>> = {
  text: () => utf8(),
  boolean: () => bool(),
  integer: () => int64(),
  decimal: ({ scale }) => decimal(decimalPrecision, scale, 128),
  date: () => dateDay(),
  datetime: () => timestamp(TimeUnit.MICROSECOND, 'Asia/Taipei'),
}

const readers: CellReaders = { ...commonReaders, date: msOf, datetime: msOf }

/** A table of one record batch, or of its schema alone where there are no rows. */
export function arrowTable(rows: readonly Row[], columns: readonly PageColumn[]): Table {
  const table = tableFromColumns(
    columns.map((column) => [column.name, columnFromArray(cellsOf(rows, column, readers), types[column.kind](column))]),
  )
  for (const [i, field] of table.schema.fields.entries()) field.nullable = columns[i]!.isNullable
  return table
}

export const encodeArrow = ({ rows, columns }: PageToEncode): Uint8Array =>
  tableToIPC(arrowTable(decodeRows(rows), columns), { format: 'stream' })!
