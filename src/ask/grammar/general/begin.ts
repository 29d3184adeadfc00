import type { Clause } from '../clause/clause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import type { Context } from '../measures/phrase.ts'
import type { About } from '../subject.ts'
import type { State } from './state.ts'

export function begin(gathered: Gathered, about: About, clauses: readonly Clause[]): State {
  const { all, has } = gathered
  const context: Context = {
    subject: about.subject,
    market: about.market,
    hints: [
      ...all('dataset').map(({ dataset }) => dataset),
      ...(has('adjusted') ? ['TaiwanStockPriceAdj'] : []),
      ...barsOf(gathered),
    ],
    annual: has('annual'),
    night: has('night'),
    pick: all('contract')[0]?.pick ?? null,
    ...(all('expiry').length === 1 ? { expiry: all('expiry')[0]!.month } : {}),
    right: all('right').length === 1 ? all('right')[0]!.side : null,
    who: clauses.find((clause) => clause.said.actor)?.said.actor?.who ?? null,
  }
  const named = about.ids.length > 0
  return {
    gathered,
    about,
    context,
    clauses,
    named,
    alone: !named && !['stock', 'sector', 'us', 'currency', 'bank'].includes(about.subject),
    ranked: has('rank') || has('most') || has('sorted'),
    outputs: [],
    conditions: [],
    first: null,
    order: null,
    series: null,
    when: { kind: 'latest' },
    fixed: saysToday(clauses),
    usedMost: false,
    direction: undefined,
    inherited: clauses.length > 1 && named ? firstTime(clauses) : undefined,
  }
}

/** Today beside another day: the answer is of today, and the other day is looked at from there. */
const saysToday = (clauses: readonly Clause[]): boolean => {
  const days = clauses
    .flatMap(({ times }) => times)
    .filter(({ window }) => ['latest', 'back', 'on'].includes(window.kind))
  return days.length > 1 && days.some(({ window }) => window.kind === 'latest')
}

/** The one time of a question with several clauses is of all of them. */
const firstTime = (clauses: readonly Clause[]) => {
  const times = clauses.flatMap((clause) => clause.times)
  return times.length === 1 ? times[0] : undefined
}

/** Weekly and monthly bars of a price have datasets of their own. */
function barsOf({ all, has, items }: Gathered): string[] {
  const nouns = all('noun').map(({ of }) => of)
  const units = all('daily').map(({ unit }) => unit)
  const runs = all('streak').map(({ unit }) => unit)
  if (units.includes('week') || runs.includes('week') || (nouns.includes('week') && has('most')))
    return ['TaiwanStockWeekPrice']
  // "In which of the last 12 months": the months are what is asked for.
  const amongMonths = items.some((item, i) => {
    const next = items[i + 1]
    return (
      isKind(item, 'ask') &&
      item.sense.what === 'which' &&
      isKind(next, 'time') &&
      next.sense.time.window.kind === 'last' &&
      next.sense.time.window.unit === 'month'
    )
  })
  if (units.includes('quarter')) return ['TaiwanStockFinancialStatement']
  return units.includes('month') || runs.includes('month') || ((nouns.includes('month') || amongMonths) && has('most'))
    ? ['TaiwanStockMonthPrice']
    : []
}
