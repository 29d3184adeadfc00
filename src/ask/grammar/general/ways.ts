import type { Clause } from '../clause/clause.ts'
import { isKind } from '../items/items.ts'
import { beaten } from './beaten.ts'
import { bias } from './bias.ts'
import { freshExtreme, gap, periodExtremes } from './extremes.ts'
import { aligned, golden } from './lines.ts'
import { percentile } from './percentile.ts'
import { bare, plain } from './plain.ts'
import { relationOf, type Way } from './relationOf.ts'
import { above } from './relations.ts'
import { happened, runs } from './runs.ts'
import { type State, spends } from './state.ts'
import { turned } from './turned.ts'
import { spanOf } from './windows.ts'

export function readOne(state: State, given: Clause, before: Clause | undefined): void {
  // An ellipsis takes its measures from the clause before: "and was below it yesterday".
  const elliptic = given.phrases.length === 0 && given.said.above && before
  const clause = elliptic ? { ...given, phrases: before.phrases } : given
  wayOf(state, clause)(state, clause)
}

/** How a clause is read, by the most telling of its words. */
function wayOf(state: State, clause: Clause): Way {
  const { said, phrases } = clause
  if (said.aligned) return aligned
  if (said.golden) return golden
  if (said.beat) return beaten
  if (said.percentile) return percentile
  if (said.turn) return turned
  if (said.streak || said.every) return runs
  if (said.limit) return happened
  const { gap: away } = said
  const { gathered } = state
  const countsDays =
    gathered.has('how_many_days') ||
    (gathered.has('how_many') && gathered.all('noun').some(({ of }) => of === 'day')) ||
    gathered.items.some((item) => isKind(item, 'how_many') && /次|times/i.test(item.token.text))
  if (countsDays && (state.named || state.alone) && spanOf(clause)) return runs
  if (away) return (...given) => gap(...given, away.from)
  const apart = said.away || (said.above && clause.constraints.some(({ unit }) => unit === 'percent'))
  if (apart && phrases.some(({ line }) => line !== undefined)) return bias
  const [extreme] = clause.extremes
  if (extreme) {
    const asked = state.gathered.all('ask').some(({ what }) => what === 'much')
    if (said.away || (clause.compare !== null && state.named && asked)) return (...given) => gap(...given, extreme.side)
    const falls = said.most && phrases.some(({ composite }) => composite === 'return')
    if (!extreme.fresh && !said.fresh && (clause.constraints.length > 0 || falls))
      return (...given) => gap(...given, extreme.side)
    return extreme.fresh || said.fresh || (!state.named && !state.alone) ? freshExtreme : periodExtremes
  }
  if (said.above) return above
  if (phrases.length === 0) return bare
  return relationOf(clause) ?? (clause.times_ === null ? plain : (_, own) => spends(own))
}
