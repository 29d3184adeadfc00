import type { Measure, Window } from '../../representation.ts'
import { columnsIn } from '../../typing.ts'
import type { Clause } from '../clause/clause.ts'
import { isKind } from '../items/items.ts'
import type { Meant } from '../measures/phrase.ts'
import type { Time } from '../time/time.ts'
import { failClause, type State } from './state.ts'
import { isPoint } from './windows.ts'

const dataset = 'TaiwanStockCashFlowsStatement'

/** Cash flows of a quarter are published from January on. */
const isCumulative = (measure: Measure): boolean =>
  columnsIn(measure).some(
    (column) =>
      column.dataset === dataset &&
      column.where?.some((filter) => 'is' in filter && filter.column === 'period' && filter.is[0] === 'quarterly'),
  )

/** The quarter that a time which begins in January ends with; none where it does not begin then. */
function endOf(window: Window): Window | null {
  if (window.kind === 'this' && window.unit === 'year') return { kind: 'latest' }
  if (window.kind !== 'between' || !/-01-01$/.test(window.from ?? '')) return null
  const [, year, month] = /^(\d{4})-(03|06|09|12)-/.exec(window.to ?? '') ?? []
  return year && month ? { kind: 'calendar', year: Number(year), quarter: Number(month) / 3 } : null
}

/** What cash flows came to: in a time from January on they are one figure, and of one quarter what that added. */
export function cumulated(
  { gathered, when: stands }: State,
  meant: Meant,
  time: Time | undefined,
  clause: Clause,
): { readonly measure: Measure; readonly when: Window | null } | null {
  if (!isCumulative(meant.measure)) return null
  const { items, facts, has } = gathered
  const alone = items.some((item) => isKind(item, 'daily') && /^單季$|standalone|single quarter/i.test(item.token.text))
  if (!alone && time && !has('daily') && !isPoint(time.window, dataset)) {
    const isHalf = time.window.kind === 'between' && time.edge === undefined
    const end = time.total || gathered.asksHowMuch || isHalf ? endOf(time.window) : null
    if (isHalf && !end) failClause('unsupported', clause)
    return end && { measure: meant.measure, when: end }
  }
  if (!alone) return null
  if (time && !time.newest && !isPoint(time.window, dataset)) failClause('unsupported', clause)
  const window: Window = time && !time.newest && time.window.kind !== 'latest' ? time.window : stands
  const isFirst = facts.calendar.instant(window, dataset).slice(5, 7) === '03'
  const added: Measure = isFirst
    ? meant.measure
    : { kind: 'change', of: meant.measure, since: { kind: 'back', n: 1 }, as: 'difference' }
  return { measure: added, when: window.kind === 'latest' ? null : window }
}
