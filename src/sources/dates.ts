import { dayOf, weekdayOf } from '../days.ts'
import { isDate } from '../fields.ts'
import { remembering } from '../recent.ts'
import { isNoValue } from './numbers.ts'

/** Days as publishers write them. */

/** 1 Monday … 7 Sunday, of a day that a text spells. */
export const weekdayFrom = (text: string): number | null | undefined => {
  const day = dayFrom(text)
  return typeof day === 'number' ? weekdayOf(day) : day
}

const spelled = /^(\d{2,4})([/.-]|年)(\d{1,2})([/.-]|月)(\d{1,2})日?$/
const bare = /^(\d{2,4})(\d{2})(\d{2})$/

/** A year of up to three digits is of the Republic: 114 is 2025. */
export const gregorian = (year: string): number => (year.length === 4 ? 0 : 1911) + Number(year)

/**
 * The date a text spells: `1141121`, `841201`, `114/11/21`, `115.07.15`, `115-09-03`, `114年11月21日`, and the Gregorian
 * `20251121` and `2025/11/21`. Null where there is none, undefined where it is no date.
 */
export function dateFrom(text: string): string | null | undefined {
  const plain = text.normalize('NFKC').replace(/[\s*]/g, '')
  if (isNoValue(plain)) return null
  const long = spelled.exec(plain)
  const parts = long ? [long[1]!, long[3]!, long[5]!] : bare.exec(plain)?.slice(1)
  if (!parts) return undefined
  const [year, month, day] = parts as [string, string, string]
  const date = `${String(gregorian(year)).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** A longer text is no date, and would keep the response that it is a part of in memory. */
const longestDate = 12

function readDay(text: string): number | null | undefined {
  const date = dateFrom(text)
  return date ? dayOf(date) : (date as null | undefined)
}
const knownDay = remembering(10_000, readDay)

/** The same as a day number; the rows of a table repeat few dates, so they are remembered. */
export const dayFrom = (text: string): number | null | undefined =>
  text.length <= longestDate ? knownDay(text) : readDay(text)

/** Both days of `114/11/14～114/11/27`, `1141120~1141203`; undefined where it is no range. */
export function daysFrom(text: string): readonly [number, number] | undefined {
  const ends = text.normalize('NFKC').split(/[~至]/)
  const [from, to] = ends.map(dayFrom)
  return ends.length === 2 && typeof from === 'number' && typeof to === 'number' && from <= to ? [from, to] : undefined
}

/** The first Republic date inside a sentence, such as a table's title. */
export function dateWithin(text: string): string | null {
  const [found] = /\d{2,3}年\d{1,2}月\d{1,2}日|\d{3}\/\d{2}\/\d{2}/.exec(text) ?? []
  return found === undefined ? null : (dateFrom(found) ?? null)
}

/** First day of `11410`, `114/10`, `2025-10`, `114年10月`; null where there is none, undefined where it is no month. */
export function monthFrom(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  if (isNoValue(plain)) return null
  const [, year, month] = /^(\d{2,4})[/.年M-]?(\d{2})月?$/.exec(plain) ?? []
  if (year === undefined || month === undefined) return undefined
  return dayFrom(`${year}/${month}/01`)
}

/** `HH:MM:SS` of `80000`, `090005`, `09:00`, `9:00:05`; null where there is none, undefined where it is no time. */
export function timeFrom(text: string): string | null | undefined {
  // The usual way to write it is the one that is kept.
  if (/^(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(text)) return text
  const plain = text.normalize('NFKC').trim()
  if (isNoValue(plain)) return null
  const [, hour, minute, second = '00'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(plain) ?? /^(\d{1,2})(\d{2})(\d{2})$/.exec(plain) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

/** `20251121`, as most addresses want it. */
export const compact = (date: string): string => date.replaceAll('-', '')
/** `2025/11/21`. */
export const slashed = (date: string): string => date.replaceAll('-', '/')
