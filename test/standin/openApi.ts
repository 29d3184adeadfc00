import { jsonLetter, type Page } from './page.ts'
import type { Hand, Printer, Sheet } from './sheet.ts'
import { rocBare } from './spell.ts'

/** The OpenAPI of the exchanges: a list of objects without parameters, about what is newest. */

/** Numbers without separators; days of the Republic. */
const twHand: Hand = { date: rocBare, grouped: false, none: '' }

const objects = ({ titles, rows }: Sheet): Record<string, string>[] =>
  rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]!])))

export const list = (publisher: string, path: string, printer: Printer, hand: Hand = twHand): Page => ({
  publisher,
  path,
  asked: () => null,
  sheets: async (market, days) => [await printer.print(market, days, hand)],
  // What comes before the table of the list is no list, and cannot stand in it.
  write: (sheets) => jsonLetter(objects(sheets.at(-1)!)),
  nothing: () => jsonLetter([]),
})
