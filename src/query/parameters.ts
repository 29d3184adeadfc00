import { type Dataset, periodsOf, tiers } from '../catalogue/dataset.ts'
import { filterNames } from '../catalogue/filters.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Knowledge, knowledges } from '../catalogue/known.ts'
import { addDays } from '../days.ts'
import { boolean, date, type Fault, type Field, integer, oneOf, optional, parse, text } from '../fields.ts'
import type { Condition } from '../pages/match.ts'
import { filterParameters, listOf, mostValues, readConditions, readDateColumn, readWide, tooMany } from './filters.ts'
import { decimalForms, everyFormat, type FormRequest, labelLanguages } from './formats/formats.ts'

export const limits = { rows: 10_000, defaultRows: 1_000, ids: mostValues } as const

/** Every period of any dataset, in the registry's order. */
const periods = [...new Set(catalogue.flatMap((dataset) => periodsOf(dataset) ?? []))]

/** The parameters of a dataset query whose names are not those of columns. */
const ownParameters = {
  stock_id: optional(text('One id, or up to 500 separated by commas', '代號，可用逗號分隔，最多 500 個')),
  start_date: optional(date('First key date, included', '起始日期（含）')),
  end_date: optional(date('Last key date, included', '結束日期（含）')),
  start: optional(date('Same as start_date', '同 start_date')),
  end: optional(date('Same as end_date', '同 end_date')),
  limit: optional(
    integer('Most rows to return, 1000 when left out', '最多回傳列數，預設 1000', { min: 1, max: limits.rows }),
  ),
  cursor: optional(text('Cursor of the previous page', '上一頁回傳的 cursor')),
  period: optional(
    oneOf(
      periods,
      'Period of financial statements, quarterly when left out; cumulative is for income statements',
      '財報期間，預設 quarterly；cumulative 僅適用綜合損益表',
    ),
  ),
  include_expired: optional(boolean('Include matured and terminated bonds', '是否包含已到期或終止的債券')),
  include_inactive: optional(boolean('Include delisted securities', '是否包含已下市（櫃）的證券')),
  date: optional(
    text(
      'Date column that start_date and end_date apply to; the key date when left out',
      'start_date 與 end_date 所比對的日期欄位，預設為資料日期',
    ),
  ),
  latest: optional(
    boolean(
      'Only the rows of the newest key date of each id, within the other filters',
      '在其他條件內，僅回傳各代號最新日期的資料列',
    ),
  ),
  shape: optional(
    oneOf(
      ['wide'],
      'wide: one row for each key date and one column for each id, with the column that value names',
      'wide：每個日期一列、每個代號一欄，內容為 value 所指定的欄位',
    ),
  ),
  value: optional(text('Column whose values a wide frame has', '寬表格的內容欄位')),
  aggregate: optional(text('Reserved; has no effect', '保留參數，無作用')),
  sort: optional(
    oneOf(
      ['asc', 'desc'],
      'desc (newest first, the default) or asc, the whole order turned round',
      '排序：desc 由新到舊（預設），asc 反轉整個順序',
    ),
  ),
  columns: optional(text('Columns to return, separated by commas', '要回傳的欄位，以逗號分隔')),
  dry_run: optional(
    boolean('Answer with the number of rows, bytes and pages instead of the rows', '只回傳列數、位元組數與頁數'),
  ),
  as_of: optional(
    text(
      'Rows as they were known then: a date (its end in Taipei), or an instant such as 2026-08-10T13:30:00+08:00',
      '當時所知的資料：日期（台北時間當日結束），或時點如 2026-08-10T13:30:00+08:00',
    ),
  ),
  known_by: optional(
    text(
      `How it is known when a row became known, separated by commas: ${knowledges.join(', ')}; all when left out`,
      `得知時間的依據，以逗號分隔：${knowledges.join('、')}；預設為全部`,
    ),
  ),
  include: optional(
    oneOf(
      ['warnings', 'known', 'warnings,known', 'known,warnings'],
      'warnings: the warnings of `X-Warning` in the body too, as `warnings`, for json; known: the columns `known_at` and `known_by`',
      'warnings：將 `X-Warning` 的警告一併放入內容的 `warnings`，僅用於 json；known：加上 `known_at` 與 `known_by` 欄位',
    ),
  ),
  format: optional(
    oneOf(
      everyFormat,
      'Encoding of the answer, json when left out and `Accept` prefers no other',
      '回傳格式，未指定且 `Accept` 未要求其他格式時為 json',
    ),
  ),
  labels: optional(
    oneOf(
      labelLanguages,
      'Language of the headings, for csv; the names of the columns when left out',
      '欄名語言，僅用於 csv；預設為欄位名稱',
    ),
  ),
  bom: optional(
    boolean('Begin with a byte order mark, for csv that Excel opens', '開頭加上 BOM 供 Excel 開啟，僅用於 csv'),
  ),
  decimals: optional(
    oneOf(
      decimalForms,
      'text (exact, the default) or number, for json and ndjson',
      '小數的形式：text 為精確文字（預設），number 為數字；僅用於 json 與 ndjson',
    ),
  ),
} as const

