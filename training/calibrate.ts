import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isAnsweredAnyway, type Judged, mayBeAnswered } from '../src/ask/reader/answered.ts'
import type { Evidence } from '../src/ask/reader/evidence.ts'
import { confidenceOf, featuresOf, type Gate, partsOf } from '../src/ask/reader/gate.ts'

/**
 * Fits the gate to results that evaluate.ts wrote: weights by logistic regression, and the threshold from which at most
 * a share of the answerable questions is answered wrongly, each set judged by weights that were fitted to the others.
 * Prints what each set gives, and how often a confidence was right.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    wrong: { type: 'string', default: '0.02' },
    drawn: { type: 'string', default: '0.01' },
    drawnParts: { type: 'string', default: '0.02' },
    /** Sets to count together, divided by commas. */
    sets: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})
type Result = Judged & { id: string; isAnswerable: boolean; isRight: boolean; evidence: Evidence }
const lines = positionals.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
const all: Result[] = lines.map((line) => JSON.parse(line))
/** A question without a reading is never answered; it counts among the answerable ones. */
const answerableOf = (list: readonly Result[]): number => list.filter(({ isAnswerable }) => isAnswerable).length
const isRead = ({ evidence }: Result): boolean => evidence !== null && evidence.probabilities[0]! > evidence.refusal

type Weights = Omit<Gate, 'threshold'>
/** How strongly the weights of features and of parts are drawn towards zero. */
const [drawn, drawnParts] = [Number(values.drawn), Number(values.drawnParts)]

const counted = Map.groupBy(
  all.filter(isRead).flatMap(({ evidence }) => [...partsOf(evidence.meaning)]),
  (part) => part,
)
/** Parts that enough meanings have, and enough others have not. */
const weighed = [...counted]
  .filter(([, list]) => list.length >= 25 && list.length < 0.9 * all.length)
  .map(([part]) => part)
  .sort()

/** Weights of features that are made alike: with those of another list to begin with, few steps are left. */
type Fitted = { readonly weights: Weights; readonly alike: Float64Array }
const mostRounds = 12
const enough = 1e-5

/** Weights that make the right readings most probable, by Newton's method; features are made alike first. */
function fit(list: readonly Result[], begin?: Fitted): Fitted {
  const rows = list.filter(isRead).map(({ evidence, isRight }) => {
    const own = partsOf(evidence.meaning)
    return { x: [...featuresOf(evidence), ...weighed.map((part) => Number(own.has(part)))], y: Number(isRight) }
  })
  const size = rows[0]!.x.length
  const features = size - weighed.length
  const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const means = rows[0]!.x.map((_, at) => (at === 0 ? 0 : meanOf(rows.map(({ x }) => x[at]!))))
  const widths = means.map((mean, at) =>
    at === 0 ? 1 : Math.sqrt(meanOf(rows.map(({ x }) => (x[at]! - mean) ** 2))) || 1,
  )
  const alike = rows.map(({ x, y }) => ({ x: x.map((value, at) => (value - means[at]!) / widths[at]!), y }))
  const pull = (at: number): number => (at === 0 ? 0 : at < features ? drawn : drawnParts)
  const weights = begin ? Float64Array.from(begin.alike) : new Float64Array(size)
  for (let [round, largest] = [0, 1]; round < mostRounds && largest > enough; round++) {
    largest = 0
    const slope = Float64Array.from(weights, (weight, at) => pull(at) * weight)
    const bend = Array.from({ length: size }, (_, at) => {
      const row = new Float64Array(size)
      row[at] = pull(at) + 1e-9
      return row
    })
    for (const { x, y } of alike) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * weights[at]!, 0)))
      const part = (p * (1 - p)) / alike.length
      for (let i = 0; i < size; i++) {
        slope[i]! += ((p - y) * x[i]!) / alike.length
        const row = bend[i]!
        const own = part * x[i]!
        if (own !== 0) for (let j = 0; j < size; j++) row[j]! += own * x[j]!
      }
    }
    for (const [at, step] of solved(bend, slope).entries()) {
      weights[at]! -= step
      largest = Math.max(largest, Math.abs(step))
    }
  }
  const scaled = Array.from(weights, (weight, at) => weight / widths[at]!)
  scaled[0]! -= scaled.reduce((sum, weight, at) => sum + weight * means[at]!, 0)
  const told = {
    weights: scaled.slice(0, features).map((weight) => Number(weight.toFixed(4))),
    parts: Object.fromEntries(weighed.map((part, at) => [part, Number(scaled[features + at]!.toFixed(4))])),
  }
  return { weights: told, alike: weights }
}

