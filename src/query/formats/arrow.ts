import {
  type Batch,
  bool,
  Column,
  columnFromValues,
  type DataType,
  dateDay,
  decimal,
  float64,
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
  double: () => float64(),
  decimal: ({ scale }) => decimal(decimalPrecision, scale, 128),
  date: () => dateDay(),
  datetime: () => timestamp(TimeUnit.MICROSECOND, 'Asia/Taipei'),
}

const readers: CellReaders = { ...commonReaders, date: msOf, datetime: msOf }

/** Cells of a column after which the thread may rest: a millisecond of work at most. */
const someCells = 250
/**
 * Rows of a record batch of a page. The cells of a batch live until its columns are built: those of a whole page would
 * make the garbage collector stop the thread for milliseconds, and hold a core that serving threads wait for.
 */
const batchRows = 500

/** The columns of a record batch. */
type RecordBatch = readonly Batch<unknown>[]

function batchOf(cells: readonly unknown[][], columns: readonly PageColumn[]): RecordBatch {
  return columns.map((column, i) => {
    const built = columnFromValues((add) => {
      for (const [n, cell] of cells[i]!.entries()) {
        add(cell)
        if (n % someCells === 0) rest()
      }
    }, types[column.kind](column))
    return built.data[0]! as Batch<unknown>
  })
}

/** A table of record batches, or of its schema alone where there are no rows. */
function tableOf(chunks: Iterable<readonly Row[]>, columns: readonly PageColumn[]): Table {
  const batches: RecordBatch[] = []
  let some: Row[] = []
  const build = () => {
    if (some.length > 0) batches.push(batchOf(cellsOf([some], columns, readers), columns))
    some = []
  }
  for (const rows of chunks) {
    if (some.length + rows.length > batchRows) build()
    some = some.concat(rows)
  }
  build()
  const table = tableFromColumns(
    columns.map((column, i) => [
      column.name,
      new Column(
        batches.map((batch) => batch[i]!),
        types[column.kind](column),
      ),
    ]),
  )
  for (const [i, field] of table.schema.fields.entries()) field.nullable = columns[i]!.isNullable
  return table
}

/** A table of one record batch, or of its schema alone where there are no rows. */
export const arrowTable = (rows: readonly Row[], columns: readonly PageColumn[]): Table => tableOf([rows], columns)

export const encodeArrow = ({ rows, columns }: PageToEncode): Uint8Array =>
  tableToIPC(tableOf(decodeChunks(rows), columns), { format: 'stream' })!
