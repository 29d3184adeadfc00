import type { Caller } from '../../access/guard.ts'
import { type Answer, mostRows } from '../../ask/answer.ts'
import { representationSchema } from '../../ask/schema.ts'
import { type Code, type Language, type Problem, problem } from '../../errors.ts'
import { boolean, integer, optional, prose, text, type Values, withDefault } from '../../fields.ts'
import { parameters, type Warning } from '../../query/parameters.ts'
import { warningLines } from '../../query/warnings.ts'
import { askReading } from '../openapi/failures.ts'
import { count, datasetName, exactly, listOf, object, orNull, refer, type Schema, string } from '../openapi/schema.ts'
import { type RouteResponse, route } from '../route.ts'
import type { Services } from '../services.ts'
import { unavailable } from '../sql/unavailable.ts'
import { includedWarnings, warningsSchema } from '../warningList.ts'
import { answerThen } from './askThen.ts'

/** The most characters of a question. */
const longest = 2_000

const question = prose('The question, in Chinese or English', '問題，中文或英文皆可', { min: 1, max: longest })
const maxRows = withDefault(integer('Most rows to answer with', '回傳列數上限', { min: 1, max: mostRows }), 100)

const columns = withDefault(
  boolean(
    'True: the answer also has columns, with the label and the unit of each',
    '為 true 時，回應另含 columns：各欄位的名稱與單位',
  ),
  false,
)

const reading = optional(
  text(
    'A reading of an earlier answer: the question then means exactly that',
    '先前回應所列的讀法：問題即以該讀法為準',
  ),
)

/** The members of a question's body. */
export const askFields = {
  ...{ question, max_rows: maxRows, columns, reading },
  ...{ as_of: parameters.as_of, include: parameters.include },
} as const

const fails = [
  'not_understood',
  'ambiguous',
  'out_of_scope',
  'not_allowed',
  'not_ready',
  'too_many_questions',
] as const satisfies readonly Code[]

const takes = ({ askMs }: Services): number => askMs

const { $schema, $defs, title, ...representation } = representationSchema as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>
}

/** A part of the representation under its name in the document: `measure` is `AskMeasure`. */
const partName = (part: string): string => `Ask${part[0]!.toUpperCase()}${part.slice(1)}`

/** The schema with its inner references and its list of datasets as names in the document, and lists of one as constants. */
const withDocumentNames = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withDocumentNames)
  if (typeof node !== 'object' || node === null) return node
  if (JSON.stringify(node) === JSON.stringify(datasetName)) return datasetName
  if ('enum' in node && Array.isArray(node.enum) && node.enum.length === 1) return { const: node.enum[0] }
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) =>
      key === '$ref' ? [key, refer(partName(String(inner).split('/').at(-1)!)).$ref] : [key, withDocumentNames(inner)],
    ),
  )
}

const questionSchema = string('The question of the request')
const engineSchema: Schema = {
  type: 'string',
  pattern: '^(embedded/\\d+|llm/(openai|anthropic)/.+)$',
  description: 'The engine that translated the question',
}
const sqlSchema = string('The SQL; comments at its head state the reading: names, dates, defaults')

/** The body of an answer. */
export const askResult = object('AskResult', 'The rows that answer a question', {
  question: questionSchema,
  sql: sqlSchema,
  engine: engineSchema,
  count: count('Number of rows in data'),
  data: listOf({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'Columns as the SQL names them; decimals and dates as in the rows of datasets',
  }),
  'columns?': listOf(
    exactly('A column of the answer', {
      name: string('Its name in the rows'),
      label: string('In the language of the question'),
      unit: orNull('string', 'Unit of its values; null where they have none, or none is known'),
    }),
    'With columns true: the columns of the rows, in order',
  ),
  'warnings?': warningsSchema,
})

