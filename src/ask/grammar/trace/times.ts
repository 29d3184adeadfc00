import type { Window } from '../../representation.ts'
import type { Time } from '../time/time.ts'
import type { Found } from './found.ts'

const isDays = (unit: string): boolean => unit === 'day' || unit === 'trading_day'

/** Whether a time of the question is anywhere in what it came to mean. */
export function isTimed({ window, future }: Time, found: Found, year: number): boolean {
  const { windows, numbers, columns, frequencies, texts } = found
  const some = (...kinds: Window['kind'][]): boolean => windows.some(({ kind }) => kinds.includes(kind))
  /** The newest row of what is published once in the period. */
  const isRow = (unit: string): boolean => frequencies.has(unit) && (some('latest') || texts.has('event'))
  switch (window.kind) {
    case 'latest':
      return true
    // No word is read as it.
    case 'each':
    case 'following':
    case 'ago':
    case 'span':
    case 'upcoming':
      return false
    case 'all':
      return some('all') || texts.has('series')
    case 'back':
      return (
        windows.some((other) => other.kind === 'back' && other.n === window.n) ||
        (window.n === 1 && (texts.has('change') || columns.some((column) => /change|previous|spread/.test(column))))
      )
    case 'on':
      return windows.some((other) => other.kind === 'on' && other.date === window.date)
    case 'last':
    case 'before':
      if (windows.some((other) => isSame(other, window)) || (window.n === 1 && isRow(window.unit))) return true
      // Twenty days may be the length of a mean or of a run, and five years as many rows.
      return window.n > 1 && numbers.has(window.n) && (isDays(window.unit) || !some('last', 'before'))
    case 'this':
      return (
        windows.some((other) => other.kind === 'this' && other.unit === window.unit) ||
        windows.some((other) => other.kind === 'between' && other.from === `${year}-01-01`) ||
        columns.some((column) => column.includes('ytd')) ||
        texts.has('TaiwanStockTradingDate') ||
        isRow(window.unit) ||
        (window.unit === 'year' && numbers.has(year))
      )
    case 'previous':
      return (
        windows.some((other) => other.kind === 'previous' && other.unit === window.unit && other.n === window.n) ||
        (window.n === undefined && isRow(window.unit)) ||
        (window.unit === 'year' && numbers.has(year - (window.n ?? 1)))
      )
    case 'calendar':
      return (
        windows.some((other) => JSON.stringify(other) === JSON.stringify(window)) ||
        (window.quarter === undefined && window.month === undefined && numbers.has(window.year))
      )
    case 'newest':
      return some('newest')
    case 'next':
      return some('next', 'between')
    case 'between':
      if (window.to === null && window.from?.endsWith('-01-01') && numbers.has(Number(window.from.slice(0, 4))))
        return true
      return (
        future === true ||
        isEnded(window, windows) ||
        windows.some((other) => JSON.stringify(other) === JSON.stringify(window))
      )
  }
}

/** What is published from January on is told by the quarter that a time ends with. */
const isEnded = ({ to }: Window & { readonly kind: 'between' }, windows: readonly Window[]): boolean =>
  windows.some(
    (other) =>
      other.kind === 'calendar' &&
      other.quarter !== undefined &&
      to?.startsWith(`${other.year}-${String(other.quarter * 3).padStart(2, '0')}-`),
  )

const isSame = (other: Window, window: Window & { readonly kind: 'last' | 'before' }): boolean =>
  (other.kind === 'last' || other.kind === 'before' || other.kind === 'next') &&
  other.n === window.n &&
  (other.unit === window.unit || (isDays(other.unit) && isDays(window.unit)))

/** A single day beside a list of days is one of the two that was passed over. */
export const isLost = ({ window, now, newest }: Time, { representation }: Found): boolean =>
  window.kind === 'latest' &&
  !now &&
  !newest &&
  representation.shape === 'series' &&
  !['latest', 'last', 'this'].includes(representation.when.kind)
