/** The bytes of a file that a request asks for; null for all of them, `none` where no byte is in the range. */
export type ByteRange = { readonly start: number; readonly length: number }

const rangeForm = /^bytes=(\d*)-(\d*)$/

/**
 * Reads `Range` (RFC 9110). A header in another form, or with several ranges, is ignored as the standard allows: the
 * response is the whole file.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = rangeForm.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, length }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, length: end - start + 1 }
}
