import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFixture, shareGuess } from '../../../test/support/ask.ts'
import { readGold } from '../../../test/support/score/gold.ts'
import { type Answer, judge, type Question } from '../../../test/support/score/score.ts'
import { createReader } from '../reader/reader.ts'

const published = join(import.meta.dirname, '../../../../shared/ask/dev-questions.jsonl')
const skip = existsSync(published) ? false : `no published questions: put them at ${published}`
const golds = readGold(readFileSync(join(import.meta.dirname, 'published.sql'), 'utf8'))
const questions: Question[] = skip
  ? []
  : readFileSync(published, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

/** One gold in three is run, one question in six asked; with TORTURE every one. */
const run = [...golds].filter((_, n) => process.env.TORTURE !== undefined || n % 3 === 0)
const asks = questions.filter((_, n) => process.env.TORTURE !== undefined || n % 6 === 0)

const asked = await openFixture()
const guessing = await shareGuess()
after(async () => {
  asked.close()
  await guessing.stop()
})

test('every published question that has an answer has a gold, and no gold is of no question', { skip }, () => {
  const wanted = questions.filter(({ expects }) => expects === 'rows').map(({ id }) => id)
  assert.deepEqual([...golds.keys()].sort(), wanted.sort())
})

test('golds run, and name the columns their order speaks of', async () => {
  for (const [id, readings] of run)
    for (const { sql, order } of readings) {
      const { columns } = await asked.select(sql)
      assert.ok(order === null || columns.includes(order.column), id)
    }
})

test('no published question is answered wrongly, and what must be refused is', { skip }, async () => {
  const { translate } = createReader(asked.facts, guessing.guess)
  const ask = async (question: string): Promise<Answer> => {
    const outcome = await translate(question, asked.run)
    if (outcome.kind === 'declined') return { kind: 'declined', code: outcome.code, why: outcome.detail }
    return { kind: 'rows', sql: outcome.sql, table: await asked.select(outcome.sql) }
  }
  const stocks = new Set(asked.facts.securities.filter(({ type }) => type === 'stock').map(({ id }) => id))
  const verdicts = await judge(asks, { ask, select: asked.select, golds, stocks })
  assert.deepEqual(
    verdicts.filter(({ outcome }) => outcome === 'wrong').map(({ question }) => question.id),
    [],
  )
  // The small market holds one year, so that some questions about longer times find no dates in it.
  assert.ok(verdicts.filter(({ outcome }) => outcome === 'correct').length >= asks.length * 0.85)
})
