import { categories, columnsOf, type Dataset, tiers } from '../../catalogue/dataset.ts'
import { filterNames } from '../../catalogue/filters.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import { type Field, type Fields, integer, type Label, line, oneOf, optional, text, type Values } from '../../fields.ts'
import { parameters } from '../../query/parameters.ts'
import { count, exactly, listOf, oneOf as oneOfSchema, orNull, type Schema, string, tier } from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import type { Route } from '../route.ts'
import { ask } from '../routes/ask.ts'
import { listDatasets } from '../routes/catalogue.ts'
import { datasetGaps } from '../routes/gaps.ts'
import { keyInfo } from '../routes/key.ts'
import { payForAnswer, payForSql } from '../routes/paidAnswer.ts'
import { payForDataset } from '../routes/paidRows.ts'
import { queryDataset } from '../routes/rows.ts'
import { findSecurities } from '../routes/securities.ts'
import { runSqlRoute } from '../routes/sql.ts'
import type { Backend, ToolReply, ToolRequest } from './backend.ts'
import { findDatasets } from './findDatasets.ts'
import { outputOf, ownResult, resultOf, type ToolResult } from './results.ts'

/** A call of a tool. */
export type Call = {
  readonly backend: Backend
  /** A payment of x402, in base64; null where the call has none. */
  readonly payment: string | null
  readonly signal: AbortSignal
}

type ToolDefinition<F extends Fields> = {
  readonly name: string
  readonly title: Label
  readonly about: Label
  readonly fields: F
  readonly output: Schema
  readonly run: (values: Values<F>, call: Call) => Promise<ToolResult>
}

export type Tool = ToolDefinition<Fields>

const tool = <const F extends Fields>(definition: ToolDefinition<F>): Tool => definition as unknown as Tool

const fewRows = 50
const mostRows = 1_000

const dataset = line('Name of a dataset, as find_datasets has it', '資料集名稱，見 find_datasets', {
  min: 1,
  max: 100,
  // A path of dots alone would be another path.
  pattern: /[^.]/,
})
const limit = optional(
  integer(`Most rows to return, ${fewRows} when left out`, `最多回傳列數，預設 ${fewRows}`, { min: 1, max: mostRows }),
)
const { start_date, end_date, date, latest, cursor, period, as_of, include_expired, include_inactive, sort } =
  parameters

/** A list of a query, which models write as text, as a number or as an array of both. */
const list = <T>(field: Field<T>): Field<T> => ({
  ...field,
  schema: { anyOf: [{ type: ['string', 'integer'] }, { type: 'array', items: { type: ['string', 'integer'] } }] },
})
const stock_id = list(parameters.stock_id)
const columns = list(parameters.columns)
/** Filters by columns as the text of a query: one argument, since there are many of them. */
const filters = optional(
  text(
    'Filters by columns, as in a query string: call_put=call&contract_month=202612; describe_dataset lists them',
    '欄位篩選，寫法同查詢字串：call_put=call&contract_month=202612；欄位見 describe_dataset',
  ),
)
const lists = new Set<Field>([stock_id, columns])

/** The arguments with every list as the text of a query. */
export const withLists = (fields: Fields, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const items = [value].flat()
      const isList = lists.has(fields[name]!) && items.every((item) => ['string', 'number'].includes(typeof item))
      return [name, isList ? items.join(',') : value]
    }),
  )
const { reason } = datasetGaps.query

const urlOf = ({ path }: Route, name: string, values: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, String(value))
  // A bare cursor keeps the limit of the first request.
  if (values.limit === undefined && values.cursor === undefined) query.set('limit', String(fewRows))
  return `${path.replace('{dataset}', encodeURIComponent(name))}?${query}`
}

/** Sends the request that a payment buys or that is open to the caller; the terms of payment where neither holds. */
async function sendSold({ backend, payment, signal }: Call, keyed: ToolRequest, sold: ToolRequest): Promise<ToolReply> {
  if (payment !== null) return backend.send({ ...sold, payment }, signal)
  const open = await backend.send(keyed, signal)
  // Some rows need no key.
  if (backend.hasKey || open.status !== 401) return open
  const terms = await backend.send(sold, signal)
  const isOff = terms.status === 404 && terms.text.includes('"agent_disabled"')
  return isOff ? open : terms
}

/** The members of a route's response, with a question mark after the names of those that may be missing. */
const membersOf = ({ responses }: Route): Record<string, Schema> => {
  const { properties, required } = responses[200]!.schema as { properties: Record<string, Schema>; required: string[] }
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [required.includes(name) ? name : `${name}?`, schema]),
  )
}

