import type { From } from '../mapping.ts'
import { scaled, times } from '../numbers.ts'
import { combined } from '../reading.ts'
import { inTags } from '../text.ts'

/**
 * A change whose sign stands in a cell of its own, in colour, as `<p style= color:red>+</p>`. X is a day that is not
 * compared with the one before; the 0.00 beside it only fills the cell.
 */
export const coloured = (sign: string, size: string): number | null | undefined => {
  const mark = inTags(sign)
  if (mark === 'X') return null
  return mark === '' || mark === '+' || mark === '-' ? scaled(mark + size.trim(), 4) : undefined
}

/** A change with its sign, or `X0.00`. */
export const marked = (text: string): number | null | undefined => (/^\s*X/.test(text) ? null : scaled(text, 4))

/** A change whose direction stands beside its size; a blank direction may also be a day that is not compared. */
export const signBeside = (direction: string, size: string): number | null | undefined => {
  const mark = direction.trim()
  if (mark === 'X' || mark === '') return null
  return mark === '+' || mark === '-' ? scaled(mark + size.trim(), 4) : undefined
}

/** The same where the sign is never left out. */
export const signBefore = (sign: string, size: string): number | null | undefined =>
  scaled(sign.trim() + size.trim(), 4)

type NumberOptions = { readonly scale?: number; readonly factor?: number }

/**
 * A traded quantity. It is blank, and so is the column `beside`, where nothing was traded; a blank alone is unknown.
 */
export const traded = (title: string, beside: string, { scale = 0, factor = 1 }: NumberOptions = {}): From => ({
  ...combined([title, beside], (text, other) => {
    if (text.trim() === '') return other.trim() === '' ? 0 : undefined
    const value = scaled(text, scale)
    return typeof value === 'number' ? times(value, factor) : value
  }),
  times: factor,
})
