import type { From } from '../mapping.ts'
import { textOf } from '../plan.ts'
import { combined } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { categoryOf, inMarketData } from './products.ts'

/** Final settlement prices. Products on one index share a row, such as `TX/MTX/TMF`; here each has its own. */

const isCode = (text: string): boolean => /^[A-Z][A-Z\d]{1,4}$/.test(text.trim())

/** A row for each code, with its own name where there are as many names. */
export function eachProduct(table: Table, codeTitle: string, nameTitle: string): Table {
  const [code, name] = [codeTitle, nameTitle].map((title) => table.titles.indexOf(title)) as [number, number]
  if (code < 0 || name < 0) return table
  const rows = table.rows.flatMap((row) => {
    const codes = textOf(row[code]).split('/')
    const names = textOf(row[name]).split('/')
    return codes.map((one, at) =>
      row.map((cell, place) =>
        place === code ? one : place === name && names.length === codes.length ? names[at] : cell,
      ),
    )
  })
  return tableOf('', table.written, rows)
}

/** The product of a row: by its code, or by its name where the code is blank. */
export const productOf = (code: string, name: string, byName: (name: string) => string | undefined): From =>
  combined([code, name], (id, known) => (isCode(id) ? inMarketData(id) : byName(known)))

export const categoryFrom = (code: string, name: string, byName: (name: string) => string | undefined): From =>
  combined([code, name], (id, known) => {
    const product = isCode(id) ? inMarketData(id) : byName(known)
    return product === undefined ? undefined : categoryOf(product, known.trim())
  })

/** A number or letter behind the name marks a contract that was adjusted after a corporate action. */
export const isOption = (name: string): boolean => /選擇權[A-Z\d]?$/.test(name.trim())
export const isFutures = (name: string): boolean => /期貨[A-Z\d]?$/.test(name.trim())
