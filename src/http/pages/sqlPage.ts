import { functions, most } from '../../ask/guard/allowed.ts'
import { columnsOf, tableOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import { optional, text } from '../../fields.ts'
import type { SqlNames } from '../../web/completion.ts'
import { sqlView } from '../../web/views/sql.ts'
import { page } from './page.ts'

const anyText = optional(text('A member of the request for SQL', 'SQL 請求的內容'))

/** The page on which a reader writes and runs SQL. It runs nothing itself: the script does, with the key of the reader. */
export const sqlPage = page('/console/sql', {
  query: { sql: anyText, as_of: anyText, max_rows: anyText },
  load: async ({ query: { sql = '', as_of: asOf = '', max_rows: maxRows = '' } }) => ({
    ...{ sql: sql.replaceAll('\r\n', '\n'), asOf: asOf.trim(), maxRows: maxRows.trim(), longest: most.characters },
  }),
  view: sqlView,
})

/** The names that the page completes. */
export const sqlNames = (language: Language): SqlNames => ({
  tables: catalogue.map((dataset) => ({
    name: dataset.name,
    table: tableOf(dataset),
    title: dataset.title[language],
    columns: columnsOf(dataset).map(([name, { label }]) => [name, label[language]]),
  })),
  functions: Object.keys(functions).filter((name) => /^\w+$/.test(name)),
})
