import { NoSuchDate } from '../calendar.ts'
import { compile } from '../compile.ts'
import { NotCovered } from '../coverage.ts'
import type { Facts } from '../facts.ts'
import { lapsesOf } from '../heed/lapses.ts'
import { mended } from '../heed/mend.ts'
import type { Representation } from '../representation.ts'
import { readRepresentation } from '../schema.ts'
import { Meaningless } from '../typing.ts'
import { answerOf, type Refusal } from './answer.ts'
import { ModelError } from './errors.ts'
import type { Model } from './model.ts'
import { namesIn } from './names.ts'
import { type Nearest, openNearest } from './nearest.ts'
import { answerSchema, datasetsFor, type Rejected, systemPrompt, userPrompt } from './prompt.ts'
import { valuesIn } from './values.ts'

/** What a model made of a question. */
type Understood = { readonly representation: Representation } | { readonly refused: Refusal }

export type ModelEngine = {
  /** As answers name it. */
  readonly engine: string
  /** Throws `ModelError`. */
  readonly translate: (question: string, options: { facts: Facts; signal?: AbortSignal }) => Promise<Understood>
}

/** The first answer, and two more that are told what was wrong with the one before. */
const rounds = 3
const maxTokens = 3_000
/** Longer than any question: it is not sent. */
const mostCharacters = 2_000

/** What is wrong with a representation, in sentences that a model can mend it by. */
function faultsOf(value: unknown, question: string, facts: Facts): string[] | Representation {
  const read = readRepresentation(value)
  if ('faults' in read) return read.faults.slice(0, 10)
  try {
    const representation = mended(read.representation, question, facts)
    // Printed and thrown away: what the builder cannot print must be mended here, while the model is still asked.
    compile(representation, facts, 'en')
    const lapses = lapsesOf(representation, question, facts)
    return lapses.length > 0 ? lapses.map((lapse) => `the question is not heeded: ${lapse}`) : representation
  } catch (error) {
    // It was understood; that there can be no rows is the answer.
    if (error instanceof NotCovered) return read.representation
    if (error instanceof Meaningless || error instanceof NoSuchDate || error instanceof TypeError)
      return [error.message]
    throw error
  }
}

/** Questions like the one that is asked, which its prompt shows. */
const mostNear = 6

/** What the model is asked, from the question and what the data knows of it. */
export function promptOf(question: string, facts: Facts, nearest: Nearest, rejected?: Rejected) {
  const names = namesIn(question, facts)
  const without = names.map(({ text }) => text)
  const near = nearest(question, mostNear, without)
  const datasets = datasetsFor(question, names, near, rejected)
  const hints = { today: facts.calendar.newest('TaiwanStockPrice'), names, values: valuesIn(datasets, facts) }
  return { system: systemPrompt(datasets, near), user: userPrompt(question, hints, rejected) }
}

/** @param totalMs the most a question may take, with every repair and retry. */
export const createModelEngine = (model: Model, totalMs: number, nearest = openNearest()): ModelEngine => ({
  engine: `llm/${model.name}`,
  async translate(question, { facts, signal }) {
    if (question.length > mostCharacters) return { refused: { code: 'not_understood', words: [] } }
    const until = { deadline: Date.now() + totalMs, signal }
    let rejected: Rejected | undefined
    for (let round = 0; round < rounds; round++) {
      const prompt = promptOf(question, facts, nearest, rejected)
      const reply = await model.ask({ ...prompt, schema: answerSchema, maxTokens }, until)
      const object: unknown = reply.object === null ? null : JSON.parse(reply.object)
      const said = reply.isCut ? { faults: ['the answer was cut: say it shorter'] } : answerOf(object, question)
      if ('refused' in said) return said
      const found = 'faults' in said ? [...said.faults] : faultsOf(said.value, question, facts)
      if (!Array.isArray(found)) return { representation: found }
      rejected = { answer: reply.said, faults: found }
    }
    throw new ModelError('unusable', 'the model gave no answer that can be used')
  },
})
