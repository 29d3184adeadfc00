import { moduleFile } from '../../../moduleFile.ts'
import { callThread } from './callThread.ts'
import type { ModelCall } from './memberThread.ts'
import { type Model, mostWords } from './model.ts'

/** A model that may run elsewhere: what it returns may come later. */
export type Member = {
  readonly read: (words: readonly number[]) => unknown
  readonly step: (
    parents: readonly number[],
    words: readonly number[],
  ) => readonly Float32Array[] | Promise<readonly Float32Array[]>
}

/** Starts a model in a thread of its own, which ends with this one. */
export function startMember(file: string): Member {
  const { call } = callThread<ModelCall, Float32Array[]>(moduleFile(import.meta.dirname, 'memberThread'), file)
  return {
    read: (words) => call({ read: words.slice(0, mostWords) }),
    step: (parents, words) => call({ parents: [...parents], words: [...words] }),
  }
}

/** Several models as one, which also says what each of them makes of a word of the last step: its logarithms. */
export type Ensemble = Pick<Model, 'source' | 'target'> & {
  readonly read: (words: readonly number[]) => Promise<void>
  readonly step: (parents: readonly number[], words: readonly number[]) => Promise<readonly Float32Array[]>
  readonly opinions: (row: number, word: number) => readonly number[]
}

/**
 * Several models as one. They were trained apart on the same words, and each word of a meaning is as probable as the
 * geometric mean of what they say: a word that one of them finds impossible is not followed.
 */
export function ensembleOf(own: Model, others: readonly Member[]): Ensemble {
  // The others begin before this one, whose work keeps this thread.
  const members: readonly Member[] = [...others, own]
  let last: (readonly Float32Array[])[] = []
  return {
    source: own.source,
    target: own.target,
    async read(words) {
      await Promise.all(members.map(({ read }) => read(words)))
    },
    async step(parents, words) {
      last = await Promise.all(members.map(({ step }) => step(parents, words)))
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
