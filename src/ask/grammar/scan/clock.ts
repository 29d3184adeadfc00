import { catalogue } from '../../../catalogue/index.ts'
import { any, choice, count, digits, either, maybe, type Pattern, seq } from '../match.ts'
import type { Sense } from '../senses.ts'

const half = choice('minute', { 30: '半', 0: '整' })
/** 早上十點整, 下午1點半, 10:30, "at 10:30 am": a time of day, which a bare 十點 is not. */
const clock: Pattern = either(
  seq(
    choice('part', { 0: '早上|上午|早盤', 12: '下午|午後' }),
    count('hour', 1, 12),
    any('點|時'),
    maybe(either(half, seq(count('minute', 0, 59), maybe(any('分'))))),
  ),
  seq(count('hour', 1, 13), any('點'), either(half, seq(count('minute', 1, 59), any('分')))),
  seq(
    digits('hour', 1, 2, { low: 0, high: 23 }),
    any(':'),
    digits('minute', 2, 2, { low: 0, high: 59 }),
    maybe(choice('part', { 0: 'am', 12: 'pm' })),
  ),
  seq(digits('hour', 1, 2, { low: 1, high: 12 }), choice('part', { 0: 'am|a.m.', 12: 'pm|p.m.' })),
)

const timed = catalogue.filter(({ columns }) => 'trade_time' in columns).map(({ name }) => name)

/** A time of day, as the tables that have one write it. */
export function clockAt(atoms: Parameters<Pattern>[0], from: number): { next: number; sense: Sense } | null {
  const found = clock(atoms, from)
  if (!found) return null
  const { hour, minute = 0, part = 0 } = found.got
  const shifted = Number(part) === 12 && Number(hour) < 12 ? Number(hour) + 12 : Number(hour)
  const is = `${String(shifted).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
  return {
    next: found.next,
    sense: { t: 'value', of: timed.map((dataset) => ({ dataset, column: 'trade_time', is })) },
  }
}
