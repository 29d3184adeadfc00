import { UsageError } from '../errors.ts'

/** The value of a flag that must be a whole number within bounds. */
export function countOf(flag: string, given: string, least: number, most = Number.POSITIVE_INFINITY): number {
  const bounds = most === Number.POSITIVE_INFINITY ? `, ${least} or more` : ` from ${least} to ${most}`
  if (!/^\d{1,15}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new UsageError(`--${flag} must be a whole number${bounds}, and is '${given}'.`)
  return Number(given)
}

/** `1 row`, `2,000 rows` */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
