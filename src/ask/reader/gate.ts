/** What is known of the most probable reading of a question when it is decided whether to answer it. */
export type Evidence = {
  /** Probabilities of the first and the second reading, and of a refusal. */
  readonly first: number
  readonly second: number
  readonly refusal: number
  /** Names, numbers and days of the question that the reading does not use. */
  readonly unused: number
  /** Words of the question. */
  readonly length: number
}

/** Weights of the evidence, and the confidence from which a reading is answered; `training/calibrate.ts` finds them. */
export type Gate = {
  readonly weights: readonly number[]
  readonly threshold: number
}

const logit = (p: number): number => Math.log(Math.max(p, 1e-6) / Math.max(1 - p, 1e-6))

export const featuresOf = ({ first, second, refusal, unused, length }: Evidence): number[] => [
  1,
  logit(Math.min(first, 0.999)),
  second / Math.max(first, 1e-6),
  refusal,
  Math.min(unused, 3),
  Math.log(Math.max(length, 1)),
]

/** How probable it is that the reading is what was meant, from 0 to 1. */
export const confidenceOf = (evidence: Evidence, { weights }: Gate): number => {
  const sum = featuresOf(evidence).reduce((total, value, at) => total + value * (weights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-sum))
}
