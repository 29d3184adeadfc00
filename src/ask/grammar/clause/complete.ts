import { isKind } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import type { Reading } from '../senses.ts'
import type { Constraint } from './clause.ts'
import { amend, type Draft, isClose, isLine, push } from './draft.ts'
import { addFlows } from './flows.ts'

const volumeOf = (money: boolean): readonly Reading[] =>
  (['stock', 'index', 'us'] as const).map((subject) => ({
    subject,
    dataset: { stock: 'TaiwanStockPrice', index: 'TaiwanWeightedIndex', us: 'USStockPrice' }[subject],
    column: money && subject !== 'us' ? 'turnover' : 'volume',
  }))

const comparing = ({ compare, times_, constraints }: Draft): boolean =>
  compare !== null || times_ !== null || constraints.some(({ unit }) => unit === 'times')

/** Above, below, over or under something. */
const isHeld = ({ said, compare, times_ }: Draft): boolean =>
  (said.above !== undefined || compare !== null) && times_ === null

/** What a share costs, as against what all that were traded cost. */
const isSharePrice = (limit: Constraint): boolean =>
  (limit.unit === 'TWD' || limit.unit === 'USD') && ('op' in limit ? limit.value : limit.high) < 100_000

/** "the lowest it traded" is a price, as the least that was traded would be a volume. */
function tradedAt(draft: Draft): void {
  const most = draft.items.find((item) => isKind(item, 'most') && /^(the )?(low|high)est$/i.test(item.token.text))
  if (!most || !isKind(most, 'most')) return
  draft.extremes.push({ t: 'extreme', side: most.sense.descending ? 'high' : 'low', fresh: false })
  delete draft.said.most
}

/** What the words leave open: who did what, what was traded, a mean of the measure before it. */
export function complete(draft: Draft): void {
  const { phrases, actors, flows, said, fold, own } = draft
  if (flows.length > 0) addFlows(draft)
  else if (actors.length > 0 && phrases.length > 0) said.actor = { t: 'actor', who: actors[0]!.who }
  else if (actors.length > 0)
    throw new Refusal(
      'ambiguous',
      'which_measure',
      actors.map(({ text }) => text),
    )
  else if (fold === 'avg' && own && isLine(own) && isHeld(draft) && phrases.every(isClose)) {
    // "below their 60-day average": of the price, where nothing else is named.
    phrases.push({ line: own.window.n, text: draft.items.at(-1)!.token.text })
    draft.fold = undefined
    draft.own = undefined
  } else if (fold && own && phrases.length === 1 && comparing(draft)) {
    const { text, ...first } = phrases[0]!
    phrases.push({ ...first, text, fold, time: own })
    draft.fold = undefined
  } else if (fold && phrases.length > 0) {
    amend(draft, { fold })
    draft.fold = undefined
  } else if (own) draft.times.push(own)
  if (phrases.length === 0 && said.traded && draft.extremes.length === 0) tradedAt(draft)
  if (draft.extremes.length > 0 && said.traded) return
  if (phrases.length === 0 && said.traded && draft.constraints.length > 0 && draft.constraints.every(isSharePrice))
    push(draft, { composite: 'price', text: draft.items.find((item) => isKind(item, 'traded'))!.token.text }, 0)
  else if (phrases.length === 0 && said.traded) {
    const money = draft.items.some(
      (item) =>
        isKind(item, 'money') || (isKind(item, 'in') && item.sense.scale !== 'lots' && item.sense.scale !== 'percent'),
    )
    push(draft, { readings: volumeOf(money), text: draft.items.find((item) => isKind(item, 'traded'))!.token.text }, 0)
  }
}
