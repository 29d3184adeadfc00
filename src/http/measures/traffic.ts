import { threadId } from 'node:worker_threads'
import { lock, unlock } from '../../access/windows/spinLock.ts'

/** The kinds of answers that are counted by themselves. */
export const answerKinds = ['ok', 'unchanged', 'refused', 'limited', 'failed'] as const
type AnswerKind = (typeof answerKinds)[number]

/** The answers of one hour. */
type HourOfAnswers = Readonly<Record<AnswerKind, number>> & { readonly start: Date }

const hourMs = 3_600_000
const hourCount = 24
/** An hour more than is shown, so that the hour that begins never overwrites one that is read. */
const slotCount = hourCount + 1
const slotWords = 1 + answerKinds.length
/** The words before the slots: the lock, and the hour in which the process began. */
const headWords = 2

const hourAt = (now: Date): number => Math.floor(now.getTime() / hourMs)

/** Memory in which all serving threads count. */
export function createTrafficMemory(now: () => Date): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(4 * (headWords + slotCount * slotWords))
  new Int32Array(memory)[1] = hourAt(now())
  return memory
}

const kindOf = (status: number): number =>
  status >= 500 ? 4 : status === 429 ? 3 : status >= 400 ? 2 : status >= 300 ? 1 : 0

/** Counts answers by status and hour; a word per slot says which hour it holds. */
export function openTraffic(memory: SharedArrayBuffer, now: () => Date) {
  const words = new Int32Array(memory)
  const slotOf = (hour: number): number => headWords + (hour % slotCount) * slotWords

  /** Empties the slot of an hour that begins. */
  function begin(slot: number, hour: number): void {
    lock(words, 0, threadId + 1)
    if (Atomics.load(words, slot) !== hour) {
      for (let kind = 1; kind < slotWords; kind++) Atomics.store(words, slot + kind, 0)
      Atomics.store(words, slot, hour)
    }
    unlock(words, 0, threadId + 1)
  }

  return {
    count(status: number) {
      const hour = hourAt(now())
      const slot = slotOf(hour)
      if (words[slot] !== hour) begin(slot, hour)
      Atomics.add(words, slot + 1 + kindOf(status), 1)
    },
    /** The hours since the process began, the last 24 at most, oldest first. */
    hours(): readonly HourOfAnswers[] {
      const last = hourAt(now())
      const first = Math.max(words[1]!, last - hourCount + 1)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
        const slot = slotOf(first + i)
        const isHeld = Atomics.load(words, slot) === first + i
        const counts = answerKinds.map((kind, at) => [kind, isHeld ? Atomics.load(words, slot + 1 + at) : 0] as const)
        return { start: new Date((first + i) * hourMs), ...(Object.fromEntries(counts) as Record<AnswerKind, number>) }
      })
    },
  }
}

export type Traffic = ReturnType<typeof openTraffic>
