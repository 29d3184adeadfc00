import { combined, type From } from '../mapping.ts'
import { scaled, times } from '../numbers.ts'

type NumberOptions = { readonly scale?: number; readonly factor?: number }

/** What was traded, blank where nothing was: then the column `beside` is blank too, else the blank says nothing. */
export const traded = (title: string, beside: string, { scale = 0, factor = 1 }: NumberOptions = {}): From => ({
  ...combined([title, beside], (text, other) => {
    if (text.trim() === '') return other.trim() === '' ? 0 : undefined
    const value = scaled(text, scale)
    return typeof value === 'number' ? times(value, factor) : value
  }),
  times: factor,
})