/** Every parameter of a dataset query; the dataset decides which apply. */
export const parameters: typeof ownParameters & Readonly<Record<string, Field<string | undefined>>> = {
  ...ownParameters,
  ...filterParameters(ownParameters),
} as never

/** `include` of what has warnings and no rows. */
export const includeWarnings = optional(
  oneOf(
    ['warnings'],
    'warnings: the warnings of `X-Warning` in the body too, as `warnings`',
    'warnings：將 `X-Warning` 的警告一併放入內容的 `warnings`',
  ),
)

export type ParameterName = keyof typeof ownParameters

/** A query in normal form: equivalent parameters make equal queries. */
export type Query = {
  readonly ids: readonly string[] | null
  readonly from: string | null
  readonly to: string | null
  readonly period: string | null
  readonly includeHidden: boolean
  readonly ascending: boolean
  readonly limit: number
  readonly columns: readonly string[] | null
  /** The instant whose knowledge is asked for; null for the present. */
  readonly asOf: string | null
  readonly knownBy: readonly Knowledge[] | null
  readonly showsKnown: boolean
  /** Conditions on columns; null for none. */
  readonly filters: readonly Condition[] | null
  /** The date column that `from` and `to` apply to; null for the key date. */
  readonly dateColumn: string | null
  /** True for the rows of the newest key date of each id alone. */
  readonly latest: boolean
  /** The column whose values a wide frame has, by key dates and ids; null for rows. */
  readonly wide: string | null
}

/** Whether the rows of a query are compared one by one. */
export const isFiltered = ({ filters, dateColumn, latest }: Query): boolean =>
  filters !== null || dateColumn !== null || latest

/** What a client should know of an answer, such as a parameter or value without effect; reported in `X-Warning`. */
export type Warning = {
  readonly code: string
  /** The parameter concerned; left out where there is none. */
  readonly param?: string
  /** Figures and names of the warning, such as `rows` of `inactive_hidden`. */
  readonly facts?: Readonly<Record<string, string | number>>
  readonly values?: readonly string[]
  /** A suggestion for each value. */
  readonly tries?: readonly string[]
}

export type RawParameters = Readonly<Record<string, string>>

/** True where a parameter has a meaning for a dataset. */
export const applies = (dataset: Dataset, name: string): boolean => {
  if (name === 'stock_id') return dataset.id !== null
  // Reserved: it has no meaning for any dataset yet.
  if (name === 'aggregate') return false
  if (name === 'period') return dataset.filters.period !== undefined
  if (name === 'include_expired') return dataset.filters.include_expired !== undefined
  if (name === 'include_inactive') return dataset.filters.include_inactive !== undefined
  return !isFilter(name) || filterNames(dataset).includes(name)
}

/** True for a parameter that filters by a column of its name. */
export const isFilter = (name: string): boolean => !Object.hasOwn(ownParameters, name)

/** The names of the parameters that have a meaning for a dataset. */
export const namesFor = (dataset: Dataset): string[] =>
  Object.keys(parameters).filter((name) => !isFilter(name) || applies(dataset, name))