export const ask = route('POST /v1/ask', 'ask', {
  tag: 'ask',
  about: {
    en: 'A question in Chinese or English is translated to SQL, which runs in a read-only sandbox. Plus tier.',
    zh: '以中文或英文提問：問題轉為 SQL，在唯讀沙盒中執行並回傳資料列。Plus 方案。',
  },
  guide: {
    ask: [
      {
        en: '`POST /v1/ask` (Plus) takes `{ "question", "max_rows" }` and answers with exactly `question`, `sql`, `engine`, `count` and `data`. The question is read, translated to SQL and run in a read-only sandbox; `max_rows` is 1 to 1000, 100 when left out, and a result that was cut says so in `X-Truncated: true`. With `"columns": true` the answer also has `columns`: name, label and unit of each, null where a value has no unit or none that is known.',
        zh: '`POST /v1/ask`（Plus 方案）接受 `{ "question", "max_rows" }`，回傳 `question`、`sql`、`engine`、`count` 與 `data` 五個欄位。問題會轉為 SQL 並在唯讀沙盒中執行；`max_rows` 為 1 到 1000，預設 100，結果被截斷時以 `X-Truncated: true` 標示。加上 `"columns": true` 時，回應另含 `columns`：各欄位的名稱、標題與單位；沒有單位或無法得知時為 null。',
      },
      {
        en: 'The comments at the head of `sql` tell the reading that was taken: dataset, dates, names and every default. Time is counted from the newest day of the data, not from the clock: "today" on a Sunday is Friday.',
        zh: '`sql` 開頭的註解說明所採的解讀：資料集、日期、名稱與每一項預設。時間以資料的最新日期為準，而非時鐘：週日所說的「今天」即為週五。',
      },
      {
        en: 'A question is answered only where it is clear enough what it means; a wrong answer is worse than none. Otherwise it is a 422 in the language of the question: `ambiguous` (with up to three `readings`: send the same question with `"reading"` of one of them), `not_understood` (with what was understood, and suggestions), `out_of_scope` (forecasts, advice, what no dataset holds), `not_allowed`, or `query_too_expensive`.',
        zh: '只有足夠確定問題的意思時才會回答，答錯比不答更糟。否則以問題的語言回傳 422：`ambiguous`（列出至多三種讀法 `readings`，以相同問題加上其中一個 `"reading"` 再問即可）、`not_understood`（列出看懂的部分及建議）、`out_of_scope`（預測、投資建議或資料以外的問題）、`not_allowed`，或 `query_too_expensive`。',
      },
      {
        en: 'With `as_of`, or with words such as "as known on 2026-08-10" or "known before its latest report" (the day before the newest statement of the one stock), the tables have the rows as they were known then, and "today" is the newest day of then; the first comment of `sql` names the instant. Adjusted prices and bars of weeks and months of an earlier time are `out_of_scope` here: `GET /v1/data` has them.',
        zh: '加上 `as_of`，或在問題中寫明「2026-08-10 當時已知的」或「財報公布前已知的」（該檔股票最新財報公告的前一日），資料表即為當時已知的內容，「今天」為當時最新的日期；`sql` 的第一行註解寫明時點。過去某時點的還原股價與週、月行情在此為 `out_of_scope`，請改用 `GET /v1/data`。',
      },
      {
        en: '`POST /v1/ask/explain` takes the same question and answers with its typed representation and the SQL instead of rows, the `readings` that were considered with their probabilities, and in `unused` the names, numbers and days that the reading leaves out. Both count as a call. `engine` is `embedded/<version>`, or `llm/<provider>/<model>` where the operator has set up a language model; a model is given the question and the names of datasets and securities, never rows.',
        zh: '`POST /v1/ask/explain` 以相同問題回傳型別化的表示與 SQL，而非資料列；另列出考慮過的讀法 `readings` 及其機率，以及該讀法未用到的名稱、數字與日期 `unused`。兩者皆計為一次呼叫。`engine` 為 `embedded/<版本>`，若營運者設定了語言模型則為 `llm/<供應者>/<模型>`；模型只會收到問題與資料集、證券的名稱，絕不會收到資料列。',
      },
    ],
  },
  auth: 'key',
  tier: 'plus',
  counts: 'ask',
  body: askFields,
  responses: {
    200: {
      description: 'The rows, with the SQL they come from; its first lines state the reading of the question',
      schema: askResult,
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Truncated?', 'X-Warning?'],
    },
  },
  fails: [...fails, 'query_too_expensive'],
  takes,
  handle: ({ body, caller, signal, language }, services) =>
    answerTo(body, senderOf(caller), signal, services, language),
})

/** All keys of a user share its turns. */
export const senderOf = ({ userId }: Caller): string => `user ${userId}`

