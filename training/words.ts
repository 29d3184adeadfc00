import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encode } from '../src/ask/reader/encode.ts'
import { createNames } from '../src/ask/reader/names.ts'
import { leastOften, wordsAndPairs } from '../src/ask/reader/unseen.ts'
import { readWriters } from './corpus.ts'
import { openMarket } from './open.ts'

/** Writes the words of the corpus, by which the gate knows a question that is written otherwise. */
const { values } = parseArgs({ options: { home: { type: 'string', default: 'data' } } })
const { facts } = await openMarket(values.home)
const names = createNames(facts)
const counts = new Map<string, number>()
for (const { questions } of readWriters().flatMap(({ entries }) => entries))
  for (const { text } of questions)
    for (const one of wordsAndPairs(encode(text, names).words)) counts.set(one, (counts.get(one) ?? 0) + 1)
const [often, seldom] = [true, false].map((isOften) =>
  [...counts]
    .filter(([, count]) => count >= leastOften === isOften)
    .map(([one]) => one)
    .sort()
    .join(' '),
)
writeFileSync(join(import.meta.dirname, '../src/ask/reader/words.txt'), `${often}\n${seldom}\n`)
process.stdout.write(`${counts.size} words and pairs\n`)
process.exit(0)
