import type { Dataset } from '../catalogue/dataset.ts'
import { boundColumns, dateColumns, filterColumns, filterNames } from '../catalogue/filters.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Fault, type Field, type Label, optional, parse, text } from '../fields.ts'
import type { Condition } from '../pages/match.ts'

/** Most values of a filter, as of ids. */
export const mostValues = 500

const filterField = (name: string, { label, values }: Field, isId: boolean): Field<string | undefined> => {
  const { en, zh } = label
  if (isId)
    return optional(
      text(`${en}: the same as stock_id where the ids are ${name}`, `${zh}，代號欄位為 ${name} 時同 stock_id`),
    )
  if (values === undefined) return optional(text(`${en}; several are separated by commas`, `${zh}，可用逗號分隔多個`))
  const own = (text: string): string => text.split(/[:：]/)[0]!
  return optional(text(`${own(en)}: any of ${values.join(', ')}`, `${own(zh)}：${values.join('、')}，可用逗號分隔多個`))
}

/**
 * The parameters that filter datasets by their columns, by name. A column whose name is that of another parameter is not
 * among them: that parameter filters it.
 */
export function filterParameters(taken: object): Readonly<Record<string, Field<string | undefined>>> {
  const fields: Record<string, Field<string | undefined>> = {}
  const all: readonly Dataset[] = catalogue
  const widest = (name: string): Field =>
    all
      .flatMap(({ columns }) => columns[name] ?? [])
      .reduce((a, b) => ((b.values?.length ?? 0) > (a.values?.length ?? 0) ? b : a))
  for (const dataset of all)
    for (const [name] of filterColumns(dataset)) fields[name] ??= filterField(name, widest(name), name === dataset.id)
  for (const dataset of all)
    for (const [name, { label }] of boundColumns(dataset)) {
      fields[`min_${name}`] ??= optional(text(`${label.en}, the least, included`, `${label.zh}的最小值（含）`))
      fields[`max_${name}`] ??= optional(text(`${label.en}, the most, included`, `${label.zh}的最大值（含）`))
    }
  for (const name of Object.keys(taken)) delete fields[name]
  return fields
}

/** Splits a comma-separated list, trimmed and without duplicates. */
export function listOf(param: string, raw: string, faults: Fault[]): string[] {
  if (!raw.includes(',') && raw.trim() !== '') return [raw.trim()]
  const names = raw.split(',').map((name) => name.trim())
  if (names.includes('')) faults.push({ param, reason: { en: 'has an empty item', zh: '含有空白項目' } })
  return [...new Set(names)]
}

export const tooMany = (param: string, count: number, what: Label): Fault => ({
  param,
  reason: {
    en: `has ${count} ${what.en}; at most ${mostValues} are allowed`,
    zh: `有 ${count} 個${what.zh}，最多 ${mostValues} 個`,
  },
})

/** The values of a filter as rows have them. */
function valuesIn(name: string, field: Field, raw: string, faults: Fault[]): string[] {
  const { kind, values } = field
  const items = listOf(name, raw, faults).filter((item) => item !== '')
  if (items.length > mostValues) faults.push(tooMany(name, items.length, { en: 'values', zh: '值' }))
  const strange = values ? items.filter((item) => !values.includes(item)) : []
  if (strange.length > 0) {
    const list = values!
    faults.push({
      param: name,
      reason: {
        en: `must be among ${list.join(', ')} for this dataset`,
        zh: `此資料集須為 ${list.join('、')} 其中之一`,
      },
    })
    return []
  }
  if (kind === 'text') return items.sort()
  return [...new Set(items.map((item) => String(parse(name, field, item, faults))))].sort()
}

