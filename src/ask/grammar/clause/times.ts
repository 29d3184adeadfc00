import { isKind } from '../items/items.ts'
import type { Time } from '../time/time.ts'
import { type Draft, isClose, isLine, isMeasure, push, type Reader } from './draft.ts'

/** "the 5-day average" beside another line or a word for above: of the price, where nothing else is named. */
function isMeanOfPrice({ items, phrases }: Draft, time: Time, at: number): boolean {
  const next = items[at + 1]
  return (
    time.adjective === true &&
    isLine(time) &&
    isKind(next, 'fold') &&
    next.sense.fn === 'avg' &&
    !isMeasure(items[at + 2]) &&
    items.some((item) => isKind(item, 'above') || isKind(item, 'compare')) &&
    phrases.every((phrase) => phrase.line !== undefined || isClose(phrase))
  )
}

export const readTime: Reader<'time'> = (draft, { time }, at) => {
  const { items, said } = draft
  const next = items[at + 1]
  const { window } = time
  const chained = items.some((item) => isKind(item, 'line') || isKind(item, 'aligned') || isKind(item, 'golden'))
  if (isKind(next, 'compare') && next.sense.suffix && window.kind === 'last') {
    draft.days = { n: window.n, unit: window.unit, op: next.sense.op }
    return 2
  }
  // 20日乖離率 is of the 20-day line.
  const isMean = isKind(next, 'fold') && next.sense.fn === 'avg' && items.some((item) => isKind(item, 'away'))
  if (time.adjective && isMean && window.kind === 'last' && window.unit === 'trading_day') {
    push(draft, { line: window.n, text: items[at]!.token.text }, at)
    return 2
  }
  if (time.adjective && isKind(next, 'away') && window.kind === 'last' && window.unit === 'trading_day') {
    push(draft, { line: window.n, text: items[at]!.token.text }, at)
    return 1
  }
  if (time.adjective && chained && window.kind === 'last' && window.unit === 'trading_day')
    push(draft, { line: window.n, text: items[at]!.token.text }, at)
  else if (isMeanOfPrice(draft, time, at)) {
    push(draft, { line: (window as { n: number }).n, text: items[at]!.token.text }, at)
    return 2
  } else if (time.adjective && (isKind(next, 'fold') || isKind(next, 'columns')) && !said.streak) draft.own = time
  else draft.times.push(time)
  return 1
}
