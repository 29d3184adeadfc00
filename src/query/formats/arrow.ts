import {
  bool,
  columnFromValues,
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
import { decodeChunks, type PageColumn, type PageToEncode, type Row } from './page.ts'
import { rest } from './rest.ts'

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

/** Cells of a column after which `between` is called: a millisecond of work at most. */
const someCells = 250

/** A table of one record batch, or of its schema alone where there are no rows. */
function tableOf(chunks: Iterable<readonly Row[]>, columns: readonly PageColumn[], between: () => void): Table {
  const cells = cellsOf(chunks, columns, readers)
  const columnOf = (column: PageColumn, i: number) =>
    columnFromValues((add) => {
      for (const [n, cell] of cells[i]!.entries()) {
        add(cell)
        if (n % someCells === 0) between()
      }
    }, types[column.kind](column))
  const table = tableFromColumns(columns.map((column, i) => [column.name, columnOf(column, i)]))
  for (const [i, field] of table.schema.fields.entries()) field.nullable = columns[i]!.isNullable
  return table
}

export const arrowTable = (rows: readonly Row[], columns: readonly PageColumn[]): Table =>
  tableOf([rows], columns, () => {})

export const encodeArrow = ({ rows, columns }: PageToEncode): Uint8Array =>
  tableToIPC(tableOf(decodeChunks(rows), columns, rest), { format: 'stream' })!
