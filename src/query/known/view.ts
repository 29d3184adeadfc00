import { type Dataset, isDated, sightings } from '../../catalogue/dataset.ts'
import type { Knowledge } from '../../catalogue/known.ts'
import { dayOf, taipeiDate, taipeiInstant } from '../../days.ts'
import { cutColumns } from '../../pages/cut.ts'
import { restOfKey } from '../../pages/format.ts'
import { hiddenRule } from '../../pages/hidden.ts'
import type { Page, Position, Range } from '../../pages/select.ts'
import type { Row } from '../formats/page.ts'
import type { StoodRow, Timeline } from './timeline.ts'

/** The rows of a query where they have to be looked at one by one. */
export type View = {
  readonly dataset: Dataset
  /** The first day whose rows have to be looked at; the rows before it are as they are today. */
  readonly from: number
  readonly isShown: boolean
  /** The columns that its rows are cut to. */
  readonly columns: readonly string[] | null
  /** The rows of a range in their order. */
  readonly rows: (range: Range) => Iterable<Stood>
}

/** The stored rows of a query as they stood at an instant. */
export type Past = {
  readonly dataset: Dataset
  readonly timeline: Timeline
  /** Milliseconds; infinite for the present. */
  readonly instant: number
  readonly knownBy: readonly Knowledge[] | null
  readonly ids: readonly string[] | null
  readonly period: string | null
  /** Ids that were delisted at that time. */
  readonly inactive: ReadonlySet<string>
  /** The rows that were revised since, where they are at hand. */
  readonly revised?: ReturnType<Timeline['revisedAfter']>
  /** Most rows of the present that are read at once. */
  readonly atOnce?: number
  /** Lists without dates as they stood, kept for requests of the same instant. */
  readonly lists?: Map<string, readonly Stood[]>
  /** Pages of the present rows, in the order of the query, all of them. */
  readonly present: (range: Range, after: Position | null, limit: number) => Page
}

export type Stood = StoodRow & { readonly key: string }

