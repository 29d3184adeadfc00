import type { Column, Condition, Representation } from '../representation.ts'
import { columnsIn } from '../typing.ts'
import { plainText } from './text.ts'

/** Words by which a question is about announcements, whenever the event is. */
const announcement = /公告|宣布|announc|declar/

/**
 * A meaning that counts no dividend to come: the last dividends are those that were paid, and what somebody received
 * this year ends with the newest date.
 */
export function untilToday(representation: Representation, question: string, today: string): Representation {
  const { shape, dataset, select, where, order, limit } = representation
  if (dataset !== 'TaiwanStockDividend') return representation
  const isInShares = select.some(({ of }) => columnsIn(of).some(({ column }) => column === 'stock_dividend'))
  const column = isInShares ? 'stock_ex_date' : 'cash_ex_date'
  const windows = where.flatMap((one) => (one.kind === 'within' && one.of.column === column ? [one.window.kind] : []))
  const isNewest =
    shape === 'rows' && limit !== null && order[0]?.descending === true && !announcement.test(plainText(question))
  const isTotal = shape === 'groups' && windows.includes('this')
  if (!isTotal && !(isNewest && windows.length === 0)) return representation
  const of: Column = { kind: 'column', dataset, column }
  const past: Condition = { kind: 'within', of, window: { kind: 'between', from: null, to: today } }
  return { ...representation, where: [...where, past] }
}
