import { jsonBody, type Page } from './page.ts'
import type { Printer, Sheet, Spelling } from './sheet.ts'
import { rocBare } from './spell.ts'

/** The OpenAPI of the exchanges: a list of objects without parameters, about what is newest. */

/** Numbers without separators; days of the Republic. */
const twHand: Spelling = { date: rocBare, grouped: false, none: '' }

const objects = ({ titles, rows }: Sheet): Record<string, string>[] =>
  rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]!])))

export const list = (publisher: string, path: string, printer: Printer, hand: Spelling = twHand): Page => ({
  publisher,
  path,
  asked: () => null,
  sheets: async (market, days) => [await printer.print(market, days, hand)],
  // What comes before the table of the list is no list, and cannot stand in it.
  write: (sheets) => jsonBody(objects(sheets.at(-1)!)),
  nothing: () => jsonBody([]),
})
