import type { From } from '../mapping.ts'
import { scaled, times } from '../numbers.ts'
import { combined } from '../reading.ts'

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
