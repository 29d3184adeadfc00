import type { Column, Condition, Representation, Window } from '../representation.ts'
import { columnsIn } from '../typing.ts'
import { plainText } from './text.ts'

/** Words by which a question asks for announcements, also of dividends to come. */
const announcement = /公告|宣布|announc|declar/
/** Words by which a question asks for what was paid. */
const past = /已|至今|为止|到目前|领了|already|so far|to date|\bytd\b|\bpa(?:id|yd)\b/

/** Words by which the last one of a period is the last that was paid. */
const recent = /最近[一的]|上一?次|most recent/

/**
 * A meaning that counts no dividend to come: the last dividends are those that were paid, and what was paid so far
 * this year ends with the newest date.
 */
export function untilToday(representation: Representation, question: string, today: string): Representation {
  const { shape, dataset, select, where, order, limit } = representation
  if (dataset !== 'TaiwanStockDividend') return representation
  const isInShares = select.some(({ of }) => columnsIn(of).some(({ column }) => column === 'stock_dividend'))
  const column = isInShares ? 'stock_ex_date' : 'cash_ex_date'
  const windows = where.flatMap((one) => (one.kind === 'within' && one.of.column === column ? [one.window] : []))
  const text = plainText(question)
  const [first] = order
  const ordered = typeof first?.by === 'number' ? select[first.by]?.of : null
  const isByDate = first?.by === 'date' || (ordered?.kind === 'column' && ordered.column.endsWith('_date'))
  const isNewest = shape === 'rows' && limit !== null && first?.descending && isByDate && !announcement.test(text)
  // What is told since some day ends today, whatever else is said.
  const isPast = (window: Window): boolean =>
    window.kind === 'this' ? past.test(text) : window.kind === 'span' && window.to === undefined
  const isTotal = shape === 'groups' && windows.some(isPast)
  const isOpen = windows.every(({ kind }) => kind === 'this') && (windows.length === 0 || recent.test(text))
  if (!isTotal && !(isNewest && isOpen)) return representation
  const of: Column = { kind: 'column', dataset, column }
  const until: Condition = { kind: 'within', of, window: { kind: 'between', from: null, to: today } }
  return { ...representation, where: [...where, until] }
}
