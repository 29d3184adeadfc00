import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Candidate, search } from './beam.ts'
import type { Slots } from './encode.ts'
import { loadModel } from './model/model.ts'

/** How many names, numbers and days a question has: references beyond them stand for nothing. */
export type Counts = Readonly<Record<'i' | 'v' | 'n' | 't', number>>

export type Question = { readonly words: readonly string[]; readonly counts: Counts; readonly width: number }

/** The most probable meanings of a question, by models that were trained apart: a reading's probability is their mean. */
export type Guess = (question: Question) => Promise<readonly Candidate[]>

export const countsOf = ({ names, numbers, days }: Slots): Counts => ({
  i: names.length,
  v: names.length,
  n: numbers.length,
  t: days.length,
})

const isSaid = (token: string, counts: Counts): boolean => {
  const found = /^([invt])#(\d+)/.exec(token)
  return !found || Number(found[2]) < counts[found[1] as keyof Counts]
}

const folder = join(import.meta.dirname, 'model')
/** The models that are shipped; none where the files are missing. */
const modelFiles = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.bin'))
        .sort()
        .map((name) => join(folder, name))
    : []

/** Runs a model in this thread. */
export function guessWith(file: string): (question: Question) => Candidate[] {
  const model = loadModel(readFileSync(file))
  return ({ words, counts, width }) => search(model, words, (token) => isSaid(token, counts), width)
}

/** The readings of several models as one list: a reading that only one of them has counts for its share. */
export function together(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const byTokens = new Map<string, { tokens: readonly string[]; probability: number }>()
  for (const list of lists)
    for (const { tokens, probability } of list) {
      const key = tokens.join(' ')
      const known = byTokens.get(key)?.probability ?? 0
      byTokens.set(key, { tokens, probability: known + probability / lists.length })
    }
  return [...byTokens.values()].sort((a, b) => b.probability - a.probability)
}

type Waiting = { readonly resolve: (list: readonly Candidate[]) => void; readonly reject: (error: Error) => void }

/** A thread that runs one model, one question after the other. */
function openThread(file: string): {
  guess: (question: Question) => Promise<readonly Candidate[]>
  close: () => Promise<void>
} {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isClosed = false
  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, 'guessThread.ts'), { workerData: file })
    worker.unref()
    worker.on('message', ({ id, list }: { id: number; list: readonly Candidate[] }) => {
      waiting.get(id)?.resolve(list)
      waiting.delete(id)
    })
    worker.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      if (!isClosed) thread = start()
    })
    return worker
  }
  let thread = start()
  return {
    guess: (question) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        thread.postMessage({ id, question })
      }),
    async close() {
      isClosed = true
      await thread.terminate()
    },
  }
}

/** Opens the shipped models, each in a thread of its own; null where there is none. */
export function openGuess(
  files: readonly string[] = modelFiles(),
): { guess: Guess; close: () => Promise<void> } | null {
  if (files.length === 0) return null
  const threads = files.map(openThread)
  return {
    guess: async (question) => together(await Promise.all(threads.map(({ guess }) => guess(question)))),
    close: async () => {
      await Promise.all(threads.map(({ close }) => close()))
    },
  }
}
