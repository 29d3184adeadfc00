import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { columnsOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'
import { simplify } from './simplified.ts'

const root = join(import.meta.dirname, '../../..')
const published = ['dev-questions.jsonl', 'dev2-questions.jsonl'].map((file) => join(root, '../shared/ask', file))
const absent = published.filter((file) => !existsSync(file))
const skip = absent.length > 0 && `no published questions: put them at ${absent.join(' and ')}`

/** Letters alone, in one script, with one space between what is not a letter: how two ways to write a text are compared. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/\p{Script=Han}/gu, simplify)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Long enough to be a question's own way to say something: four words, or six Chinese characters. */
const isLong = (words: string): boolean =>
  words.trim().split(' ').length >= 4 || (words.match(/\p{Script=Han}/gu) ?? []).length >= 6

/** The words of a lexicon or of rules that stand in one of the questions and in no text elsewhere. */
function takenFrom(questions: readonly string[], words: Iterable<string>, elsewhere: Iterable<string>): string[] {
  const asked = questions.map(plain)
  let taken = [...new Set([...words].map(plain))].filter((one) => isLong(one) && asked.some((text) => isIn(one, text)))
  // There are megabytes of other texts, and few words to look for.
  for (const text of elsewhere) {
    if (taken.length === 0) break
    const written = plain(text)
    taken = taken.filter((one) => !isIn(one, written))
  }
  return taken
}
/** Latin words are whole words; Chinese has no gaps between them. */
const isIn = (words: string, text: string): boolean =>
  text.includes(/\p{Script=Han}/u.test(words) ? words.trim() : words)

/** Texts in quotation marks, and the alternatives of regular expressions; comments are none. */
function textsIn(file: string): string[] {
  const code = file.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '')
  const strings = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
  const expressions = [...code.matchAll(/(?<=[=(,:[]\s*)\/(?![/*])((?:[^/\\\n]|\\.)+)\//g)]
  return [...strings, ...expressions].flatMap(([, ...found]) =>
    (found.find((one) => one !== undefined) ?? '').split(/[|()[\]{}]/),
  )
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n')
const questions = (file: string): string[] => linesOf(file).map((line) => JSON.parse(line).question)

/** Everything by which a part of the engine knows words. */
function lexicon(part: string): string[] {
  const files = globSync(`src/ask/${part}/**/*.{ts,txt,tsv,json}`, { cwd: root })
  return files
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/model/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return file.endsWith('.ts') ? textsIn(text) : text.split(/[\t\n|]/)
    })
}

/** The names of the registry, and questions that others wrote. */
function* elsewhere(): Generator<string> {
  const labels = [
    ...catalogue.flatMap((dataset) => [dataset, ...columnsOf(dataset).map(([, field]) => field)]),
    ...computed,
  ]
  yield JSON.stringify(labels)
  for (const file of readdirSync(join(root, 'src/ask/questions')))
    yield questions(join(root, 'src/ask/questions', file)).join('\n')
  for (const file of globSync('training/corpus/*.txt', { cwd: root })) yield readFileSync(join(root, file), 'utf8')
}

test('no words that only a published question has stand in the rules and the lexicon', { skip }, () => {
  const words = lexicon('{reader,canonical,heed}')
  assert.ok(words.length > 1_000)
  assert.deepEqual(takenFrom(published.flatMap(questions), words, elsewhere()), [])
})

test('words that were taken from a question are found, those that others use too are not', () => {
  const asked = ['我先生過世以前留給我一些兆豐金，每一次除息是哪一天', 'Top 15 names by mcap. Id + mcap is enough.']
  const code = `const rule = /過世以前留給我|上漲/\nconst also = ['names by mcap id', 'top 15 names by', 'mcap']`
  const elsewhere = ['請列出 top 15 names by volume']
  assert.deepEqual(takenFrom(asked, textsIn(code), elsewhere).sort(), [
    plain('names by mcap id'),
    plain('過世以前留給我'),
  ])
  assert.deepEqual(takenFrom(asked, ['過世以前', '除息是哪一天嗎'], elsewhere), [])
})
