/** Values as publishers write them: the other way round from `sources/numbers.ts` and `sources/dates.ts`. */

/** `1,234,567.50` */
export const grouped = (number: string): string => number.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

/** A decimal without the zeros at its end, but with so many places at least. */
export function places(decimal: string, least: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** The point moved to the left: lots of shares, thousands of TWD. */
export function divided(decimal: string, digits: number): string {
  const negative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const padded = whole.padStart(digits + 1, '0')
  const moved = places(`${padded.slice(0, -digits)}.${padded.slice(-digits)}${fraction}`, 0)
  return negative && moved !== '0' ? `-${moved}` : moved
}

/** `115` of `2026-10-15`. */
const republic = (date: string): string => String(Number(date.slice(0, 4)) - 1911)
/** `115/10/15`, with another mark between if given. */
export const roc = (date: string, mark = '/'): string =>
  [republic(date), date.slice(5, 7), date.slice(8, 10)].join(mark)
/** `1151015` */
export const rocBare = (date: string): string => roc(date, '')
/** `115年10月15日` */
export const rocSpelled = (date: string): string => `${republic(date)}年${date.slice(5, 7)}月${date.slice(8, 10)}日`
/** `115年10月` */
export const rocMonth = (date: string): string => `${republic(date)}年${date.slice(5, 7)}月`

/** The day of a cell of an address: `20261015`, `2026/10/15`, `115/10/15`; null where it is none. */
export function dayIn(text: string | undefined): string | null {
  const [, year = '', month, day] = /^(\d{2,4})[/-]?(\d{2})[/-]?(\d{2})$/.exec(text ?? '') ?? []
  if (month === undefined || day === undefined) return null
  return `${year.length === 4 ? year : Number(year) + 1911}-${month}-${day}`
}

export const lastOfMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}
