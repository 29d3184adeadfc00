import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'corpus')

/** The meanings of all writers, one file for each. */
export const readWriters = (corpus = folder): { readonly writer: string; readonly entries: readonly Entry[] }[] =>
  readdirSync(corpus)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => ({
      writer: file.replace('.txt', ''),
      entries: readCorpus(readFileSync(join(corpus, file), 'utf8'), () => {}),
    }))

/** One meaning of the corpus and the questions that people ask for it. */
export type Entry = {
  readonly line: number
  /** The canonical sentence in the form `code`; empty for a refusal. */
  readonly sentence: string
  /** Why the question must be refused; null where it has an answer. */
  readonly refusal: Refusal | null
  readonly questions: readonly { readonly voice: string; readonly text: string }[]
}
export const refusals = ['out_of_scope', 'advice', 'private', 'injection', 'ambiguous'] as const
export type Refusal = (typeof refusals)[number]

/**
 * Reads a file of the corpus: a line `= sentence` opens a meaning, or `= refuse reason` a question without an answer;
 * lines `voice|question` follow. Lines that begin with `#` say something about the file.
 */
export function readCorpus(text: string, fault: (line: number, why: string) => void): Entry[] {
  const entries: {
    line: number
    sentence: string
    refusal: Refusal | null
    questions: { voice: string; text: string }[]
  }[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('=')) {
      const sentence = line.slice(1).trim()
      const [, reason] = /^refuse (\w+)$/.exec(sentence) ?? []
      const refusal = refusals.find((known) => known === reason) ?? null
      if (/^refuse\b/.test(sentence) && refusal === null) fault(index + 1, `a refusal is one of ${refusals.join(', ')}`)
      entries.push({ line: index + 1, sentence: refusal ? '' : sentence, refusal, questions: [] })
      continue
    }
    const bar = line.indexOf('|')
    const entry = entries.at(-1)
    if (bar < 1 || !entry) fault(index + 1, 'a question is written as voice|text below a meaning')
    else entry.questions.push({ voice: line.slice(0, bar).trim(), text: line.slice(bar + 1).trim() })
  }
  for (const { line, questions } of entries) if (questions.length === 0) fault(line, 'has no question')
  return entries
}
