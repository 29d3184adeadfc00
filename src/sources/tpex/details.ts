import { htmlTables } from '../html.ts'
import type { From } from '../mapping.ts'
import type { Cell } from '../outcome.ts'
import { column } from '../reading.ts'
import { titleOf } from '../text.ts'

/** A cell that holds a small table of its own, `title: value` in each row; the value under a title. */
export const detail =
  (title: string) =>
  (name: string, read: (text: string) => Cell | undefined): From =>
    column(title, {
      line: name,
      read(html) {
        const rows = htmlTables(html).flatMap((table) => table.rows)
        const found = rows.find(({ cells }) => titleOf(cells[0] ?? '').replace(/:$/, '') === titleOf(name))
        return found === undefined ? undefined : read((found.cells[1] ?? '').replace(/\s+/g, ''))
      },
    })
