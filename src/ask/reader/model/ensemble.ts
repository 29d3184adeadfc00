import type { Model } from './model.ts'

/** Several models as one, which also says what each of them makes of a word of the last step: its logarithms. */
export type Ensemble = Model & {
  readonly opinions: (row: number, word: number) => readonly number[]
}

/** A model that may run elsewhere: a call begins the work, and what it returns waits for the end. */
export type Member = {
  readonly read: (...given: Parameters<Model['read']>) => () => void
  readonly step: (...given: Parameters<Model['step']>) => () => readonly Float32Array[]
}

/** A model of this thread as a member: its work is done when the call returns. */
export const memberOf = ({ read, step }: Model): Member => ({
  read(...given) {
    read(...given)
    return () => {}
  },
  step(...given) {
    const rows = step(...given)
    return () => rows
  },
})

/**
 * Several models as one. They were trained apart on the same words, and each word of a meaning is as probable as the
 * geometric mean of what they say: a word that one of them finds impossible is not followed.
 */
export function ensembleOf(own: Model, others: readonly Member[]): Ensemble {
  const members = [...others, memberOf(own)]
  let last: (readonly Float32Array[])[] = []
  return {
    source: own.source,
    target: own.target,
    read(words) {
      for (const wait of members.map(({ read }) => read(words))) wait()
    },
    step(parents, words) {
      last = members.map(({ step }) => step(parents, words)).map((wait) => wait())
      return words.map((_, n) => (last.length === 1 ? last[0]![n]! : meanOf(last.map((rows) => rows[n]!))))
    },
    opinions: (row, word) => last.map((rows) => rows[row]![word]!),
  }
}

/** What is less probable adds nothing to a sum. */
const leastLog = -30

/** The mean of logarithms of probabilities, made to sum to one again. */
function meanOf(rows: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(rows[0]!.length)
  for (const row of rows) for (let i = 0; i < mean.length; i++) mean[i]! += row[i]! / rows.length
  let sum = 0
  for (let i = 0; i < mean.length; i++) if (mean[i]! > leastLog) sum += Math.exp(mean[i]!)
  const whole = Math.log(sum)
  for (let i = 0; i < mean.length; i++) mean[i]! -= whole
  return mean
}
