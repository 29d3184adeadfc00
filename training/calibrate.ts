import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { confidenceOf, type Evidence, featuresOf, type Gate, mostRefusal, partsOf } from '../src/ask/reader/gate.ts'

/**
 * Fits the gate to results that evaluate.ts wrote: weights by logistic regression, and the threshold from which at most
 * a share of the answerable questions is answered wrongly by the models; what the grammar answers is not counted. Prints
 * what each set gives when the gate was fitted to the others, and a table of how often a confidence was right.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wrong: { type: 'string', default: '0.02' }, write: { type: 'boolean', default: false } },
})
type Result = Omit<Evidence, 'first'> & {
  id: string
  isAnswerable: boolean
  isRight: boolean
  probability: number
  unused: number
  /** True where a more probable meaning could not be run: such a question is not answered. */
  isFaulty: boolean
}
const results: Result[] = positionals.flatMap((file) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)),
)
const evidenceOf = (result: Result): Evidence => ({ ...result, first: result.probability })

const mayPass = ({ probability, refusal, unused, isFaulty, explained }: Result): boolean =>
  probability > refusal && refusal < mostRefusal && unused === 0 && !isFaulty && explained.length > 0

type Weights = Omit<Gate, 'threshold'>
/** How strongly the weights of features and of parts are drawn towards zero. */
const [drawn, drawnParts] = [0.005, 0.1]

const counted = Map.groupBy(
  results.flatMap(({ meaning }) => [...partsOf(meaning)]),
  (part) => part,
)
/** Parts that enough meanings have, and enough others have not. */
const weighed = [...counted]
  .filter(([, list]) => list.length >= 25 && list.length < 0.9 * results.length)
  .map(([part]) => part)
  .sort()

/** Weights that make the right readings most probable, by Newton's method; features are made alike first. */
function fit(list: readonly Result[]): Weights {
  const rows = list
    .filter((one) => one.probability > one.refusal && !one.isFaulty && one.explained.length > 0)
    .map((one) => {
      const own = partsOf(one.meaning)
      return {
        x: [...featuresOf(evidenceOf(one)), ...weighed.map((part) => Number(own.has(part)))],
        y: Number(one.isRight),
      }
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
  const weights = new Float64Array(size)
  for (let round = 0; round < 12; round++) {
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
    for (const [at, step] of solved(bend, slope).entries()) weights[at]! -= step
  }
  const scaled = Array.from(weights, (weight, at) => weight / widths[at]!)
  scaled[0]! -= scaled.reduce((sum, weight, at) => sum + weight * means[at]!, 0)
  return {
    weights: scaled.slice(0, features).map((weight) => Number(weight.toFixed(4))),
    parts: Object.fromEntries(weighed.map((part, at) => [part, Number(scaled[features + at]!.toFixed(4))])),
  }
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

/** The least confidence from which no more than the share of the answerable questions is wrong, refusals counted in. */
function thresholdOf(list: readonly Result[], weights: Weights, share: number): number {
  const answerable = list.filter(({ isAnswerable }) => isAnswerable).length
  const order = list
    .filter(mayPass)
    .map((one) => ({ one, confidence: confidenceOf(evidenceOf(one), { ...weights, threshold: 0 }) }))
    .sort((a, b) => b.confidence - a.confidence)
  let [wrong, threshold] = [0, 1]
  for (const { one, confidence } of order) {
    if (!one.isRight) wrong++
    if (wrong > share * answerable) break
    threshold = confidence
  }
  return threshold
}

const say = (name: string, list: readonly Result[], gate: Gate): void => {
  const answered = list.filter((one) => mayPass(one) && confidenceOf(evidenceOf(one), gate) >= gate.threshold)
  const answerable = list.filter(({ isAnswerable }) => isAnswerable).length
  const right = answered.filter(({ isRight }) => isRight).length
  const refused = answered.filter(({ isAnswerable }) => !isAnswerable).length
  const wrong = answered.length - right - refused
  process.stdout.write(
    `${name}: ${right} right, ${wrong} wrong of ${answerable}; ${refused} of ${list.length - answerable} refusals answered\n`,
  )
}
const share = Number(values.wrong)
const sets = [...Map.groupBy(results, ({ id }) => id[0]!).entries()]
for (const [name, own] of sets) {
  const others = results.filter((one) => !own.includes(one))
  if (others.length === 0) continue
  const weights = fit(others)
  say(`${name}, fitted to the others`, own, { ...weights, threshold: thresholdOf(others, weights, share) })
}
const weights = fit(results)
const gate = {
  ...weights,
  threshold: Number(thresholdOf(results, weights, share).toFixed(4)),
}
say('all, fitted to all', results, gate)
process.stdout.write(`${JSON.stringify(gate)}\n| confidence | readings | right |\n| --- | --- | --- |\n`)
for (const [from, to] of [
  [0, 0.2],
  [0.2, 0.4],
  [0.4, 0.6],
  [0.6, 0.8],
  [0.8, 0.9],
  [0.9, 1.01],
] as const) {
  const own = results.filter((one) => {
    const confidence = confidenceOf(evidenceOf(one), gate)
    return confidence >= from && confidence < to
  })
  process.stdout.write(
    `| ${from} to ${Math.min(to, 1)} | ${own.length} | ${own.length === 0 ? '' : `${Math.round((100 * own.filter(({ isRight }) => isRight).length) / own.length)} %`} |\n`,
  )
}
if (values.write) writeFileSync(join(import.meta.dirname, '../src/ask/reader/gate.json'), `${JSON.stringify(gate)}\n`)