/** Queries that together have every row of a dataset, hidden ones and each period too. */
export function wholeQueries(dataset: Dataset): string[] {
  const hidden = (['include_inactive', 'include_expired'] as const).filter((name) => applies(dataset, name))
  const periods = periodsOf(dataset)?.map((period) => `period=${period}`) ?? ['']
  return periods.map((period) => [...hidden.map((name) => `${name}=true`), period].filter(Boolean).join('&'))
}

/** What an instant must be. */
export const instantForm = {
  en: 'must be a date of the calendar (2026-08-10), or an instant with its offset (2026-08-10T13:30:00+08:00)',
  zh: '須為存在的日期（2026-08-10），或含時區的時點（2026-08-10T13:30:00+08:00）',
}

/** An instant in normal form; a date stands for its end in Taipei. Null for anything else. */
export function readInstant(raw: string): string | null {
  const text = /^\d{4}-\d{2}-\d{2}$/.test(raw) ? `${raw}T23:59:59.999+08:00` : raw.replace(' ', '+')
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const at = isInstant ? Date.parse(text) : Number.NaN
  // A day that a month does not have would become another one.
  return Number.isNaN(at) || addDays(text.slice(0, 10), 0) !== text.slice(0, 10) ? null : new Date(at).toISOString()
}

/** Sorts by UTF-8 bytes; JavaScript's order differs only beyond the surrogates. */
export const inByteOrder = (ids: string[]): string[] =>
  ids.length < 2
    ? ids
    : ids.some((id) => /[\ud800-\uffff]/.test(id))
      ? ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      : ids.sort()

