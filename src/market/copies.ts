import { columnsOf, type Dataset, isOfSecurities } from '../catalogue/dataset.ts'
import { inlineSql } from '../derive/sql.ts'
import type { Field } from '../fields.ts'
import { quote } from '../lake/schema.ts'
import { typeOfCode } from '../sources/exchange/securityCodes.ts'
import { readListing } from './listing.ts'
import { kept } from './oncePer.ts'

/**
 * A market of the full size has several securities for each simulated one: copies with codes of their own. Whole
 * multiples of prices, counts and amounts differ from copy to copy, and agree with each other as the simulated ones do.
 */

/** A code so many codes further, among those of the same form. */
const shifted = (id: string, by: number): string =>
  id.replace(id.startsWith('0') ? /\d{3}(?=\D?$)/ : /\d{4}/, (digits) =>
    String((Number(digits) + by) % 10 ** digits.length).padStart(digits.length, '0'),
  )

/** Codes between a security and its next copy: rows of copies then do not lie beside each other. */
const distance = 389

type Copy = readonly [id: string, code: string, mark: string, prices: number, counts: number]

/** Every security with its copies: their codes are of the same type, and no simulated security has them. */
export const copiesOf = kept((copies: number): readonly Copy[] => {
  const listing = readListing()
  const taken = new Set(listing.map(({ id }) => id))
  return Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
    listing.map(({ id, type }): Copy => {
      let code = id
      for (let by = copy * distance; copy > 0 && (taken.has(code) || typeOfCode(code) !== type); by++)
        code = shifted(id, by)
      taken.add(code)
      return [id, code, copy === 0 ? '' : String(copy + 1), 1 + (copy % 5), 1 + 2 * Math.floor(copy / 5)]
    }),
  )
})

const isCount = ({ unit }: Field): boolean => ['shares', 'trades', 'orders'].includes(unit ?? '')
/** Amounts have two decimal places, prices more. */
const isAmount = ({ unit, scale }: Field): boolean => unit === 'TWD' && scale === 2

/** SQL: a column of a copy. */
function columnOf(dataset: Dataset, name: string, field: Field): string {
  const column = `r.${quote(name)}`
  if (name === dataset.id) return `coalesce(code, ${column})`
  if (name === 'stock_name') return `${column} || coalesce(mark, '')`
  if (isCount(field)) return `${column} * coalesce(counts, 1)`
  if (isAmount(field)) return `${column} * coalesce(prices * counts, 1)`
  // Lines of statements have their unit in a column beside them; the largest leave room for twice their value.
  if (name === 'value') return `${column} * least(coalesce(prices, 1), 2)`
  if (field.unit?.startsWith('TWD')) return `${column} * coalesce(prices, 1)`
  return column
}

export const isCopied = (dataset: Dataset): boolean => isOfSecurities(dataset) && dataset.key.includes(dataset.id!)

/** SQL: the rows of a table, and those of the copies of each security. */
export function copiedSql(dataset: Dataset, table: string, copies: number): string {
  const columns = columnsOf(dataset).map(([name, field]) => `${columnOf(dataset, name, field)} AS ${quote(name)}`)
  const types = { id: 'VARCHAR', code: 'VARCHAR', mark: 'VARCHAR', prices: 'INTEGER', counts: 'INTEGER' }
  return `SELECT ${columns.join(', ')} FROM ${quote(table)} r
    LEFT JOIN ${inlineSql(types, copiesOf(copies))} c ON c.id = r.${quote(dataset.id!)}`
}
