import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AskFixture, openFixture, sharedNearest } from '../../../test/support/ask.ts'
import { type FakeModel, type Heard, startModel } from '../../../test/support/models.ts'
import { silent } from '../../../test/support/sandbox.ts'
import type { Gold } from '../../../test/support/score/gold.ts'
import { type Answer, judge, type Question, type Verdict } from '../../../test/support/score/score.ts'
import { createCanonical } from '../canonical/canonical.ts'
import { checkedSql, compile } from '../compile.ts'
import { NotCovered } from '../coverage.ts'
import { createModelEngine, type ModelEngine, promptOf } from './engine.ts'
import { ModelError } from './errors.ts'
import { createModel } from './model.ts'

/**
 * Recorded answers of a large language model to 100 questions: those of sets A, B and C whose writers saw the catalogue
 * and the conventions only, and ten of the corpus whose meanings are no examples of the prompt. `training/record.ts`
 * records a model's answers anew, for another prompt or another model.
 */
type Recorded = Question & {
  /** SQL whose rows are right, each one by itself; or the meaning as a canonical sentence. None for a refusal. */
  readonly gold?: readonly string[]
  readonly meaning?: string
  /** Fingerprint of the prompt that was answered. */
  readonly prompt: string
  /** One for each exchange. */
  readonly answers: readonly unknown[]
}
const recorded: Recorded[] = readFileSync(join(import.meta.dirname, 'recorded.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

/** The one question that the model needed a correction for. */
const corrected = 'K002'
/** Every fourth question that has rows, the corrected one, and all that are refused; with TORTURE every one. */
const judged = recorded.filter(
  ({ id, expects }, n) => process.env.TORTURE !== undefined || expects === 'refuse' || id === corrected || n % 4 === 0,
)

/** They ask for a return over a whole year, which the small market is too short for; on a whole market they are right. */
const tooLong = new Set(['A022', 'C057'])

const nearest = sharedNearest()
let asked: AskFixture
let server: FakeModel
let engine: ModelEngine
/** Exchanges by question. */
const rounds = new Map<string, number>()

const questionIn = ({ body }: Heard): string =>
  JSON.parse(
    body.messages
      .at(-1)
      .content.split('\n')
      .find((line: string) => line.startsWith('"')),
  )

before(async () => {
  asked = await openFixture()
  server = await startModel('openai', (heard) => {
    const question = questionIn(heard)
    const round = rounds.get(question) ?? 0
    rounds.set(question, round + 1)
    const { answers } = recorded.find((one) => one.question === question)!
    return { kind: 'answer', value: answers[Math.min(round, answers.length - 1)] }
  })
  const settings = { provider: 'openai', address: server.url, model: 'large', timeoutMs: 20_000, atOnce: 1 } as const
  const model = createModel({ ...settings, cap: { perHour: 1e12 } }, silent, Date.now)
  engine = createModelEngine(model, 60_000, nearest)
})
after(async () => {
  await server.close()
  asked.close()
})

async function answer(question: string): Promise<Answer> {
  try {
    const understood = await engine.translate(question, { facts: asked.facts })
    if ('refused' in understood) return { kind: 'declined', code: understood.refused.code, why: '' }
    const sql = compile(understood.representation, asked.facts, 'en')
    return { kind: 'rows', sql, table: await asked.select(sql) }
  } catch (error) {
    if (error instanceof ModelError && error.fault === 'unusable')
      return { kind: 'declined', code: error.fault, why: error.message }
    if (error instanceof NotCovered) return { kind: 'declined', code: 'not_covered', why: error.message }
    throw error
  }
}

test('the recorded answers of a large language model are as right as when they were recorded', async () => {
  const canonical = createCanonical()
  const golds = new Map<string, Gold[]>()
  for (const { id, gold, meaning } of judged) {
    const sqls = meaning === undefined ? (gold ?? []) : [checkedSql(canonical.read(meaning, 'code')[0]!, asked.facts)]
    golds.set(
      id,
      sqls.map((sql) => ({ sql, order: null, limit: null, stocks: false })),
    )
  }
  const verdicts = await judge(judged, { ask: answer, select: asked.select, golds, stocks: new Set() })
  const ids = (expects: Question['expects'], outcome: Verdict['outcome']): string[] =>
    verdicts
      .filter((verdict) => verdict.question.expects === expects && verdict.outcome === outcome)
      .map(({ question: { id } }) => id)
      .filter((id) => !tooLong.has(id))
  const repaired = judged.filter(({ question }) => rounds.get(question) !== 1).map(({ id }) => id)
  assert.equal(recorded.length, 100)
  assert.deepEqual(ids('rows', 'wrong'), [])
  assert.deepEqual(ids('refuse', 'wrong'), [])
  assert.equal(ids('refuse', 'correct').length, 12)
  assert.deepEqual(ids('rows', 'declined'), [])
  assert.deepEqual(repaired, [corrected])
})

test('how many of the recorded prompts are still those of today is told', (t) => {
  const changed = judged.filter(({ question, prompt }) => {
    const { system, user } = promptOf(question, asked.facts, nearest)
    return createHash('sha256').update(`${system}\n${user}`).digest('hex').slice(0, 16) !== prompt
  })
  t.diagnostic(`${changed.length} of ${judged.length} prompts have changed since they were answered`)
  assert.ok(recorded.every(({ prompt, answers }) => /^[0-9a-f]{16}$/.test(prompt) && answers.length > 0))
})
