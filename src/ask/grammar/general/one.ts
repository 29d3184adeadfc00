import { find } from '../../../catalogue/index.ts'
import type { Clause } from '../clause/clause.ts'
import { balancesOf } from '../measures/change.ts'
import type { Phrase } from '../measures/phrase.ts'
import { price } from '../measures/price.ts'
import { Refusal } from '../refusal.ts'
import { yearly } from './annual.ts'
import { concluded } from './concluded.ts'
import { moved } from './moved.ts'
import { overSpan } from './overSpan.ts'
import { columnOf, inPercent, isChange } from './phrases.ts'
import { settle } from './settle.ts'
import { failClause, mean, output, type State } from './state.ts'
import { isInstant, spanOf } from './windows.ts'

export function one(state: State, given: Phrase, clause: Clause): void {
  const move = clause.moves[0]
  if (move?.direction === 'any' && given.composite === 'return') {
    one(state, given, { ...clause, moves: clause.moves.slice(1) })
    return
  }
  // Growth that is held against the growth of another time is itself what went up or down.
  const against = clause.said.than !== undefined && clause.times.length > 0
  if (move && !given.who && (!isChange(given) || against)) {
    // Growth of what is published by month or quarter, over a time: nobody said since when.
    if (move.growth && spanOf(clause) && yearly(state, given)) failClause('two_readings', clause)
    const grown = move.growth ? yearly(state, given) : null
    if (grown)
      one(
        state,
        { ...grown, ...(move.direction === 'any' ? {} : { direction: move.direction }) },
        { ...clause, moves: [] },
      )
    else moved(state, given, clause, move)
    return
  }
  if ((given.composite === 'return' || isChange(given)) && clause.constraints.some(({ unit }) => unit === 'times')) {
    one(state, given, { ...clause, constraints: clause.constraints.map(inPercent) })
    return
  }
  const then = clause.times.find(({ edge }) => edge !== undefined)
  if (
    then &&
    !given.who &&
    given.composite !== 'return' &&
    (state.gathered.has('versus') || clause.said.than) &&
    state.about.ids.length === 1
  ) {
    moved(state, given, clause, { t: 'move', direction: 'any' })
    return
  }
  if (columnOf(given) === 'spread' && spanOf(clause) && !state.gathered.has('daily') && !clause.said.most) {
    // 今年以來漲跌多少: the way since the time began, in percent and in points.
    overall(state, given, clause)
    return
  }
  if (severalSpans(state, given, clause)) return
  const balances = given.direction ? balancesOf(given.readings ?? []) : []
  const longer = spanOf(clause) !== undefined || clause.constraints.some(({ unit }) => unit === 'percent')
  if (given.direction && balances.length > 0 && longer) {
    // 融資減少 over a week, or by a tenth, is of the balance rather than of the day.
    moved(state, { text: given.text, readings: balances }, clause, { t: 'move', direction: given.direction })
    return
  }
  const phrase: Phrase =
    move && move.direction !== 'any' && isChange(given) ? { ...given, direction: move.direction } : given
  if (phrase.composite === 'ohlc') {
    ohlc(state, phrase, clause)
    return
  }
  const inherits = phrase.who !== undefined || state.named || state.alone
  const { measure, meant, span } = settle(state, phrase, clause, inherits)
  if (span) overSpan(state, phrase, clause, measure, meant, span)
  else concluded(state, phrase, clause, measure, meant)
}

/** How far a price went over a time. */
function overall(state: State, given: Phrase, clause: Clause): void {
  one(
    state,
    { composite: 'return', text: given.text, ...(given.direction ? { direction: given.direction } : {}) },
    clause,
  )
  const last = state.outputs.at(-1)?.of
  if (state.named && last?.kind === 'change' && last.as === 'percent')
    output(state, 'change', { ...last, as: 'difference' })
}

/** One return for each of several spans; of anything else two spans say too much. */
function severalSpans(state: State, phrase: Phrase, clause: Clause): boolean {
  const spans = clause.times.filter(({ window }) => !isInstant(window))
  if (spans.length < 2) return false
  if (phrase.composite !== 'return' || clause.constraints.length > 0 || state.ranked) failClause('two_readings', clause)
  for (const time of spans) {
    const { measure } = mean(state, phrase, time)
    const { window } = time
    output(state, window.kind === 'last' ? `return_${window.n}_${window.unit}` : `return_${window.kind}`, measure)
  }
  return true
}

function ohlc(state: State, phrase: Phrase, clause: Clause): void {
  for (const column of ['open', 'high', 'low', 'close']) {
    const found = price(state.context, column)
    if (!found || !(column in find(found.dataset)!.columns))
      throw new Refusal('not_understood', 'does_not_fit', [phrase.text])
    const readings = [{ subject: state.about.subject, dataset: found.dataset, column }]
    const settled = settle(state, { readings, text: phrase.text }, clause, true)
    if (settled.span) state.series ??= { window: settled.span, dataset: found.dataset }
    output(state, column, settled.measure)
  }
}
