import { categoryOf, inMarketData } from './products.ts'

/** The codes of single contracts: `TXFA4` is TX of January 2024, `TX215700M4` a put of the second week at 15,700. */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWX'

type Contract = {
  readonly code: string
  readonly stem: string
  readonly month: string
  readonly callPut: 'call' | 'put' | null
  /** A whole number of 1/10,000. */
  readonly strike: number | null
}

/** The year with this last digit in which a contract of the day can expire: this one or a later one. */
const yearOf = (digit: string, day: string): number => {
  const year = Number(day.slice(0, 4))
  return year + ((Number(digit) - (year % 10) + 10) % 10)
}

/** Strikes of stock options have one place more than is written. */
const strikeOf = (digits: string, stem: string): number => {
  const isIndex = /^T[A-Z\d]{2}$/.test(stem)
  return Number(digits) * (isIndex ? 10_000 : 1000)
}

export function contractOf(code: string, day: string): Contract | undefined {
  const [, stem, digits, letter, digit] = /^([A-Z][A-Z\d]{2})(\d{5})?([A-X])(\d)$/.exec(code) ?? []
  if (stem === undefined) return undefined
  const at = letters.indexOf(letter!)
  if (digits === undefined && at > 11) return undefined
  const month = `${yearOf(digit!, day)}${String((at % 12) + 1).padStart(2, '0')}`
  if (digits === undefined) return { code, stem, month, callPut: null, strike: null }
  return { code, stem, month, callPut: at < 12 ? 'call' : 'put', strike: strikeOf(digits, stem) }
}

/** The product of a contract: weeks of an index have stems of their own, such as `TX2` and `MX4`. */
export const productOfStem = (stem: string, isOption: boolean): string => {
  if (/^TX\d$/.test(stem) && isOption) return 'TXO'
  if (/^MX\d$/.test(stem)) return 'MTX'
  return inMarketData(stem)
}

const stemOf = (product: string, week: string): string | undefined => {
  const stems: Readonly<Record<string, string>> = { TX: 'TXF', MTX: 'MXF', TE: 'EXF', TF: 'FXF' }
  if (week === '') return stems[product] ?? product
  const weekly: Readonly<Record<string, string>> = { MTX: 'MX', TXO: 'TX' }
  const stem = weekly[product]
  return stem !== undefined && week.startsWith('W') ? `${stem}${week.slice(1)}` : undefined
}

type Option = { readonly callPut: 'call' | 'put'; readonly strike: number }

/** The code of a contract, or undefined where the way it is made is not known here: weeks that end on a Friday. */
export function contractCode(product: string, contractMonth: string, option: Option | null): string | undefined {
  const [, year, month, week] = /^(\d{4})(\d{2})((?:[WF]\d)?)$/.exec(contractMonth) ?? []
  const stem = week === undefined ? undefined : stemOf(product, week)
  if (stem === undefined) return undefined
  const at = Number(month) - 1
  if (option === null) return `${stem}${letters[at]}${year!.slice(-1)}`
  if (categoryOf(product, '選擇權') !== 'index' || option.strike % 10_000 !== 0) return undefined
  const strike = String(option.strike / 10_000).padStart(5, '0')
  return `${stem}${strike}${letters[option.callPut === 'call' ? at : at + 12]}${year!.slice(-1)}`
}