const moreRows = (name: string, language: Language): string =>
  language === 'zh'
    ? `尚有更多列：以相同的 dataset 與此 cursor 再次呼叫 ${name}。`
    : `There are more rows: call ${name} again with the same dataset and this cursor.`

const pageNotes =
  (name: string, language: Language) =>
  ({ cursor }: Record<string, unknown>): string[] =>
    cursor === null ? [] : [moreRows(name, language)]

const row: Schema = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
}

/** Tells of findings beyond the limit of a search. */
const moreFound = (language: Language, rest: number, what: Label): string[] => {
  if (rest === 0) return []
  return language === 'zh'
    ? [`另有 ${rest} ${what.zh}符合：請提高 limit 或使用更精確的字詞。`]
    : [`${rest} more ${what.en} were found: raise limit, or use narrower words.`]
}

const find = tool({
  name: 'find_datasets',
  title: { en: 'Find datasets', zh: '尋找資料集' },
  about: {
    en: `Finds datasets of the Taiwan market among ${catalogue.length} by words in Chinese or English: names, topics, columns. Free, needs no key. Start here.`,
    zh: `以中文或英文字詞（名稱、主題、欄位）在 ${catalogue.length} 個台灣市場資料集中尋找。免費，不需金鑰。請由此開始。`,
  },
  fields: {
    query: optional(
      text(
        'Words, e.g. 外資 買賣超, or dividend yield; all datasets when left out',
        '字詞，例如 外資 買賣超；省略則列出全部',
      ),
    ),
    category: optional(oneOf(categories, 'Datasets of one category', '類別')),
    tier: optional(oneOf(tiers, 'Datasets of one tier', '方案等級')),
    limit: optional(
      integer('Most datasets to return, 10 when left out', '最多回傳資料集數，預設 10', {
        min: 1,
        max: catalogue.length,
      }),
    ),
  },
  output: outputOf({
    count: count('Number of datasets in datasets'),
    total: count('Number of datasets found'),
    datasets: listOf(
      exactly('A dataset', {
        name: string(),
        title: string(),
        tier: tier('Lowest tier that reads it'),
        category: oneOfSchema(categories),
        description: string(),
        matching_columns: listOf(string(), 'Columns that the words name'),
      }),
      'Best first',
    ),
  }),
  async run({ query = '', category, tier, limit = 10 }, { backend: { language } }) {
    const found = findDatasets(query)
      .filter(({ dataset }) => category === undefined || dataset.category === category)
      .filter(({ dataset }) => tier === undefined || dataset.tier === tier)
    const datasets = found.slice(0, limit).map(({ dataset, columns }) => ({
      name: dataset.name,
      title: dataset.title[language],
      tier: dataset.tier,
      category: dataset.category,
      description: dataset.about[language],
      matching_columns: columns.map(([name]) => name),
    }))
    const notes = moreFound(language, found.length - datasets.length, { en: 'datasets', zh: '個資料集' })
    return ownResult({ count: datasets.length, total: found.length, datasets }, notes)
  },
})

const { q, include_inactive: hasInactive } = findSecurities.query as Fields

const securities = tool({
  name: 'find_securities',
  title: { en: 'Find securities', zh: '尋找證券' },
  about: {
    en: 'Finds the code of a security or convertible bond by its Chinese or English name, or by what people call it: 台積電, TSMC, 護國神山. Free, needs no key. Call it before query_rows where you have a name alone.',
    zh: '以中文名稱、英文名稱或俗稱（台積電、TSMC、護國神山）查出證券或可轉債的代號。免費，不需金鑰。只知道名稱時，請在 query_rows 之前呼叫。',
  },
  fields: { query: q!, limit: findSecurities.query!.limit!, include_inactive: hasInactive! },
  output: outputOf(membersOf(findSecurities)),
  async run({ query, ...values }, { backend, signal }) {
    const reply = await backend.send({ method: 'GET', url: urlOf(findSecurities, '', { q: query, ...values }) }, signal)
    return resultOf(reply, backend.language, ({ count, total }) =>
      moreFound(backend.language, Number(total) - Number(count), { en: 'securities', zh: '檔證券' }),
    )
  },
})

const { derived, ...entryProperties } = (
  listDatasets.responses[200]!.schema as { properties: { datasets: { items: { properties: Record<string, Schema> } } } }
).properties.datasets.items.properties