/** Reads the parameters for a dataset; all faults are collected, so that they are reported at once. */
export function readParameters(dataset: Dataset, raw: RawParameters, faults: Fault[]) {
  const values: Record<string, unknown> = {}
  const warnings: Warning[] = []
  for (const name of Object.keys(raw)) {
    const before = faults.length
    const value = parse(name, parameters[name]!, raw[name]!, faults)
    if (faults.length > before) continue
    if (applies(dataset, name)) values[name] = value
    else warnings.push({ code: 'not_applicable', param: name })
  }
  const fault = (param: string, en: string, zh: string) => void faults.push({ param, reason: { en, zh } })
  /** The filters in the request, for comparison with a cursor's. */
  const given: { -readonly [K in keyof Query]?: Query[K] } = {}
  const idsOf = (name: string): string[] | undefined => {
    if (values[name] === undefined) return undefined
    const ids = inByteOrder(listOf(name, values[name] as string, faults))
    if (ids.length > limits.ids) faults.push(tooMany(name, ids.length, { en: 'ids', zh: '代號' }))
    return ids
  }
  // Ids can be given by the name of their column too.
  const { id = 'stock_id' } = { id: dataset.id ?? undefined }
  const ids = idsOf('stock_id')
  const named = id === 'stock_id' ? undefined : idsOf(id)
  if (ids && named && ids.join() !== named.join())
    fault(id, 'differs from stock_id; give one of them', '與 stock_id 不同，請只給其中一個')
  if (ids ?? named) given.ids = (ids ?? named)!
  const dateOf = (name: 'start_date' | 'end_date', alias: 'start' | 'end'): string | undefined => {
    if (values[name] !== undefined && values[alias] !== undefined && values[name] !== values[alias])
      fault(alias, `differs from ${name}; give one of them`, `與 ${name} 不同，請只給其中一個`)
    return (values[name] ?? values[alias]) as string | undefined
  }
  const from = dateOf('start_date', 'start')
  if (from !== undefined) given.from = from
  const to = dateOf('end_date', 'end')
  if (to !== undefined) given.to = to
  if (given.from && given.to && given.from > given.to)
    fault('start_date', `is after end_date (${given.to})`, `晚於 end_date（${given.to}）`)
  if (values.date !== undefined) {
    given.dateColumn = readDateColumn(dataset, values.date as string, faults)
    if (from === undefined && to === undefined && values.cursor === undefined)
      fault('date', 'needs start_date or end_date', '須搭配 start_date 或 end_date')
  }
  if (Object.keys(values).some(isFilter)) {
    const filters = readConditions(dataset, values, ownParameters, faults)
    if (filters.length > 0) given.filters = filters
  }
  if (values.latest !== undefined) given.latest = values.latest as boolean
  if (values.columns !== undefined) {
    const columns = listOf('columns', values.columns as string, faults)
    const known = Object.keys(dataset.columns)
    const unknown = columns.filter((name) => name !== '' && !known.includes(name))
    if (unknown.length > 0)
      fault(
        'columns',
        `has no ${unknown.slice(0, 5).join(', ')}; the dataset has ${known.join(', ')}`,
        `沒有 ${unknown.slice(0, 5).join('、')}；此資料集的欄位為 ${known.join('、')}`,
      )
    // In the dataset's order, so that equal columns make equal responses.
    given.columns = known.filter((name) => columns.includes(name))
  }
  if (values.period !== undefined) {
    given.period = values.period as string
    const own = periodsOf(dataset)!
    if (!own.includes(given.period))
      fault('period', `must be one of ${own.join(', ')} for this dataset`, `此資料集須為 ${own.join('、')} 其中之一`)
  }
  if (values.as_of !== undefined) {
    const instant = readInstant(values.as_of as string)
    if (instant === null) fault('as_of', instantForm.en, instantForm.zh)
    else given.asOf = instant
  }
  if (values.known_by !== undefined) {
    const names = listOf('known_by', values.known_by as string, faults)
    const strange = names.filter((name) => name !== '' && !(knowledges as readonly string[]).includes(name))
    if (strange.length > 0)
      fault('known_by', `must be among ${knowledges.join(', ')}`, `須為 ${knowledges.join('、')} 其中之一`)
    given.knownBy = knowledges.filter((name) => names.includes(name))
  }
  if (String(values.include).includes('known')) given.showsKnown = true
  const isOfThen = given.asOf !== undefined || given.knownBy !== undefined || given.showsKnown
  if (dataset.derived?.isComputedAsOf && isOfThen && given.ids === undefined && values.cursor === undefined)
    fault(
      'stock_id',
      `is needed with as_of, known_by and include=known: ${dataset.name} is computed again for each of them`,
      `使用 as_of、known_by 或 include=known 時必填：${dataset.name} 於查詢當下重新計算`,
    )
  const wide = readWide(dataset, values, given.ids !== undefined, faults)
  if (wide !== null) given.wide = wide
  const hidden = values.include_expired ?? values.include_inactive
  if (hidden !== undefined) given.includeHidden = hidden as boolean
  if (values.sort !== undefined) given.ascending = values.sort === 'asc'
  if (values.limit !== undefined) given.limit = values.limit as number
  return {
    query: {
      ids: given.ids ?? null,
      from: given.from ?? null,
      to: given.to ?? null,
      period: given.period ?? periodsOf(dataset)?.[0] ?? null,
      includeHidden: given.includeHidden ?? false,
      ascending: given.ascending ?? false,
      limit: given.limit ?? limits.defaultRows,
      columns: given.columns ?? null,
      asOf: given.asOf ?? null,
      knownBy: given.knownBy ?? null,
      showsKnown: given.showsKnown ?? false,
      filters: given.filters ?? null,
      dateColumn: given.dateColumn ?? null,
      latest: given.latest ?? false,
      wide: given.wide ?? null,
    },
    given,
    cursor: (values.cursor as string | undefined) ?? null,
    dryRun: values.dry_run === true,
    /** True if the body is to have the warnings too. */
    hasWarnings: String(values.include).includes('warnings'),
    /** The encoding in the request; null where it says nothing of it. */
    form: formRequest(values),
    warnings,
  }
}

export type ReadQuery = ReturnType<typeof readParameters>

function formRequest({ format, labels, bom, decimals }: Readonly<Record<string, unknown>>): FormRequest | null {
  const isDefault = format === undefined && labels === undefined && bom === undefined && decimals === undefined
  return isDefault ? null : ({ format, labels, bom, decimals } as FormRequest)
}

/** True if a tier includes another: its own datasets and those of lower tiers. */
export const covers = (tier: Dataset['tier'], needed: Dataset['tier']): boolean =>
  tiers.indexOf(tier) >= tiers.indexOf(needed)
