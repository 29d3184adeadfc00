import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { patternOf } from '../src/ask/llm/nearest.ts'
import { type Refusal, readWriters } from './corpus.ts'

/**
 * Chooses the questions of the corpus that a language model may be shown beside a question like them: of each pattern
 * of meanings one in Chinese and one in English, the datasets in turn, until there are enough.
 */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(import.meta.dirname, 'corpus') },
    out: { type: 'string', default: join(import.meta.dirname, '../src/ask/llm/nearest.txt') },
    most: { type: 'string', default: '20000' },
  },
})
const codes: Readonly<Record<Refusal, string>> = {
  out_of_scope: 'out_of_scope',
  advice: 'out_of_scope',
  private: 'not_allowed',
  injection: 'not_allowed',
  ambiguous: 'ambiguous',
}
type Pattern = { sentence: string; questions: string[] }
const patterns = new Map<string, Pattern>()
const refused = new Map<string, Pattern>()
for (const { writer, entries } of readWriters(values.corpus))
  for (const entry of entries) {
    const sentence = entry.refusal === null ? entry.sentence : `refuse ${codes[entry.refusal]}`
    const texts = entry.questions.map(({ text }) => text)
    if (entry.refusal !== null) {
      // Refusals have no pattern: each is of its own kind.
      refused.set(`${writer}/${entry.line}`, { sentence, questions: texts })
      continue
    }
    const key = patternOf(sentence)
    const known = patterns.get(key)
    if (!known) patterns.set(key, { sentence, questions: texts })
    // Questions of one pattern that are about other names mean something else: those of the first are taken.
    else if (known.sentence === sentence) known.questions.push(...texts)
  }

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
/** The question of middle length: neither a telegram nor a letter. */
const middle = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [texts.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[texts.length >> 1]!]

const byDataset = Map.groupBy(patterns.values(), ({ sentence }) => sentence.split(':')[0]!)
byDataset.set('', [...refused.values()])
const chosen: Pattern[] = []
let count = 0
for (let round = 0; count < Number(values.most); round++) {
  const before = count
  for (const list of byDataset.values()) {
    const pattern = list[round]
    if (!pattern || count >= Number(values.most)) continue
    const questions = [
      ...middle(pattern.questions.filter(isChinese)),
      ...middle(pattern.questions.filter((text) => !isChinese(text))),
    ]
    count += questions.length
    chosen.push({ sentence: pattern.sentence, questions })
  }
  if (count === before) break
}
chosen.sort((a, b) => (a.sentence < b.sentence ? -1 : 1))
writeFileSync(values.out, chosen.map(({ sentence, questions }) => `= ${sentence}\n${questions.join('\n')}\n`).join(''))
process.stdout.write(`${count} questions, ${chosen.length} meanings\n`)