/** A dataset with everything a caller must know to query it; the reply of the catalogue where that refuses. */
export async function describe(name: string, { backend, signal }: Call): Promise<ToolReply> {
  const { language } = backend
  const dataset = datasetNamed(name) as Dataset
  const query = new URLSearchParams({ category: dataset.category, tier: dataset.tier, include: 'derived' })
  const reply = await backend.send({ method: 'GET', url: `${listDatasets.path}?${query}` }, signal)
  if (reply.status !== 200) return reply
  const { datasets } = JSON.parse(reply.text) as { datasets: { name: string }[] }
  const body = {
    ...datasets.find((entry) => entry.name === name),
    title: dataset.title[language],
    primary_key: dataset.key,
    stock_id_column: dataset.id,
    published_at: dataset.update,
    parameters: [
      ...(dataset.id === null ? [] : ['stock_id']),
      ...['start_date', 'end_date', 'date', 'latest', 'limit', 'cursor', 'sort', 'columns', 'as_of'],
      ...Object.keys(dataset.filters),
    ],
    filters: filterNames(dataset),
    column_details: columnsOf(dataset).map(([column, field]) => ({
      name: column,
      label: field.label[language],
      type: field.kind,
      unit: field.unit ?? null,
      nullable: field.nullable ?? false,
      ...(field.values ? { values: field.values } : {}),
    })),
  }
  return { ...reply, text: JSON.stringify(body) }
}

const describeDataset = tool({
  name: 'describe_dataset',
  title: { en: 'Describe a dataset', zh: '資料集說明' },
  about: {
    en: 'Describes one dataset: columns with types, labels and units, notes, coverage, and the parameters that apply. Free, needs no key. Call it before query_rows.',
    zh: '說明一個資料集：欄位的型別、名稱與單位、注意事項、資料期間與適用的參數。免費，不需金鑰。請在 query_rows 之前呼叫。',
  },
  fields: { dataset },
  output: outputOf({
    ...entryProperties,
    'derived?': derived!,
    name: string(),
    title: string(),
    primary_key: listOf(string(), 'Columns that identify a row'),
    stock_id_column: orNull('string', 'Column that stock_id filters; null where it does not apply'),
    published_at: string('When the rows of a day are expected, Taipei time'),
    parameters: listOf(string(), 'Parameters of query_rows that apply'),
    filters: listOf(string(), 'Names that filters of query_rows takes'),
    column_details: listOf(
      exactly('A column', {
        name: string(),
        label: string(),
        type: oneOfSchema(['text', 'date', 'datetime', 'integer', 'decimal', 'boolean']),
        unit: orNull('string', 'Unit of the values; null where they have none'),
        nullable: { type: 'boolean' },
        'values?': listOf(string(), 'The values that occur'),
      }),
    ),
  }),
  run: async (values, call) => resultOf(await describe(values.dataset, call), call.backend.language),
})

const queryRows = tool({
  name: 'query_rows',
  title: { en: 'Query rows', zh: '查詢資料列' },
  about: {
    en: `Rows of a dataset, newest first, ${fewRows} unless limit says otherwise. Where cursor is not null there are more: call again with the dataset and the cursor. Decimals are text; null means unknown. Counts as one call, or is paid for with x402.`,
    zh: `資料集的資料列，由新到舊，預設 ${fewRows} 列。cursor 不為 null 表示尚有更多：以相同 dataset 與 cursor 再次呼叫。小數為文字；null 表示未知。計為一次呼叫，或以 x402 付費。`,
  },
  fields: {
    ...{ dataset, stock_id, start_date, end_date, limit, cursor },
    ...{ filters, date, latest, columns, sort, period, as_of, include_inactive, include_expired },
  },
  output: outputOf({
    dataset: string(),
    tier_used: tier("The caller's tier; that of the dataset where the page was paid for"),
    count: count('Number of rows in data'),
    data: listOf(row, 'Rows with the columns of the dataset'),
    cursor: orNull('string', 'Send it with the dataset to get the next rows; null on the last page'),
  }),
  async run({ dataset, filters = '', ...values }, call) {
    const more = filters === '' ? '' : `&${new URLSearchParams(filters)}`
    const keyed = { method: 'GET', url: urlOf(queryDataset, dataset, values) + more } as const
    const reply = await sendSold(call, keyed, { method: 'GET', url: urlOf(payForDataset, dataset, values) + more })
    const { language } = call.backend
    return resultOf(reply, language, pageNotes('query_rows', language))
  },
})

