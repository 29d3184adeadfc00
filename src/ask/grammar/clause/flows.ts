import { isKind } from '../items/items.ts'
import type { Phrase } from '../measures/phrase.ts'
import { Refusal } from '../refusal.ts'
import type { Of, Who } from '../senses.ts'
import type { Draft } from './draft.ts'

/** What some investors did. */
function flowBy(
  who: readonly Who[],
  { sense: { side, net }, text }: { sense: Of<'flow'>; text: string },
  draft: Draft,
): Phrase {
  const money = /金額|amount|value/i.test(text) || draft.items.some((item) => isKind(item, 'money'))
  return {
    who,
    side,
    net,
    ...(money ? { money } : {}),
    text,
    ...(side === 'either' ? {} : { direction: side === 'buy' ? ('up' as const) : ('down' as const) }),
  }
}

/** Each investor named with what was done, in the place where it was said. */
export function addFlows(draft: Draft): void {
  const { phrases, actors, flows, fold } = draft
  const [first, second, ...more] = flows as [Draft['flows'][number], ...Draft['flows']]
  // "Net … buying", "sold (net)": the one word says how, the other which way.
  const isHow = ({ sense }: Draft['flows'][number]): boolean => sense.side === 'either'
  const joined = second && isHow(first) !== isHow(second) && [first, second].every(({ sense }) => sense.net !== false)
  // "bought and sold": both sides of what one of them did.
  if (second && more.length === 0 && actors.length === 1 && first.sense.side !== second.sense.side && !joined) {
    phrases.splice(
      first.at,
      0,
      ...[first, second].map((flow) =>
        flowBy([actors[0]!.who], { ...flow, sense: { ...flow.sense, net: false } }, draft),
      ),
    )
    return
  }
  if (second && !joined && more.length === 0 && actors.length === 2 && fold === undefined) {
    // Each investor with what it did itself: 外資買超大於投信買超.
    phrases.splice(first.at, 0, ...[first, second].map((flow, i) => flowBy([actors[i]!.who], flow, draft)))
    draft.compareAt = draft.compare === null ? draft.compareAt : first.at + 1
    return
  }
  if (more.length > 0 || (second && !joined))
    throw new Refusal(
      'not_understood',
      'unsupported',
      flows.map((flow) => flow.text),
    )
  const { text, at } = first
  const way = joined && isHow(first) ? second : first
  const sense: Of<'flow'> = joined ? { ...way.sense, net: true } : first.sense
  if (actors.length === 0) throw new Refusal('ambiguous', 'which_measure', [text])
  const who = actors.map((actor) => actor.who)
  const summed = fold === 'sum' && who.length > 1
  const made = (summed ? [who] : who.map((one) => [one])).map((list) => ({
    ...flowBy(list, { sense, text }, draft),
    ...(fold && !summed ? { fold } : {}),
  }))
  phrases.splice(at, 0, ...made)
  draft.fold = undefined
}
