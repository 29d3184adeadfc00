import { find } from '../catalogue/index.ts'
import { listOf } from '../config/values.ts'
import { MissingError, UsageError } from '../errors.ts'
import { isDate } from '../fields.ts'

/** The values of flags; each function throws `UsageError` for a value that cannot be used. */

/** A whole number within bounds. */
export function countOf(flag: string, given: string, least: number, most = Number.POSITIVE_INFINITY): number {
  const bounds = most === Number.POSITIVE_INFINITY ? `, ${least} or more` : ` from ${least} to ${most}`
  if (!/^\d{1,15}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new UsageError(`--${flag} must be a whole number${bounds}, and is '${given}'.`)
  return Number(given)
}

/** One of some names; `what` begins the sentence of the error. */
export function oneOf<T extends string>(what: string, given: string | undefined, names: readonly T[]): T {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new UsageError(`${what} must be one of ${names.join(', ')}, and is '${given}'.`)
  return found
}

/** A date, where one is given. */
export function dateOf(flag: string, given: string | undefined): string | undefined {
  if (given !== undefined && !isDate(given)) throw new UsageError(`--${flag} must be a date, YYYY-MM-DD.`)
  return given
}

/** Midnight in Taipei, in milliseconds; NaN for a text that is no date. */
export const taipeiMidnight = (day: string): number => (isDate(day) ? Date.parse(`${day}T00:00:00+08:00`) : Number.NaN)

/** The datasets of `--only`, separated by commas; undefined where it is not given. */
export function datasetsOf(only: string | undefined): string[] | undefined {
  const names = only === undefined ? undefined : listOf(only)
  for (const name of names ?? []) if (!find(name)) throw new MissingError(`--only: there is no dataset named ${name}.`)
  return names
}
