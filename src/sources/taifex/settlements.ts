import { textOf } from '../plan.ts'
import { column, combined } from '../reading.ts'
import { type Table, tableOf } from '../tables.ts'
import { categoryOf, inMarketData } from './products.ts'
import { contractMonth } from './vocabulary.ts'

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

/** The columns of a dataset that hold a product and its name, and the products by name. */
export type Product = {
  readonly id: 'futures_id' | 'option_id'
  readonly label: 'futures_name' | 'option_name'
  readonly named: (name: string) => string | undefined
}
type Titles = Readonly<Record<'day' | 'month' | 'code' | 'name' | 'price', string>>

/** The contracts of an expiry, each with its price. */
export const priceColumns = ({ id, named }: Product, { day, month, code, name, price }: Titles) => ({
  settlement_date: day,
  // By its code, or by its name where the code is blank.
  [id]: combined([code, name], (written, known) => (isCode(written) ? inMarketData(written) : named(known))),
  contract_month: column(month, { read: contractMonth }),
  final_settlement_price: price,
})

/** The same with the name and the category of the product. */
export const settlementColumns = (product: Product, titles: Titles) => ({
  ...priceColumns(product, titles),
  [product.label]: titles.name,
  product_category: combined([titles.code, titles.name], (written, known) => {
    const id = isCode(written) ? inMarketData(written) : product.named(known)
    return id === undefined ? undefined : categoryOf(id, known.trim())
  }),
})

/** A number or letter behind the name marks a contract that was adjusted after a corporate action. */
export const isOption = (name: string): boolean => /選擇權[A-Z\d]?$/.test(name.trim())
export const isFutures = (name: string): boolean => /期貨[A-Z\d]?$/.test(name.trim())