/** Tells of an answer that was cut. */
const cutNotes = (language: Language, rows: number) => {
  const note =
    language === 'zh'
      ? `結果在第 ${rows} 列截斷：請提高 max_rows（上限 ${mostRows}）或縮小範圍。`
      : `The result is cut at ${rows} rows: raise max_rows (at most ${mostRows}), or narrow it.`
  return ({ truncated }: { readonly truncated?: unknown }): string[] => (truncated ? [note] : [])
}

const askQuestion = tool({
  name: 'ask',
  title: { en: 'Ask a question', zh: '提問' },
  about: {
    en: 'Answers a question in Chinese or English, such as 台積電近五日收盤價, with rows and the SQL they come from. Plus tier; counts as one call, or is paid for with x402.',
    zh: '以資料列與其 SQL 回答中文或英文問題，例如「台積電近五日收盤價」。Plus 方案，計為一次呼叫，或以 x402 付費。',
  },
  fields: {
    question: (ask.body as Fields).question!,
    max_rows: limit,
  },
  output: outputOf(membersOf(ask)),
  async run({ question, max_rows = fewRows }, call) {
    const { backend } = call
    const body = { question, max_rows, columns: true }
    const sold = { method: 'POST', url: payForAnswer.path, body } as const
    const reply = await sendSold(call, { method: 'POST', url: ask.path, body }, sold)
    return resultOf(reply, backend.language, cutNotes(backend.language, max_rows))
  },
})

const { sql, params } = runSqlRoute.body as Fields

const runSql = tool({
  name: 'run_sql',
  title: { en: 'Run SQL', zh: '執行 SQL' },
  about: {
    en: 'Runs one SELECT (DuckDB) over all datasets, each a table by its name, such as TaiwanStockPrice; joins, ASOF joins, windows and parameters (?) are allowed. Call describe_dataset for columns. An error names the place and the near names. Plus tier; costs one call for each second, or is paid for with x402.',
    zh: '對所有資料集執行一個 SELECT（DuckDB），資料表即資料集名稱，例如 TaiwanStockPrice；支援 join、ASOF join、視窗函式與參數（?）。欄位請見 describe_dataset。錯誤會指出位置與相近的名稱。Plus 方案，每執行一秒計一次呼叫，或以 x402 付費。',
  },
  fields: { sql: sql!, params: params!, as_of, max_rows: limit },
  output: outputOf(membersOf(runSqlRoute)),
  async run({ max_rows = fewRows, ...values }, call) {
    const { backend } = call
    const body = { ...values, max_rows }
    const sold = { method: 'POST', url: payForSql.path, body } as const
    const reply = await sendSold(call, { method: 'POST', url: runSqlRoute.path, body }, sold)
    return resultOf(reply, backend.language, cutNotes(backend.language, max_rows))
  },
})

const listGaps = tool({
  name: 'list_gaps',
  title: { en: 'List missing dates', zh: '列出缺漏日期' },
  about: {
    en: `Dates that a dataset has no rows for, newest first, with the reason; ${fewRows} unless limit says otherwise, then a cursor. Call it where rows that you expect are missing. Counts as one call.`,
    zh: `資料集沒有資料的日期與原因，由新到舊，預設 ${fewRows} 筆，後續以 cursor 取得。預期的資料列不在時使用。計為一次呼叫。`,
  },
  fields: { dataset, stock_id, start_date, end_date, reason: reason!, limit, cursor },
  output: outputOf({ ...membersOf(datasetGaps), dataset: string() }),
  async run({ dataset, ...values }, { backend, signal }) {
    const reply = await backend.send({ method: 'GET', url: urlOf(datasetGaps, dataset, values) }, signal)
    return resultOf(reply, backend.language, pageNotes('list_gaps', backend.language))
  },
})

const checkQuota = tool({
  name: 'check_quota',
  title: { en: 'Check the quota', zh: '查詢額度' },
  about: {
    en: 'The tier of the key, its calls per hour and how many are left. Free.',
    zh: '金鑰的方案、每小時呼叫次數與剩餘次數。免費。',
  },
  fields: {},
  output: outputOf(membersOf(keyInfo)),
  run: async (_, { backend, signal }) =>
    resultOf(await backend.send({ method: 'GET', url: keyInfo.path }, signal), backend.language),
})

/** Every tool; few, since clients read all of their descriptions. */
export const tools: readonly Tool[] = [
  ...[find, securities, describeDataset, queryRows],
  ...[askQuestion, runSql, listGaps, checkQuota],
]
