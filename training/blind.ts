import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanonical } from '../src/ask/canonical/canonical.ts'
import { checkedSql } from '../src/ask/compile.ts'
import { randomFrom } from '../test/support/random.ts'
import type { Gold } from '../test/support/score/gold.ts'
import { matches, type Table } from '../test/support/score/matches.ts'
import { readWriters } from './corpus.ts'
import { openMarket } from './open.ts'

/**
 * Checks the corpus blind: without --answers it prints questions alone, each with its number. A reader who has not seen
 * the corpus writes below each number what the question means, as a canonical sentence in the form `code`, or `refuse`.
 * With --answers FILE these meanings are compared with those of the corpus: the same sentence, or the same rows on the
 * market in --home. What differs is printed, to be looked at: either of the two may be wrong.
 */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(import.meta.dirname, 'corpus') },
    home: { type: 'string', default: 'data' },
    count: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    answers: { type: 'string' },
    out: { type: 'string' },
  },
})
type Line = { readonly at: string; readonly question: string; readonly meaning: string }
const lines: Line[] = []
for (const { writer, entries } of readWriters(values.corpus))
  for (const { line, sentence, refusal, questions } of entries)
    for (const { text } of questions)
      lines.push({ at: `${writer}.txt:${line}`, question: text, meaning: refusal === null ? sentence : 'refuse' })
const random = randomFrom(Number(values.seed))
const sample: Line[] = []
while (sample.length < Number(values.count) && lines.length > 0)
  sample.push(lines.splice(Math.floor(random() * lines.length), 1)[0]!)

if (values.answers === undefined) {
  const text = sample.map(({ question }, n) => `${n + 1}. ${question}\n`).join('')
  if (values.out) writeFileSync(values.out, text)
  else process.stdout.write(text)
  process.exit(0)
}

/** The meanings that the reader wrote, by number: `12. sentence`. */
const written = new Map(
  [...readFileSync(values.answers, 'utf8').matchAll(/^(\d+)\. (.*)$/gm)].map(([, n, text]) => [
    Number(n),
    text!.trim(),
  ]),
)
const { facts, select } = await openMarket(values.home)
const canonical = createCanonical()
const plain: Gold = { sql: '', order: null, limit: null, stocks: false }
const readOne = (sentence: string) => {
  const [found, ...others] = canonical.read(sentence, 'code')
  return found && others.length === 0 ? found : null
}

/** How two meanings compare: word for word, by their rows, or not at all. */
async function compare(own: string, other: string): Promise<'same' | 'same rows' | 'differs' | 'cannot be read'> {
  if (own === 'refuse' || other === 'refuse') return own === other ? 'same' : 'differs'
  const [meant, said] = [readOne(own), readOne(other)]
  if (!meant || !said) return 'cannot be read'
  if (canonical.print(meant, 'code') === canonical.print(said, 'code')) return 'same'
  try {
    const [right, answer] = [
      (await select(checkedSql(meant, facts))) as Table,
      (await select(checkedSql(said, facts))) as Table,
    ]
    if (right.rows.length === 0 && answer.rows.length === 0) return 'differs'
    // Either may show more columns than the other.
    return matches(plain, right, answer) || matches(plain, answer, right) ? 'same rows' : 'differs'
  } catch {
    return 'differs'
  }
}

const counts = new Map<string, number>()
for (const [n, { at, question, meaning }] of sample.entries()) {
  const said = written.get(n + 1)
  const verdict = said === undefined ? 'not written' : await compare(meaning, said)
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  if (verdict !== 'same' && verdict !== 'same rows')
    process.stdout.write(`${n + 1}. ${at} ${verdict}\n  ${question}\n  corpus: ${meaning}\n  reader: ${said ?? ''}\n`)
}
process.stdout.write(`${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}\n`)
process.exit(0)
