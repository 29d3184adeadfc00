import type { Answer as Told } from '../../ask/answer.ts'
import { type Code, type Problem, problem } from '../../errors.ts'
import { integer, type Label, prose, withDefault } from '../../fields.ts'
import type { Warning } from '../../query/parameters.ts'
import { warningLines } from '../../query/warnings.ts'
import { type Answer, route } from '../route.ts'
import type { Services } from '../services.ts'

/** A question longer than this is no question. */
const longest = 2_000
const mostRows = 1_000

const question = prose('The question, in Chinese or English', '問題，中文或英文皆可', { min: 1, max: longest })
const maxRows = withDefault(integer('Most rows to answer with', '回傳列數上限', { min: 1, max: mostRows }), 100)

const fails = [
  'invalid_parameter',
  'not_understood',
  'ambiguous',
  'out_of_scope',
  'not_allowed',
  'not_ready',
  'too_busy',
] as const satisfies readonly Code[]

export const ask = route({
  method: 'POST',
  path: '/v1/ask',
  about: 'A question in Chinese or English is translated to SQL, which runs in a read-only sandbox. Plus tier.',
  auth: 'key',
  tier: 'plus',
  counts: 'ask',
  query: {},
  body: { question, max_rows: maxRows },
  fails: [...fails, 'query_too_expensive'],
  async handle({ body, signal }, services) {
    const told = answered(await services.ask({ question: body.question, maxRows: body.max_rows }, signal))
    if (told.kind !== 'rows') throw new Error(`rows were asked for, and the answer is ${told.kind}`)
    const data = told.rows.map((row) => Object.fromEntries(told.columns.map((name, i) => [name, row[i]])))
    return {
      headers: { ...headersOf(told, services), ...(told.isTruncated ? { 'X-Truncated': 'true' } : {}) },
      warnings: [
        ...modelWarnings(told),
        ...(told.without.length > 0 ? [{ code: 'no_rows', param: 'question', values: told.without }] : []),
      ],
      body: { question: body.question, sql: told.sql, engine: told.engine, count: data.length, data },
    }
  },
})

export const explain = route({
  method: 'POST',
  path: '/v1/ask/explain',
  about: 'What a question is understood to mean, as a typed representation and as SQL, without running it. Plus tier.',
  auth: 'key',
  tier: 'plus',
  counts: 'ask',
  query: {},
  body: { question },
  fails,
  async handle({ body, signal }, services) {
    const told = answered(await services.ask({ question: body.question, maxRows: null }, signal))
    if (told.kind !== 'explained') throw new Error(`an explanation was asked for, and the answer is ${told.kind}`)
    const { engine, representation, sql } = told
    return {
      headers: headersOf(told, services),
      warnings: modelWarnings(told),
      body: { question: body.question, engine, representation, sql },
    }
  },
})

type Understood = Extract<Told, { kind: 'rows' | 'explained' }>

const headersOf = ({ version }: Understood, { manifest }: Services): NonNullable<Answer['headers']> => ({
  'X-Data-Version': version,
  'X-Data-Origin': manifest()?.origin ?? 'demo',
})

/** The embedded engine answers alone where the model should have been asked too: that is said. */
const modelWarnings = ({ isWithoutModel }: { readonly isWithoutModel: boolean }): Warning[] =>
  isWithoutModel ? [{ code: 'model_unavailable', param: 'question' }] : []

const parts: Readonly<Record<Extract<Told, { kind: 'unavailable' }>['part'], Label | null>> = {
  rows: null,
  queue: null,
  files: { en: 'a file of the rows that answer this is damaged', zh: '回答所需的資料檔案毀損' },
  model: { en: 'the language model does not answer', zh: '語言模型沒有回應' },
  sandbox: { en: 'the sandbox of questions does not answer', zh: '問題的執行環境沒有回應' },
}

/** An answer that holds what was asked for; every other one is a failure of its own. */
function answered(told: Told): Understood {
  if (told.kind === 'rows' || told.kind === 'explained') return told
  if (told.kind === 'expensive') throw problem('query_too_expensive', [], { extra: { sql: told.sql } })
  if (told.kind === 'declined') throw declined(told)
  if (told.kind === 'broken') throw new Error(told.message)
  const headers = { 'Retry-After': String(told.retryAfterSeconds) }
  const part = parts[told.part]
  if (part) throw problem('unavailable', [part], { headers })
  throw problem(told.part === 'rows' ? 'not_ready' : 'too_busy', [], { headers })
}

/** The sentence is in the question's language, whatever the request says; of what is not allowed nothing is told. */
function declined(told: Extract<Told, { kind: 'declined' }>): Problem {
  const { code, detail, understood, not_understood, candidates, suggestions } = told
  const [line] = warningLines(modelWarnings(told))
  const headers: Record<string, string> = line === undefined ? {} : { 'X-Warning': line }
  if (code === 'not_allowed') return problem(code, [detail], { headers })
  return problem(code, [detail], { extra: { understood, not_understood, candidates, suggestions }, headers })
}
