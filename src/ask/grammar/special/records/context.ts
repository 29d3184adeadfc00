import { columnsOf, type Dataset } from '../../../../catalogue/dataset.ts'

/** Columns that say nothing to a reader of rows. */
const hidden = new Set(['seq', 'market', 'isin_code', 'cfi_code', 'note', 'link', 'as_of_date', 'detail', 'stock_name'])

/** What stands beside the columns that were asked for: everything where none was, else what tells the rows apart. */
export function contextOf(table: Dataset, named: boolean, ofEvent: readonly string[] | undefined): readonly string[] {
  if (ofEvent) return ofEvent
  const columns = columnsOf(table)
    .map(([column]) => column)
    .filter((column) => !hidden.has(column) && column !== table.id)
  return named ? columns.filter((column) => table.key.includes(column) || column === table.date) : columns
}
