import type { Belief } from './beam.ts'

/** What is known of the most probable reading of a question when it is decided whether to answer it. */
export type Evidence = {
  /** Probabilities of the first and the second reading, and of a refusal. */
  readonly first: number
  readonly second: number
  readonly refusal: number
  /** How far each model believes in the first reading. */
  readonly belief: Belief
  /** How probable the words of the question are where the first reading is its meaning; empty where that is unknown. */
  readonly explained: readonly number[]
  /** How much better the first reading explains the question than the best of the others, in logarithms. */
  readonly margin: number
  /** Words of the question. */
  readonly length: number
  /** The words of the meaning. */
  readonly meaning: readonly string[]
}

/** Weights of the evidence, and the confidence from which a reading is answered; `training/calibrate.ts` finds them. */
export type Gate = {
  readonly weights: readonly number[]
  /** Weights of what a meaning consists of: readings of some kinds are right more often than others. */
  readonly parts: Readonly<Record<string, number>>
  readonly threshold: number
}

/** From this probability of a refusal on a question is not answered, however sure its reading is. */
export const mostRefusal = 0.02

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

const logit = (p: number): number => Math.log(Math.max(p, 1e-6) / Math.max(1 - p, 1e-6))

export const featuresOf = ({
  first,
  second,
  refusal,
  belief,
  explained,
  margin,
  length,
  meaning,
}: Evidence): number[] => {
  const low = explained.toSorted((a, b) => a - b).slice(0, 3)
  const [least, most] = [Math.min(...belief.whole), Math.max(...belief.whole)]
  return [
    1,
    logit(Math.min(first, 0.999)),
    second / Math.max(first, 1e-6),
    refusal,
    Math.log(Math.max(length, 1)),
    least,
    most - least,
    belief.weakest,
    belief.lowest,
    meaning.length / 10,
    meanOf(explained),
    low[0] ?? 0,
    meanOf(low),
    Math.max(-10, Math.min(10, margin)),
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
