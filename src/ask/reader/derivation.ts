import { endOfList, type Rule } from '../canonical/grammar.ts'
import { leavesWith } from '../canonical/leaves.ts'
import { rules } from '../canonical/rules.ts'

/** What the next words of a meaning must be: the symbols still to be said, the next one last. */
type Expected = { readonly symbol: string; readonly dataset: string; readonly rule: number; readonly isBegun: boolean }
export type State = readonly Expected[]

/** The reason in the word that refuses a question, or null for any other word. */
export const refusedWord = (token: string): string | null => /^refuse:(\w+)$/.exec(token)?.[1] ?? null
export const start: State = [{ symbol: 'sentence', dataset: '', rule: 0, isBegun: false }]
export const isDone = (state: State): boolean => state.length === 0

const leaves = leavesWith(() => null)
/** Words that refer to a part of the question, by the symbol that they may stand for. */
const references: Readonly<Record<string, string>> = { id: 'i', scalar: 'v', number: 'n', count: 'n', date: 't' }

/** The rule that a word opens, with the slots it fills; a silent rule is opened by the word of its first slot. */
function ruleOf(
  symbol: string,
  token: string,
  dataset: string,
): { rule: Rule; slots: string[]; isSaid: boolean } | null {
  const [name = '', ...present] = token.split('+')
  for (const rule of rules[symbol] ?? []) {
    if (rule.name !== name || (rule.isSilent && present.length === 0)) continue
    const optional = rule.optional
    if (present.some((slot) => !optional.has(slot))) continue
    return {
      rule,
      slots: Object.keys(rule.slots).filter((slot) => !optional.has(slot) || present.includes(slot)),
      isSaid: true,
    }
  }
  for (const rule of rules[symbol] ?? []) {
    if (!rule.isSilent) continue
    const slots = Object.keys(rule.slots).filter((slot) => !rule.optional.has(slot))
    if (fits(rule.slots[slots[0]!]!, token, dataset)) return { rule, slots, isSaid: false }
  }
  return null
}

/** Whether a word may open a symbol. */
function fits(symbol: string, token: string, dataset: string): boolean {
  const leaf = leaves[symbol]
  if (!leaf) return ruleOf(symbol, token, dataset) !== null
  const mark = references[symbol]
  const listed = leaf.tokens({ dataset })
  if (listed !== null) return listed.includes(token)
  return mark !== undefined && (token.startsWith(`${mark}:`) || token.startsWith(`${mark}#`))
}

/** The state after a word, or null where the word cannot stand there. */
export function advance(state: State, token: string): State | null {
  const top = state.at(-1)
  if (!top) return null
  const rest = state.slice(0, -1)
  const { symbol, dataset, rule, isBegun } = top
  if (symbol.endsWith('*')) {
    if (token === endOfList) return isBegun ? rest : null
    return advance(
      [...rest, { ...top, isBegun: true }, { symbol: symbol.slice(0, -1), dataset, rule: 0, isBegun: false }],
      token,
    )
  }
  if (leaves[symbol]) {
    if (!fits(symbol, token, dataset)) return null
    if (symbol !== 'dataset') return rest
    // The slots that follow in the same rule speak of this dataset.
    const name = token.slice(2)
    return rest.map((expected) => (expected.rule === rule ? { ...expected, dataset: name } : expected))
  }
  const opened = ruleOf(symbol, token, dataset)
  if (!opened) return null
  // The slots of one rule share a number, so that the dataset it names reaches those that follow.
  const id = 1 + Math.max(0, ...state.map((expected) => expected.rule))
  const next = [
    ...rest,
    ...opened.slots.map((slot) => ({ symbol: opened.rule.slots[slot]!, dataset, rule: id, isBegun: false })).reverse(),
  ]
  return opened.isSaid ? next : advance(next, token)
}

/** The dataset that the next word speaks of, and whether it is an id. */
export const nextOf = (state: State): { symbol: string; dataset: string } => {
  const { symbol = '', dataset = '' } = state.at(-1) ?? {}
  return { symbol, dataset }
}
