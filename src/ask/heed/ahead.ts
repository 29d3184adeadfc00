import { mapped } from '../nodes.ts'
import type { PlainText } from '../reader/text.ts'
import type { Representation } from '../representation.ts'

/** What is known beforehand: an ex-date, a payment, a suspension, a maturity, the limits of a price. A price is not. */
const scheduled =
  /除[权息]|配[息股]|股[息利]|入账|发放|停[券资]|处置|到期|回补|暂停|恢复|下市|股东会|结算日|[涨跌]停价|[涨跌]幅限制|\bex[- ]?(?:div|rights?|dates?\b)|\bpay(?:s|ing|ment|out)?\b|\bdividends?\b|matur|suspen|resum|expir|delist|disposition|settlement (?:day|date)|\blimit[- ](?:up|down) prices?|price limits?/

/** Days to come by their words, and how many trading days after the newest date they are. */
const days: readonly (readonly [RegExp, number])[] = [
  [/大后天/, 3],
  [/后天|后日|\b(?:the )?day after tomorrow\b/, 2],
  [/明[天日]|下(?:一)?个?(?:交易|营业)日|\btomorrow\b|\bnext (?:trading day|session|business day)\b/, 1],
]

const dayIn = (text: string) => (scheduled.test(text) ? days.find(([said]) => said.test(text)) : undefined)

/** The models know no day to come: they are told of the next week, and the day is put back in `onDayAhead`. */
export function withWeekForDay(plain: PlainText): PlainText {
  const { text, places } = plain
  const [, at] = dayIn(text) ?? []
  const match = dayIn(text)?.[0].exec(text)
  if (at === undefined || !match) return plain
  const week = /[a-z]/.test(match[0]) ? 'next week' : '下周'
  const [from, to] = [match.index, match.index + match[0].length]
  return {
    text: text.slice(0, from) + week + text.slice(to),
    places: [...places.slice(0, from), ...Array.from(week, () => places[from]!), ...places.slice(to)],
  }
}

/** A meaning on the day to come that the question names. */
export function onDayAhead(representation: Representation, text: string): Representation {
  const [, n] = dayIn(text) ?? []
  if (n === undefined) return representation
  const isNext = (window: Record<string, unknown>): boolean =>
    (window.kind === 'following' && window.unit === 'week') || ['upcoming', 'ahead'].includes(window.kind as string)
  return mapped(representation, (node) => (isNext(node) ? { kind: 'ahead', n } : node))
}

/** Whether a question names a day to come that its meaning does not have. */
export const missesDayAhead = (tokens: readonly string[], text: string): boolean =>
  dayIn(text) !== undefined && !tokens.includes('ahead')

/** Whether a question is about what is scheduled: that is no forecast. */
export const isScheduled = (text: string): boolean =>
  scheduled.test(text) &&
  /明[天日年]|后[天日]|下[个一]?[周月]|年底|未来|接下来|即将|将|tomorrow|next|upcoming|coming|will|going/.test(text)
