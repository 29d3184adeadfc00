import { scaled } from '../numbers.ts'
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
