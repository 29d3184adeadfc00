import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moduleFile } from '../../moduleFile.ts'
import { type Candidate, search } from './beam.ts'
import type { Slots } from './encode.ts'
import { callThread } from './model/callThread.ts'
import { ensembleOf, startMember } from './model/ensemble.ts'
import { loadModel } from './model/model.ts'

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

/** Runs models in this thread, or the first one here and each other in a thread beside it; one question at a time. */
export function guessWith(files: readonly string[], isParallel: boolean): Guess {
  const load = (file: string) => loadModel(readFileSync(file))
  const [first, ...others] = files
  const model = ensembleOf(load(first!), others.map(isParallel ? startMember : load))
  let last: Promise<unknown> = Promise.resolve()
  return ({ words, counts, width }) => {
    const found = last.then(() => search(model, words, (token) => isSaid(token, counts), width))
    last = found.catch(() => {})
    return found
  }
}

/** Opens the shipped models in a thread beside the service; null where there is none. */
export function openGuess(
  files: readonly string[] = modelFiles(),
): { guess: Guess; close: () => Promise<void> } | null {
  if (files.length === 0) return null
  const { call, close } = callThread<Question, readonly Candidate[]>(
    moduleFile(import.meta.dirname, 'guessThread'),
    files,
  )
  return { guess: call, close }
}
