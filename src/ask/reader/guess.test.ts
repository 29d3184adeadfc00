import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { guessWith, modelFiles, openGuess, type Question } from './guess.ts'

const questions: readonly Question[] = [
  { words: [...'<e0> <stock>'.split(' '), ...'今天收多少'], counts: { i: 1, v: 1, n: 0, t: 0, month: 0 }, width: 4 },
  { words: 'top <n0> <few> by market cap'.split(' '), counts: { i: 0, v: 0, n: 1, t: 0, month: 0 }, width: 4 },
  { words: ['x'], counts: { i: 0, v: 0, n: 0, t: 0, month: 0 }, width: 8 },
  { words: Array.from({ length: 200 }, () => '嗎'), counts: { i: 0, v: 0, n: 0, t: 0, month: 0 }, width: 2 },
]

test('models in threads of their own say what they say in one thread, for questions at once', async (t) => {
  const files = modelFiles()
  assert.ok(files.length > 1)
  const alone = guessWith(files, false)
  const beside = openGuess(files)!
  t.after(beside.close)
  const found = await Promise.all(questions.map(beside.guess))
  assert.deepEqual(found, await Promise.all(questions.map(alone)))
  assert.ok(found[0]!.some(({ tokens }) => tokens.includes('c:close')))
})

test('a question is an error where one of the models cannot be loaded', async (t) => {
  const guessing = openGuess([modelFiles()[0]!, join(import.meta.dirname, 'no-such-model.bin')])!
  t.after(guessing.close)
  await assert.rejects(guessing.guess(questions[0]!), /no such file/)
})

test('there is no model where no file is', () => {
  assert.equal(openGuess([]), null)
})
