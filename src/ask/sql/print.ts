import { isDate } from '../../fields.ts'
import { literal } from '../../lake/schema.ts'
import type { Scalar } from '../representation.ts'

/** An expression, and how many layers of window functions stand below it. A column also names itself and its table. */
export type Expression = {
  readonly sql: string
  readonly layer: number
  readonly column?: string
  readonly table?: string
}

/** A column of the rows at hand, or of a table. */
export const columnAt = (column: string, layer = 0): Expression => ({ sql: column, layer, column })
export const columnIn = (table: string, column: string): Expression => ({
  sql: `${table}.${column}`,
  layer: 0,
  column,
  table,
})

/** Every literal and every name of the SQL is printed here, from a typed value; nothing else is. */

export const date = (value: string): string => {
  if (!isDate(value)) throw new TypeError(`${value} is not a date`)
  return `DATE '${value}'`
}

export const number = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a number`)
  const plain = String(value)
  return plain.includes('e') ? BigInt(Math.round(value)).toString() : plain
}

/** Control characters and what ends a comment or a line never reach the SQL, not even inside quotes. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const text = (value: string): string => {
  if (unfit.test(value)) throw new TypeError('a control character in a value')
  return literal(value)
}

const scalar = (value: Scalar): string =>
  typeof value === 'number' ? number(value) : typeof value === 'boolean' ? String(value) : text(value)

/** A name of ours or of the registry: anything else is a fault of the program. */
export const name = (value: string): string => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) throw new TypeError(`${value} is not a name`)
  return value
}

/** Lines of a comment; what a comment cannot hold becomes a space, and a semicolon, which ends a statement, a comma. */
export const comment = (lines: readonly string[]): string =>
  lines
    .map((line) =>
      line
        .replaceAll(new RegExp(unfit, 'gu'), ' ')
        .replaceAll(/\*\/|\/\*/g, ' ')
        .replaceAll(';', ','),
    )
    .map((line) => `-- ${line}\n`)
    .join('')

/** One of the values; what is not known is none of them. */
export const inList = (expression: string, values: readonly Scalar[], not = false): string => {
  const one = values.length === 1 ? scalar(values[0]!) : null
  if (!not) return one ? `${expression} = ${one}` : `${expression} IN (${values.map(scalar).join(', ')})`
  return `(${expression} IS NULL OR ${expression} ${one ? `<> ${one}` : `NOT IN (${values.map(scalar).join(', ')})`})`
}

/** Whether there is a value. */
export const known = (expression: string, not = false): string => `${expression} IS ${not ? '' : 'NOT '}NULL`

export const inRange = (
  expression: string,
  { from, to, months }: { from: string | null; to: string | null; months?: readonly number[] },
): string | null => {
  if (months) return all([inRange(expression, { from, to }), inList(`month(${expression})`, months)])
  if (from !== null && from === to) return `${expression} = ${date(from)}`
  if (from !== null && to !== null) return `${expression} BETWEEN ${date(from)} AND ${date(to)}`
  if (from !== null) return `${expression} >= ${date(from)}`
  return to === null ? null : `${expression} <= ${date(to)}`
}

export const all = (conditions: readonly (string | null)[]): string =>
  conditions.filter((condition) => condition !== null && condition !== '').join(' AND ')

export const where = (conditions: readonly (string | null)[]): string => {
  const sql = all(conditions)
  return sql === '' ? '' : ` WHERE ${sql}`
}
