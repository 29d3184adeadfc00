import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCanonical } from '../src/ask/canonical/canonical.ts'
import { compile } from '../src/ask/compile.ts'
import { readCorpus } from './corpus.ts'
import { openMarket } from './open.ts'

/**
 * Holds the meanings of corpus files against a market: each must be read by the canonical language, mean something, and
 * run. Prints each that does not, with its line.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { home: { type: 'string', default: 'data' }, run: { type: 'boolean', default: false } },
})
const { facts, select } = await openMarket(values.home)
const canonical = createCanonical()
let [meanings, faults, empty, questions] = [0, 0, 0, 0]
const say = (file: string, line: number, sentence: string, why: string) => {
  faults++
  process.stdout.write(`${file}:${line}: ${why}\n    ${sentence}\n`)
}
for (const file of positionals)
  for (const entry of readCorpus(readFileSync(file, 'utf8'), (line, why) => say(file, line, '', why))) {
    meanings++
    questions += entry.questions.length
    if (entry.refusal !== null) continue
    const found = canonical.read(entry.sentence, 'code')
    if (found.length !== 1) {
      say(
        file,
        entry.line,
        entry.sentence,
        found.length === 0 ? 'is no sentence of the canonical language' : 'has several meanings',
      )
      continue
    }
    try {
      const sql = compile(found[0]!, facts, 'en')
      if (values.run) {
        const { rows } = await select(sql)
        if (rows.length === 0) {
          empty++
          process.stdout.write(
            `${file}:${entry.line}: no rows (keep it only if that is plausible)\n    ${entry.sentence}\n`,
          )
        }
      }
    } catch (error) {
      say(file, entry.line, entry.sentence, (error as Error).message.split('\n')[0]!)
    }
  }
process.stdout.write(`${meanings} meanings, ${questions} questions, ${faults} faults, ${empty} without rows\n`)
process.exit(faults > 0 ? 1 : 0)
