import { advance, isDone, refusedWord, type State, start } from './derivation.ts'
import type { Ensemble } from './model/ensemble.ts'
import { mostSteps } from './model/model.ts'
import { begin, end, idsOf } from './pieces.ts'

/** A meaning that the model gives a question, in words of the canonical language with references into the question. */
export type Candidate = {
  readonly tokens: readonly string[]
  readonly probability: number
  readonly belief: Belief
}

/** How far each model of several believes in a meaning, in logarithms of probabilities. */
export type Belief = {
  /** Of the whole meaning, for each model. */
  readonly whole: readonly number[]
  /** Of the least probable word: in the mean of the models, and of the model that believes in it least. */
  readonly weakest: number
  readonly lowest: number
}

type Beam = {
  readonly tokens: readonly string[]
  readonly state: State | null
  readonly log: number
  readonly belief: Belief
  readonly last: number
}

/**
 * The most probable meanings of a question. Only words that the canonical language allows are followed, and only
 * references to parts that the question has (`isSaid`).
 */
export async function search(
  model: Ensemble,
  words: readonly string[],
  isSaid: (token: string) => boolean,
  width = 4,
): Promise<Candidate[]> {
  const { target, source } = model
  await model.read(idsOf(words, source))
  let beams: Beam[] = [{ tokens: [], state: start, log: 0, belief: { whole: [], weakest: 0, lowest: 0 }, last: begin }]
  let parents = [0]
  const found: Candidate[] = []
  const steps = Math.min(mostSteps, 100)
  for (let step = 0; step < steps && beams.length > 0; step++) {
    const rows = await model.step(
      parents,
      beams.map(({ last }) => last),
    )
    const next: (Beam & { parent: number })[] = []
    for (const [parent, beam] of beams.entries()) {
      const row = rows[parent]!
      // Words in the order of their probability, as many as may be needed.
      const order = topOf(row, 24)
      let taken = 0
      for (const id of order) {
        if (taken >= width) break
        const log = beam.log + row[id]!
        if (row[id]! < -9) break
        const token = target.words[id]!
        const belief = () => believed(beam.belief, model.opinions(parent, id))
        if (id === end) {
          if (beam.state === null || isDone(beam.state)) {
            found.push({ tokens: beam.tokens, probability: Math.exp(log), belief: belief() })
            taken++
          }
          continue
        }
        if (step === 0 && refusedWord(token) !== null) {
          next.push({ tokens: [token], state: null, log, belief: belief(), last: id, parent })
          taken++
          continue
        }
        if (beam.state === null || !isSaid(token)) continue
        const state = advance(beam.state, token)
        if (state === null) continue
        next.push({ tokens: [...beam.tokens, token], state, log, belief: belief(), last: id, parent })
        taken++
      }
    }
    next.sort((a, b) => b.log - a.log)
    const best = Math.max(0, ...found.map(({ probability }) => probability))
    // What is less probable by far than a whole reading, or than the best one so far, will not overtake it.
    const least = Math.max(best * 0.02, Math.exp(next[0]?.log ?? 0) / 150, 1e-5)
    const kept = next.slice(0, width).filter(({ log }) => Math.exp(log) > least)
    beams = kept
    parents = kept.map(({ parent }) => parent)
  }
  return found.sort((a, b) => b.probability - a.probability)
}

const believed = ({ whole, weakest, lowest }: Belief, word: readonly number[]): Belief => ({
  whole: word.map((log, n) => log + (whole[n] ?? 0)),
  weakest: Math.min(weakest, word.reduce((sum, log) => sum + log, 0) / word.length),
  lowest: Math.min(lowest, ...word),
})

function topOf(row: Float32Array, n: number): number[] {
  const best: number[] = []
  for (let id = 0; id < row.length; id++) {
    const value = row[id]!
    if (best.length === n && value <= row[best[n - 1]!]!) continue
    let at = best.length
    while (at > 0 && row[best[at - 1]!]! < value) at--
    best.splice(at, 0, id)
    if (best.length > n) best.pop()
  }
  return best
}