export type Compare = (a: Row, b: Row) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** By UTF-8 bytes, as the lake sorts. */
const byBytes = (a: string, b: string): number =>
  /[\ud800-\uffff]/.test(a + b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : byText(a, b)

/** The total order of a dataset, newest first. */
export function orderOf(dataset: Dataset): Compare {
  const columns = [...(dataset.id === null ? [] : [dataset.id]), ...restOfKey(dataset)]
  const compares = columns.map((name): Compare => {
    const { kind } = dataset.columns[name]!
    const isNumber = kind === 'integer' || kind === 'decimal'
    return (a, b) => (isNumber ? Number(a[name]) - Number(b[name]) : byBytes(String(a[name]), String(b[name])))
  })
  return (a, b) => {
    const [first, second] = [a[dataset.date] as string, b[dataset.date] as string]
    if (first !== second) return first < second ? 1 : -1
    for (const compare of compares) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  }
}

/** Rows of the present that are read at first, and at once later. */
const [rowsAtFirst, rowsAtOnce] = [8, 1_000]

export function* presentRows(
  { present, atOnce = rowsAtOnce }: Pick<Past, 'present' | 'atOnce'>,
  range: Range,
): Generator<{ text: string; row: Row }, void> {
  let after: Position | null = null
  for (let limit = rowsAtFirst; ; limit *= 4) {
    const page = present(range, after, Math.min(limit, atOnce))
    const bytes = Buffer.allocUnsafe(page.length)
    for (const _ of page.copy(bytes, 0));
    for (const line of bytes.toString('utf8').split('\n')) {
      if (line === '') continue
      const text = line.slice(0, -1)
      yield { text, row: JSON.parse(text) as Row }
    }
    if (page.next === null) return
    after = page.next
  }
}

/** What was only seen later is undone: a later sighting, and the end of a security that was still listed. */
function asThen(stood: StoodRow, dataset: Dataset, instant: number): StoodRow {
  if (instant === Number.POSITIVE_INFINITY) return stood
  const date = taipeiDate(instant)
  const changed: Record<string, Row[string]> = {}
  for (const name of sightings) {
    const value = stood.row[name]
    if (typeof value !== 'string' || value.slice(0, 10) <= date) continue
    changed[name] = dataset.columns[name]!.kind === 'date' ? date : taipeiInstant(instant)
  }
  const { is_active, delisting_date = null, maturity_date = null, status } = stood.row
  const isList = 'is_active' in dataset.columns || dataset.filters.include_expired !== undefined
  const end = isList ? (delisting_date ?? maturity_date) : null
  if (typeof end === 'string' && end > date) {
    if (is_active === false) changed.is_active = true
    if (dataset.filters.include_expired && status !== 'active') changed.status = 'active'
    if (delisting_date !== null) changed.delisting_date = null
  }
  if (Object.keys(changed).length === 0) return stood
  const row = { ...stood.row, ...changed }
  return { ...stood, row, text: JSON.stringify(row) }
}

const isWithin = (past: Past, { from, to }: Range, row: Row): boolean => {
  const { dataset, ids, period } = past
  const day = dayOf(row[dataset.date] as string)
  return (
    (from === null || day >= from) &&
    (to === null || day <= to) &&
    (ids === null || ids.includes(row[dataset.id!] as string)) &&
    (period === null || row[dataset.filters.period!] === period)
  )
}

/** Whether an earlier version of a row may be within the range, by its key. */
export function mayMatch({ dataset, ids }: Pick<Past, 'dataset' | 'ids'>, { from, to }: Range, row: Row): boolean {
  const id = dataset.id === null || !dataset.key.includes(dataset.id) ? undefined : row[dataset.id]
  if (ids !== null && id !== undefined && !ids.includes(id as string)) return false
  if (!isDated(dataset)) return true
  const day = dayOf(row[dataset.date] as string)
  return (from === null || day >= from) && (to === null || day <= to)
}

/** True where the key date is that of a sighting, so that earlier rows may have another day than the present ones. */
const isMoved = (dataset: Dataset): boolean => !isDated(dataset) && sightings.includes(dataset.date)

/** Rows of a list that is kept. */
const mostListed = 5_000

/** The rows of a range as they stood, in their order. */
export function* stoodRows(past: Past, range: Range): Generator<Stood, void> {
  const { dataset, timeline, instant, knownBy, ids, period, inactive } = past
  const order = orderOf(dataset)
  const compare: Compare = range.ascending ? (a, b) => order(b, a) : order
  const rule = range.includeHidden ? null : hiddenRule(dataset, inactive)
  const finish = (key: string, stood: StoodRow | null): Stood | null => {
    if (!stood || (knownBy && !knownBy.includes(stood.known.by))) return null
    const then = asThen(stood, dataset, instant)
    if (rule?.hides(String(then.row[rule.column]))) return null
    return isWithin(past, range, then.row) ? { ...then, key } : null
  }
  const revised = new Map<string, Stood | null>()
  for (const { key, row } of past.revised ?? timeline.revisedAfter(instant))
    if (mayMatch(past, range, row)) revised.set(key, finish(key, timeline.at(key, null, instant)))
  const earlier = [...revised.values()].filter((one) => one !== null).sort((a, b) => compare(a.row, b.row))
  const all = isMoved(dataset)
    ? { ...range, from: null, to: null, includeHidden: true }
    : { ...range, includeHidden: true }
  function* present(): Generator<Stood, void> {
    for (const { text, row } of presentRows(past, all)) {
      const key = timeline.keyOf(row)
      if (revised.has(key)) continue
      const stood = finish(key, timeline.at(key, { text, row }, instant))
      if (stood) yield stood
    }
  }
  if (isMoved(dataset)) {
    const name = JSON.stringify([dataset.name, instant, knownBy, ids, period, range])
    const list = past.lists?.get(name) ?? [...present(), ...earlier].sort((a, b) => compare(a.row, b.row))
    if (list.length <= mostListed) past.lists?.set(name, list)
    yield* list
    return
  }
  let next = 0
  for (const one of present()) {
    while (next < earlier.length && compare(earlier[next]!.row, one.row) < 0) yield earlier[next++]!
    yield one
  }
  yield* earlier.slice(next)
}

/** A row as it is sent, with its comma and line feed. */
function printed({ dataset, columns, isShown }: View, { text, known }: Stood): string {
  const own = columns === null ? text : cutText(Buffer.from(`${text},\n`), dataset, columns)
  if (!isShown) return `${own},\n`
  const at = known.at === null ? 'null' : `"${taipeiInstant(known.at)}"`
  return `${own.slice(0, -1)}${own === '{}' ? '' : ','}"known_at":${at},"known_by":"${known.by}"},\n`
}

function cutText(row: Buffer, dataset: Dataset, columns: readonly string[]): string {
  const target = Buffer.allocUnsafe(row.length)
  return target.toString('utf8', 0, cutColumns(row, dataset, columns, target, 0))
}

/** The rows of lists that are kept, as they are sent whole. */
const sentRows = new WeakMap<Stood, Buffer>()

function sentRow(view: View, one: Stood): Buffer {
  if (view.columns !== null || view.isShown || !isMoved(view.dataset)) return Buffer.from(printed(view, one))
  const sent = sentRows.get(one) ?? Buffer.from(printed(view, one))
  sentRows.set(one, sent)
  return sent
}

/** The next `limit` rows of a view, with the key of the last one. */
export function selectView(
  view: View,
  range: Range,
  after: Position | null,
  limit: number,
): Page & { readonly last: string | null } {
  const key = after && 'key' in after ? after.key : null
  const from = key === null ? range : behind(view, range, key)
  let isPast = key === null
  const rows: Buffer[] = []
  let last: string | null = null
  let hasMore = false
  for (const one of view.rows(from)) {
    if (!isPast) {
      isPast = one.key === key
      continue
    }
    if (rows.length === limit) {
      hasMore = true
      break
    }
    rows.push(sentRow(view, one))
    last = one.key
  }
  const bytes = Buffer.concat(rows)
  return {
    count: rows.length,
    length: bytes.length,
    runs: null,
    *copy(target, at) {
      target.set(bytes, at)
      yield
    },
    next: hasMore ? { key: last! } : null,
    last,
  }
}

/** The range from the day of a key on. */
function behind({ dataset }: View, range: Range, key: string): Range {
  if (!isDated(dataset)) return range
  const day = dayOf((JSON.parse(key) as string[])[dataset.key.indexOf(dataset.date)]!)
  return range.ascending ? { ...range, from: day } : { ...range, to: day }
}

/** When the first of the oldest rows became known; of a dataset whose key has no date the first of all. */
export function firstKnown(past: Past): number | null {
  let [first, day]: [number | null, number | null] = [null, null]
  for (const { row, text } of presentRows(past, { from: null, to: null, includeHidden: true, ascending: true })) {
    const of = isDated(past.dataset) ? past.timeline.dayOf(row) : 0
    if (day !== null && of !== day) break
    day = of
    const at = past.timeline.at(past.timeline.keyOf(row), { text, row }, Number.POSITIVE_INFINITY)?.known.at ?? null
    if (at !== null && (first === null || at < first)) first = at
  }
  return first
}

/** Rows and bytes of a view. */
export function measureView(view: View, range: Range): { rows: number; bytes: number } {
  let [rows, bytes] = [0, 0]
  for (const one of view.rows(range)) {
    rows++
    bytes += Buffer.byteLength(printed(view, one))
  }
  return { rows, bytes }
}
