import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Candidate, search } from './beam.ts'
import type { Slots } from './encode.ts'
import { ensembleOf, memberOf } from './model/ensemble.ts'
import { loadModel } from './model/model.ts'
import { startMember } from './model/startMember.ts'

/** How many names, numbers, days and months a question has: references beyond them stand for nothing. */
export type Counts = Readonly<Record<'i' | 'v' | 'n' | 't' | 'month', number>>

export type Question = { readonly words: readonly string[]; readonly counts: Counts; readonly width: number }

/** The most probable meanings of a question. */
export type Guess = (question: Question) => Promise<readonly Candidate[]>

export const countsOf = ({ names, numbers, days, months }: Slots): Counts => ({
  i: names.length,
  v: names.length,
  n: numbers.length,
  t: days.length,
  month: months.length,
})

const isSaid = (token: string, counts: Counts): boolean => {
  const [, mark, at, way] = /^([invt])#(\d+)(~\w+)?/.exec(token) ?? []
  // A value with a way to read it is a month, not a name.
  return mark === undefined || Number(at) < counts[mark === 'v' && way ? 'month' : (mark as keyof Counts)]
}

const folder = join(import.meta.dirname, 'model')
/** The models that are shipped; none where the files are missing. */
export const modelFiles = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.bin'))
        .sort()
        .map((name) => join(folder, name))
    : []

/** Runs models in this thread, or the first one here and each other in a thread beside it. */
export function guessWith(files: readonly string[], isParallel: boolean): (question: Question) => Candidate[] {
  const load = (file: string) => loadModel(readFileSync(file))
  const [first, ...others] = files
  const own = load(first!)
  const size = own.target.words.length
  const model = ensembleOf(
    own,
    others.map((file) => (isParallel ? startMember(file, size) : memberOf(load(file)))),
  )
  return ({ words, counts, width }) => search(model, words, (token) => isSaid(token, counts), width)
}

type Waiting = { readonly resolve: (list: readonly Candidate[]) => void; readonly reject: (error: Error) => void }

/** Opens the shipped models in a thread that answers one question after the other; null where there is none. */
export function openGuess(
  files: readonly string[] = modelFiles(),
): { guess: Guess; close: () => Promise<void> } | null {
  if (files.length === 0) return null
  const waiting = new Map<number, Waiting>()
  let last = 0
  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, 'guessThread.ts'), { workerData: files })
    worker.unref()
    worker.on('message', ({ id, list }: { id: number; list: readonly Candidate[] }) => {
      waiting.get(id)?.resolve(list)
      waiting.delete(id)
    })
    worker.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      // The next question starts another; a file that cannot be loaded is not tried again and again meanwhile.
      thread = null
    })
    return worker
  }
  let thread: Worker | null = start()
  return {
    guess: (question) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        thread ??= start()
        thread.postMessage({ id, question })
      }),
    async close() {
      await thread?.terminate()
    },
  }
}