/** The conditions of a request on the columns of a dataset, in normal form: in the order of its columns. */
export function readConditions(
  dataset: Dataset,
  given: Readonly<Record<string, unknown>>,
  taken: object,
  faults: Fault[],
): readonly Condition[] {
  const conditions: Condition[] = []
  for (const [column, field] of filterColumns(dataset)) {
    const raw = column === dataset.id || column in taken ? undefined : given[column]
    if (raw !== undefined) conditions.push({ column, values: valuesIn(column, field, raw as string, faults) })
    const [least, most] = [given[`min_${column}`], given[`max_${column}`]] as (string | undefined)[]
    if (least === undefined && most === undefined) continue
    const bound = (name: string, text: string | undefined): string | null => {
      const value = text === undefined ? undefined : parse(name, field, text, faults)
      return value === undefined ? null : String(value)
    }
    const [min, max] = [bound(`min_${column}`, least), bound(`max_${column}`, most)]
    if (min !== null && max !== null && Number(min) > Number(max))
      faults.push({
        param: `min_${column}`,
        reason: { en: `is above max_${column} (${max})`, zh: `大於 max_${column}（${max}）` },
      })
    conditions.push({ column, min, max })
  }
  return conditions
}

/** The column that the bounds of days apply to, where it is another than the key date. */
export function readDateColumn(dataset: Dataset, raw: string, faults: Fault[]): string | null {
  const columns = dateColumns(dataset)
  if (!columns.includes(raw))
    faults.push({
      param: 'date',
      reason: {
        en: `names the column that start_date and end_date apply to, one of ${columns.join(', ')}; for the rows of one day give it as both of them`,
        zh: `為 start_date 與 end_date 所比對的欄位，須為 ${columns.join('、')} 其中之一；查詢單日請將該日同時寫在兩者`,
      },
    })
  return raw === dataset.date ? null : raw
}

/** Parameters that have no meaning for a wide frame. */
const notWide = ['columns', 'latest', 'known_by', 'dry_run'] as const

/** The column that a request asks for as a wide frame; null where it asks for rows. */
export function readWide(
  dataset: Dataset,
  given: Readonly<Record<string, unknown>>,
  hasIds: boolean,
  faults: Fault[],
): string | null {
  const { shape, value, cursor } = given
  const fault = (param: string, en: string, zh: string) => void faults.push({ param, reason: { en, zh } })
  if (shape === undefined) {
    if (value !== undefined && cursor === undefined) fault('value', 'is used with shape=wide', '須搭配 shape=wide')
    return null
  }
  const { id, date, key } = dataset
  if (id === null || !key.includes(id) || !key.includes(date)) {
    fault(
      'shape',
      `cannot be wide: ${dataset.name} has no rows by date and id`,
      `不可為 wide：${dataset.name} 的資料列並非依日期與代號`,
    )
    return null
  }
  for (const param of notWide)
    if (given[param] !== undefined) fault(param, 'has no meaning with shape=wide', '不適用於 shape=wide')
  if (String(given.include).includes('known'))
    fault('include', 'cannot be known with shape=wide', '不可於 shape=wide 使用 known')
  if (given.as_of !== undefined && !hasIds && cursor === undefined)
    fault('stock_id', 'is needed with as_of and shape=wide', '同時使用 as_of 與 shape=wide 時必填')
  const columns = Object.keys(dataset.columns).filter((name) => name !== id && name !== date)
  if (!columns.includes(String(value)))
    fault('value', `must be one column of ${columns.join(', ')}`, `須為其中一個欄位：${columns.join('、')}`)
  return String(value)
}

/** The filters of a dataset beside its id and period, for an error about an unknown one. */
export function filterList(dataset: Dataset): { readonly names: readonly string[]; readonly label: Label } {
  const own = [dataset.id, 'stock_id', dataset.filters.period]
  const names = filterNames(dataset).filter((name) => !own.includes(name))
  const label =
    names.length === 0
      ? { en: `${dataset.name} has no filters by column`, zh: `${dataset.name} 沒有欄位篩選` }
      : {
          en: `the filters of ${dataset.name} are ${names.join(', ')}`,
          zh: `${dataset.name} 的篩選欄位為 ${names.join('、')}`,
        }
  return { names, label }
}

/** What to do in place of a filter by a column that has none; null where the name is that of no column. */
export function columnHint(dataset: Dataset, name: string): Label | null {
  const column = name.replace(/^(min|max)_/, '')
  if (!Object.hasOwn(dataset.columns, column) || (column === dataset.date && column === name)) return null
  const { en, zh } = filterList(dataset).label
  return {
    en: `is not known: ${column} has no such filter, since no index finds its values; use POST /v1/sql; ${en}`,
    zh: `不存在：${column} 沒有索引可供此篩選，請使用 POST /v1/sql；${zh}`,
  }
}