/** Answers a question with rows in its sender's turn; throws where it cannot be answered. */
export async function answerTo(
  { question, max_rows: maxRows, columns: isDescribed, reading, as_of, include }: Values<typeof askFields>,
  sender: string,
  signal: AbortSignal,
  services: Services,
  language: Language = 'en',
): Promise<RouteResponse & { readonly headers: Readonly<Record<string, string>> }> {
  const answer = understood(
    await answerThen(
      services,
      { question, maxRows, isDescribed, sender, ...(reading === undefined ? {} : { reading }) },
      as_of,
      signal,
    ),
  )
  if (answer.kind !== 'rows') throw new Error(`expected rows, got ${answer.kind}`)
  const warnings: Warning[] = [
    ...modelWarnings(answer),
    ...(answer.without.length > 0 ? [{ code: 'no_rows', param: 'question', values: answer.without }] : []),
  ]
  const data = answer.rows.map((row) => Object.fromEntries(answer.columns.map((name, i) => [name, row[i]])))
  return {
    headers: { ...headersOf(answer, services), ...(answer.isTruncated ? { 'X-Truncated': 'true' } : {}) },
    warnings,
    body: {
      ...{ question, sql: answer.sql, engine: answer.engine, count: data.length, data },
      ...(answer.described ? { columns: answer.described } : {}),
      ...includedWarnings(include, warnings, language),
    },
  }
}

export const explain = route('POST /v1/ask/explain', 'explainQuestion', {
  tag: 'ask',
  about: {
    en: 'What a question is understood to mean, as a typed representation and as SQL, without its rows. Plus tier.',
    zh: '問題如何被解讀：型別化的表示與 SQL，不含資料列。Plus 方案。',
  },
  auth: 'key',
  tier: 'plus',
  counts: 'ask',
  body: { question, reading, as_of: parameters.as_of },
  responses: {
    200: {
      schema: object('AskExplanation', 'The reading of a question', {
        question: questionSchema,
        engine: engineSchema,
        representation: refer('AskRepresentation'),
        sql: sqlSchema,
        readings: listOf(askReading, 'What the question may mean, the most probable first; none where it was told'),
        refusal: { type: 'number', description: 'The probability that the data cannot answer it' },
        unused: listOf(string(), 'Names, numbers and days of the question that the reading leaves out'),
      }),
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?'],
    },
  },
  schemas: {
    AskRepresentation: withDocumentNames(representation) as Schema,
    ...Object.fromEntries(
      Object.entries($defs).map(([name, part]) => [partName(name), withDocumentNames(part) as Schema]),
    ),
  },
  fails,
  takes,
  async handle({ body: { question, reading, as_of }, caller, signal }, services) {
    const asked = { question, maxRows: null, sender: senderOf(caller) }
    const answer = understood(
      await answerThen(services, reading === undefined ? asked : { ...asked, reading }, as_of, signal),
    )
    if (answer.kind !== 'explained') throw new Error(`expected an explanation, got ${answer.kind}`)
    const { engine, representation, sql, read } = answer
    const { readings = [], refusal = 0, unused = [] } = read ?? {}
    return {
      headers: headersOf(answer, services),
      warnings: modelWarnings(answer),
      body: { question, engine, representation, sql, readings, refusal, unused },
    }
  },
})

type Understood = Extract<Answer, { kind: 'rows' | 'explained' }>

const headersOf = ({ version }: Understood, { manifest }: Services): NonNullable<RouteResponse['headers']> => ({
  'X-Data-Version': version,
  'X-Data-Origin': manifest()?.origin ?? 'demo',
})

/** Warns where the language model did not answer and the embedded engine read the question alone. */
const modelWarnings = ({ isWithoutModel }: { readonly isWithoutModel: boolean }): Warning[] =>
  isWithoutModel ? [{ code: 'model_unavailable', param: 'question' }] : []

/** Returns rows or an explanation; throws the failure of every other answer. */
function understood(answer: Answer): Understood {
  if (answer.kind === 'rows' || answer.kind === 'explained') return answer
  if (answer.kind === 'expensive') throw problem('query_too_expensive', [], { extra: { sql: answer.sql } })
  if (answer.kind === 'declined') throw declined(answer)
  if (answer.kind === 'past') throw new Error('an earlier time was not read')
  if (answer.kind === 'broken') throw new Error(answer.message)
  throw unavailable(answer)
}

/** The failure of a declined question, in the question's language; a forbidden one gets no reading. */
function declined(answer: Extract<Answer, { kind: 'declined' }>): Problem {
  const { code, detail, understood, not_understood, candidates, readings, suggestions } = answer
  const [line] = warningLines(modelWarnings(answer))
  const headers: Record<string, string> = line === undefined ? {} : { 'X-Warning': line }
  if (code === 'not_allowed') return problem(code, [detail], { headers })
  return problem(code, [detail], { extra: { understood, not_understood, candidates, readings, suggestions }, headers })
}
