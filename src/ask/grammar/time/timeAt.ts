import { dateOf, periodOf, shift } from '../../dates.ts'
import type { Window } from '../../representation.ts'
import type { Atom } from '../atoms.ts'
import { any, digits } from '../match.ts'
import { chinese } from './chinese.ts'
import { english } from './english/english.ts'
import { exact } from './exact.ts'
import type { Rule, Time } from './time.ts'

const until = any('到|至|~|-|to|through|until|迄')
const between = any('between|介於')
const and = any('and|和|與|跟')

const since = any('自|從|自從|since|from|starting|between')

const onwards = any(
  '以來|起|至今|到現在|到今天|迄今|以後|之後|開始|到目前|onwards|onward|until now|to date|to now|to today',
)

/** No rule of a language begins in the script of the other, and none with a sign. */
function rulesFor(atom: Atom | undefined): readonly (readonly Rule[])[] {
  if (atom?.kind === 'han') return [chinese]
  if (atom?.kind === 'number') return [exact, chinese, english]
  if (atom?.kind !== 'word') return []
  return atom.text === 'q' ? [chinese, english] : [english]
}

/** The longest time expression that begins at an atom. */
export function timeAt(atoms: readonly Atom[], from: number, today: string): { next: number; time: Time } | null {
  const single = (start: number): { next: number; time: Time } | null => {
    let best: { next: number; time: Time } | null = null
    for (const rules of rulesFor(atoms[start]))
      for (const [pattern, mean] of rules) {
        const found = pattern(atoms, start)
        if (!found || (best && found.next <= best.next)) continue
        const time = mean(found.got, today)
        if (time) best = { next: found.next, time }
      }
    return best
  }
  const found = single(from)
  const whole = found?.time.bare && ['march', 'may', 'mar'].includes(atoms[from]!.text) ? null : found
  const opening = since(atoms, from)
  const start = opening?.next ?? from
  const first = (opening ? single(start) : found) ?? yearAlone(atoms, start)
  if (!first || !isPoint(first.time.window)) return whole
  const link = until(atoms, first.next) ?? (between(atoms, from) ? and(atoms, first.next) : null)
  const second = link ? (single(link.next) ?? yearAlone(atoms, link.next)) : null
  if (second && (isPoint(second.time.window) || second.time.window.kind === 'latest')) {
    const [low, high] = alike(first.time.window, second.time.window)
    const [begin, end] = [edge(low, 'from', today), edge(high, 'to', today)]
    if (begin && end && begin <= end)
      return { next: second.next, time: { window: { kind: 'between', from: begin, to: end } } }
  }
  const begin = edge(first.time.window, 'from', today)
  const open = onwards(atoms, first.next)
  if (begin && (open || (opening && isSince(atoms[from]!.text))))
    return { next: open?.next ?? first.next, time: { window: { kind: 'between', from: begin, to: null } } }
  return opening || whole === null ? whole : first
}

/** A year without a word around it, where the words around it already say that it is one. */
function yearAlone(atoms: readonly Atom[], from: number): { next: number; time: Time } | null {
  const found = digits('year', 4, 4, { low: 1990, high: 2100 })(atoms, from)
  return found && { next: found.next, time: { window: { kind: 'calendar', year: Number(found.got.year) } } }
}

/** "March to June 2025" and "今年三月到六月" name the year once. */
function alike(first: Window, second: Window): [Window, Window] {
  if (first.kind === 'calendar' && first.month && second.kind === 'newest' && second.month)
    return [first, { kind: 'calendar', year: first.year, month: second.month }]
  if (first.kind === 'newest' && first.month && second.kind === 'calendar' && second.month)
    return [{ kind: 'calendar', year: second.year, month: first.month }, second]
  return [first, second]
}

const isSince = (word: string): boolean => ['since', '自', '从', 'starting'].includes(word)

/** Dates, months, quarters and years that a span can begin or end with. */
const isPoint = (window: Window): boolean =>
  ['on', 'calendar', 'newest'].includes(window.kind) || (window.kind === 'previous' && window.unit === 'year')

function edge(window: Window, side: 'from' | 'to', today: string): string | null {
  if (window.kind === 'on') return window.date
  if (window.kind === 'latest') return today
  if (window.kind === 'previous' && window.unit === 'year')
    return periodOf(shift(today, -(window.n ?? 1), 'year'), 'year')[side]
  if (window.kind === 'calendar') {
    const { year, quarter, month: number } = window
    if (number) return periodOf(dateOf(year, number, 1), 'month')[side]
    return quarter
      ? periodOf(dateOf(year, quarter * 3 - 2, 1), 'quarter')[side]
      : periodOf(dateOf(year, 1, 1), 'year')[side]
  }
  if (window.kind === 'newest' && window.month) {
    const here = dateOf(Number(today.slice(0, 4)), window.month, 1)
    return periodOf(here <= today ? here : shift(here, -1, 'year'), 'month')[side]
  }
  return null
}
