import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './words.ts'

/** Stands in the blanks of a text. */
const blanks = ['12', '34', '56', '78']
/** Stands for the facts of a warning, whatever their names. */
const facts = new Proxy({}, { get: () => '56' })

/** Every text of a catalogue with its path; a text with blanks is filled. */
function textsIn(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node === 'function') {
    const filled = path.startsWith('.calls.warnings.') ? [...blanks.slice(0, 2), facts] : blanks
    return textsIn((node as (...args: unknown[]) => unknown)(...filled), path)
  }
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
}

const en = textsIn(wordsOf('en'))
const zh = new Map(textsIn(wordsOf('zh')))
const han = /\p{Script=Han}/u

/** Names that the registry or the data has in one language alone, with their form in the other. */
const isName = (path: string): boolean => /^\.(names|dataset\.(licences|publishers|units))\./.test(path)

test('no text is left unwritten, and none mixes the languages', () => {
  assert.ok(en.length > 700, String(en.length))
  // The name of the other language, words to search for, and questions as people ask them.
  const isExample = (path: string): boolean => /otherLanguage|Hint$|hint$|xample|questions|themes/.test(path)
  for (const [path, text] of en) {
    assert.doesNotMatch(text, /undefined|\[object/, path)
    if (!isExample(path)) assert.doesNotMatch(text, /[，。；：？「」]/, `${path}: ${text}`)
  }
  const untranslated = en.filter(([path, text]) => {
    const other = zh.get(path)!
    const isPlain = /^[\w./$%+−–-]*$|^[A-Z][\w ]*$|^[^a-z]*$|^[{}\w /]*$/.test(text)
    return other === text && !isName(path) && !isPlain && !isExample(path)
  })
  const chinese = [...zh.values()].filter((text) => han.test(text)).length
  assert.ok(chinese > 0.85 * zh.size, `${chinese} of ${zh.size}`)
  assert.deepEqual(untranslated, [])
})