/** The solution of linear equations, whose matrix has no zero on its diagonal; both are used up. */
function solved(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length
  for (let i = 0; i < size; i++)
    for (let row = i + 1; row < size; row++) {
      const factor = matrix[row]![i]! / matrix[i]![i]!
      if (factor === 0) continue
      for (let j = i; j < size; j++) matrix[row]![j]! -= factor * matrix[i]![j]!
      right[row]! -= factor * right[i]!
    }
  for (let i = size - 1; i >= 0; i--) {
    for (let j = i + 1; j < size; j++) right[i]! -= matrix[i]![j]! * right[j]!
    right[i]! /= matrix[i]![i]!
  }
  return right
}

type Scored = { readonly one: Result; readonly confidence: number }

/** The least confidence from which no more than the share of the answerable questions is wrong, refusals counted in. */
function thresholdOf(list: readonly Scored[], share: number): number {
  const answerable = answerableOf(list.map(({ one }) => one))
  const may = list.filter(({ one }) => mayBeAnswered(one))
  const isAnyway = ({ one, confidence }: Scored): boolean => isAnsweredAnyway(one, confidence)
  const order = may.filter((one) => !isAnyway(one)).sort((a, b) => b.confidence - a.confidence)
  // What is answered whatever the threshold is counts too.
  let [wrong, threshold] = [may.filter((scored) => isAnyway(scored) && !scored.one.isRight).length, 1]
  for (const { one, confidence } of order) {
    if (!one.isRight) wrong++
    if (wrong > share * answerable) break
    threshold = confidence
  }
  return threshold
}

const say = (name: string, list: readonly Scored[], threshold: number): void => {
  const answered = list.filter(
    ({ one, confidence }) => mayBeAnswered(one) && (confidence >= threshold || isAnsweredAnyway(one, confidence)),
  )
  const answerable = answerableOf(list.map(({ one }) => one))
  const right = answered.filter(({ one }) => one.isRight).length
  const refused = answered.filter(({ one }) => !one.isAnswerable).length
  const wrong = answered.length - right - refused
  process.stdout.write(
    `${name}: ${right} right (${((100 * right) / answerable).toFixed(1)} %), ${wrong} wrong (${((100 * wrong) / answerable).toFixed(1)} %) of ${answerable}; ${refused} of ${list.length - answerable} refusals answered\n`,
  )
}

const share = Number(values.wrong)
const score = (list: readonly Result[], weights: Weights): Scored[] =>
  list.map((one) => ({ one, confidence: isRead(one) ? confidenceOf(one.evidence, { ...weights, threshold: 0 }) : 0 }))
// Each set is judged by weights that were fitted to the others: what was fitted to a question is too sure of it.
const whole = fit(all)
const scored = new Map<string, Scored[]>()
for (const [name, own] of Map.groupBy(all, ({ id }) => /^[^\d]+/.exec(id)![0])) {
  const others = all.filter((one) => !own.includes(one))
  scored.set(name, score(own, fit(others.length > 0 ? others : own, whole).weights))
}
const judged = [...scored.values()].flat()
for (const [name, own] of scored)
  say(
    name,
    own,
    thresholdOf(
      judged.filter((one) => !own.includes(one)),
      share,
    ),
  )
const threshold = Number(thresholdOf(judged, share).toFixed(4))
for (const names of values.sets.split(',').filter(Boolean))
  say(
    names,
    [...names].flatMap((name) => scored.get(name) ?? []),
    threshold,
  )
say('all', judged, threshold)
process.stdout.write(`threshold ${threshold}\n| confidence | readings | right |\n| --- | --- | --- |\n`)
for (const [from, to] of [
  [0, 0.2],
  [0.2, 0.4],
  [0.4, 0.6],
  [0.6, 0.8],
  [0.8, 0.9],
  [0.9, 0.95],
  [0.95, 1.01],
] as const) {
  const own = judged.filter(({ one, confidence }) => isRead(one) && confidence >= from && confidence < to)
  const right = own.filter(({ one }) => one.isRight).length
  process.stdout.write(
    `| ${from} to ${Math.min(to, 1)} | ${own.length} | ${own.length === 0 ? '' : `${Math.round((100 * right) / own.length)} %`} |\n`,
  )
}
if (values.write)
  writeFileSync(
    join(import.meta.dirname, '../src/ask/reader/gate.json'),
    `${JSON.stringify({ ...whole.weights, threshold } satisfies Gate)}\n`,
  )
