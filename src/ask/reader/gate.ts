import type { Evidence } from './evidence.ts'

/** Weights of the evidence, and the confidence from which a reading is answered; `training/calibrate.ts` finds them. */
export type Gate = {
  readonly weights: readonly number[]
  /** Weights of what a meaning consists of: readings of some kinds are right more often than others. */
  readonly parts: Readonly<Record<string, number>>
  readonly threshold: number
}

/** From this probability of a refusal on a question is not answered, however sure its reading is. */
export const mostRefusal = 0.02

const logit = (p: number): number => Math.log(Math.max(p, 1e-6) / Math.max(1 - p, 1e-6))
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

export const featuresOf = (evidence: Evidence): number[] => {
  const { refusal, belief, meaning, length, slots, unseen, unusedNumbers, relations, account } = evidence
  const [first = 0, ...others] = evidence.probabilities
  const { rows, columns, nulls } = evidence.result ?? { rows: 1, columns: 1, nulls: 0 }
  const [least, most] = [Math.min(...belief.whole), Math.max(...belief.whole)]
  const beliefIn = (...kinds: Evidence['relations'][number][]): number[] =>
    others.filter((_, at) => kinds.includes(relations[at] ?? null))
  // Readings that return the same rows are one answer, and so are those whose columns are among its own.
  const shared = first + sumOf(beliefIn('same', 'fewer columns'))
  const rival = Math.max(0, ...beliefIn('different', 'more columns', 'fewer rows', 'more rows', null))
  const beside = (other: number): number => other / Math.max(first, 1e-6)
  return [
    1,
    logit(Math.min(first, 0.999)),
    beside(others[0] ?? 0),
    beside(others[1] ?? 0),
    logit(Math.min(first / Math.max(first + sumOf(others) + refusal, 1e-6), 0.999)),
    logit(Math.min(shared, 0.999)),
    logit(Math.min(shared / Math.max(first + sumOf(others) + refusal, 1e-6), 0.999)),
    rival / Math.max(shared, 1e-6),
    beside(sumOf(beliefIn('more columns'))),
    beside(sumOf(beliefIn('fewer rows'))),
    beside(sumOf(beliefIn('more rows'))),
    refusal,
    least,
    most - least,
    belief.weakest,
    belief.lowest,
    meaning.length / 10,
    Math.log(Math.max(length, 1)),
    slots,
    Math.min(unseen.never, 4),
    Math.min(unseen.seldom, 6),
    Number(unusedNumbers > 0),
    unusedNumbers,
    Number(rows === 0),
    Math.log1p(rows),
    columns,
    nulls,
    Math.min(account.left, 12),
    Number(account.left === 0),
    account.named,
    Number(account.left === 0 && account.named === 1),
    account.left / Math.max(length, 1),
    Math.min(account.strange, 12),
    Number(account.strange === 0),
    account.strange / Math.max(length, 1),
    Number(account.strange === 0 && unseen.never === 0),
    Number(account.strange === 0 && rival < 0.2 * shared),
    Number(account.strange <= 1 && rival < 0.2 * shared),
    Number(shared >= 0.4 && rival < 0.2 * shared),
    Number(shared >= 0.4 && rival < 0.2 * shared && account.left <= 2),
  ]
}

/** What a meaning consists of, each once: its words, less which name, number or day of the question they refer to. */
export const partsOf = (meaning: readonly string[]): ReadonlySet<string> =>
  new Set(meaning.map((word) => word.replace(/[#~].*/, '')))

/** How probable it is that the reading is what was meant, from 0 to 1. */
export const confidenceOf = (evidence: Evidence, { weights, parts }: Gate): number => {
  let sum = featuresOf(evidence).reduce((total, value, at) => total + value * (weights[at] ?? 0), 0)
  for (const part of partsOf(evidence.meaning)) sum += parts[part] ?? 0
  return 1 / (1 + Math.exp(-sum))
}
