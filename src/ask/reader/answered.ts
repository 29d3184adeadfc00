import type { Representation } from '../representation.ts'
import type { Evidence } from './evidence.ts'
import { confidenceOf, type Gate, mostRefusal } from './gate.ts'
import type { Reading, Readings } from './readings.ts'
import { absentIn, isForbidden, isForecast } from './refusedWords.ts'
import { unusedIn } from './unused.ts'

/** What decides whether a reading is answered. */
export type Judged = {
  /** Whether it leaves out no name and no day of the question, can be run, and no word of it is refused. */
  readonly isWhole: boolean
  /** Whether nothing is open but how many rows are meant. */
  readonly isSure: boolean
  /** Null where there is no reading. */
  readonly evidence: Evidence | null
}

export function judged(question: string, found: Readings, answer: Reading, evidence: Evidence): Judged {
  const { names, days } = unusedIn(found.encoded, answer.words)
  return {
    isWhole:
      found.fault === null &&
      names.length + days.length + answer.lapses.length === 0 &&
      !isForbidden(question) &&
      !isForecast(question) &&
      absentIn(question).length === 0,
    isSure: isSureButForDefaults(found, evidence),
    evidence,
  }
}

/** Whether a reading may be answered at all, however sure it is. */
export const mayBeAnswered = ({ isWhole, evidence }: Judged): boolean =>
  isWhole && evidence !== null && evidence.refusal < Math.min(mostRefusal, evidence.probabilities[0]!)

/** From this confidence on a reading is answered that leaves next to nothing of the question unaccounted for. */
const accountedConfidence = 0.7

/** Whether a reading that may be answered is, whatever confidence others need. */
export const isAnsweredAnyway = ({ isSure, evidence }: Judged, confidence: number): boolean =>
  isSure || (confidence >= accountedConfidence && evidence!.account.strange <= 1)

/** Whether a reading is answered. The service and the programs of `training/` both ask here. */
export function isAnswered(one: Judged, gate: Gate): boolean {
  if (!mayBeAnswered(one)) return false
  const confidence = confidenceOf(one.evidence!, gate)
  return confidence >= gate.threshold || isAnsweredAnyway(one, confidence)
}

/** What a meaning asks for, less how many rows of it there are and which columns stand beside what sorts. */
export const matterOf = ({ select, order, limit, notes: _, ...rest }: Representation): string => {
  const measureOf = (by: number | string) => (typeof by === 'number' ? select[by]?.of : by)
  const told = order.length > 0 && limit !== null ? [] : select.map(({ of }) => of)
  return JSON.stringify([rest, order.map(({ by, descending }) => [measureOf(by), descending]), limit !== null, told])
}

/** From this share on of all that a question may mean a reading is sure, though how many rows are meant is not. */
const sureShare = 0.9
const leastSure = 0.4

function isSureButForDefaults({ readings, refusal }: Readings, { account, result }: Evidence): boolean {
  const [first] = readings
  if (!first || first.representation.limit === null || account.left > 0 || !result || result.rows === 0) return false
  const all = readings.reduce((sum, { probability }) => sum + probability, refusal)
  const same = readings.filter(({ representation }) => matterOf(representation) === matterOf(first.representation))
  const own = same.reduce((sum, { probability }) => sum + probability, 0)
  return own >= leastSure && own >= sureShare * all
}
