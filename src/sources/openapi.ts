import { none } from './answered.ts'
import type { Asked } from './feed.ts'
import { json } from './json.ts'
import { changed, notYet, type Outcome, rowsOutcome, type Taken } from './outcome.ts'
import { textOf } from './plan.ts'
import type { Reading } from './rows.ts'
import { type Table, tableOfObjects } from './tables.ts'

/** The OpenAPI of the exchanges: a list of objects without parameters, made anew once a day. */

/** One object that says nothing, or only numbers a list without entries, stands for an empty list. */
const isPlaceholder = ({ titles, rows }: Table): boolean =>
  rows.length === 1 &&
  rows[0]!.every(
    (cell, at) =>
      /^(Date|出表日期)$/.test(titles[at]!) || textOf(cell).trim() === '' || /^(0|null)$/.test(textOf(cell).trim()),
  )

/** Null where the publisher says in one of its ways that the list is empty. */
export function openApiTable(bytes: Uint8Array): Table | null {
  const list = json(bytes)
  if (!Array.isArray(list)) throw changed('the answer is no list')
  const table = tableOfObjects(list)
  return table.rows.length === 0 || isPlaceholder(table) ? null : table
}

/** Rows of a list; `check` compares their days with the question. */
export const openApiRows =
  (reading: Reading, check: (taken: Taken, asked: Asked) => Taken, isOftenEmpty = false) =>
  (bytes: Uint8Array, asked: Asked): Outcome => {
    const table = openApiTable(bytes)
    if (table !== null) return rowsOutcome(check(reading.read([table], asked), asked))
    if (isOftenEmpty) return none('an empty list')
    throw notYet('an empty list, where there is always something')
  }
