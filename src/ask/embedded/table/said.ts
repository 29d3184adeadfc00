import type { Dataset } from '../../../catalogue/dataset.ts'
import type { Fn, Scalar, Scale, Universe } from '../../representation.ts'
import type { Constraint } from '../clause/clause.ts'
import type { Event } from '../events.ts'
import type { Entity, Sense } from '../senses.ts'
import type { Time } from '../time/time.ts'
import type { Piece } from './pieces.ts'

/** A question as it was said in the words of a table, every word put to one use. */
export type Spoken = {
  readonly columns: readonly string[]
  readonly values: readonly { readonly column: string; readonly is: readonly Scalar[]; readonly not: boolean }[]
  readonly entities: readonly Entity[]
  readonly parts: readonly { readonly universe: Universe }[]
  readonly conditions: readonly { readonly column: string; readonly constraint: Constraint }[]
  readonly present: readonly string[]
  readonly event: Event | undefined
  readonly named: boolean
  readonly dated: string | undefined
  readonly time: Time | undefined
  /** Up to now, and not what is only announced. */
  readonly since: boolean
  /** The newest so many. */
  readonly recent: number | null
  readonly clock: boolean
  readonly order: { readonly column: string; readonly descending: boolean } | null
  readonly most: boolean
  readonly rank: number | null
  readonly single: boolean
  readonly count: 'rows' | 'stocks' | null
  readonly each: boolean
  /** By which column the rows are folded. */
  readonly by: string | null
  readonly fold: Fn | null
  readonly scale: Scale | undefined
  /** The unit that was named is that of something asked for. */
  readonly isTold: boolean
}

type Amount = { readonly value: number; readonly unit: Extract<Constraint, { value: number }>['unit'] }

const amountOf = (piece: Piece | undefined): Amount | null => {
  const sense = piece?.sense
  if (sense?.t === 'quantity') return { value: sense.value, unit: sense.unit }
  const number = sense?.t === 'number' ? sense : piece?.sense && piece.more.find((one) => one.t === 'number')
  return number?.t === 'number' ? { value: number.value, unit: null } : null
}

/** Counted in these, so that "how many" asks for the number itself. */
const counts = /shares|people|contracts|trades|orders|days|minutes|points|lots/

export function said(table: Dataset, given: readonly Piece[]): Spoken | null {
  if (isHeldAgainst(given)) return null
  const pieces = given.filter(({ sense }) => sense?.t !== 'filler')
  const columnAt = pieces.map((piece, i) => columnOf(piece, i, pieces))
  if (columnAt.includes(null)) return null
  const used = new Set<number>()
  const conditions: { column: string; constraint: Constraint }[] = []
  const near = (i: number): string | null => {
    const before = columnAt.slice(0, i).findLast((column) => column)
    return before ?? columnAt.slice(i + 1).find((column) => column) ?? null
  }
  for (const [i, { sense }] of pieces.entries()) {
    if (sense?.t === 'compare') {
      const at = sense.suffix ? i - 1 : i + 1
      const amount = amountOf(pieces[at])
      const column = near(i)
      if (!amount || !column || used.has(at)) return null
      used.add(at)
      conditions.push({ column, constraint: { op: sense.op, ...amount } })
    } else if (sense?.t === 'range') {
      const column = near(i)
      if (!column) return null
      conditions.push({ column, constraint: { low: sense.low, high: sense.high, unit: sense.unit } })
    }
  }
  // 撮合間隔是20分鐘: a number right after what is counted is its value.
  for (const [i, piece] of pieces.entries()) {
    const amount =
      used.has(i) || !piece.sense || !['number', 'quantity'].includes(piece.sense.t) ? null : amountOf(piece)
    const at = pieces[i - 1]?.sense?.t === 'ask' ? i - 2 : i - 1
    const column = amount && columnAt[at]
    if (!column || table.columns[column]?.kind !== 'integer') continue
    used.add(i)
    conditions.push({ column, constraint: { op: '=', ...amount } })
  }
  const values: { column: string; is: readonly Scalar[]; not: boolean }[] = []
  const entities: Entity[] = []
  const parts: { universe: Universe }[] = []
  const times: Time[] = []
  const loose: { value: number; at: number }[] = []
  const senses: Sense[] = []
  let not = false
  let negated = false
  for (const [i, piece] of pieces.entries()) {
    const { own, sense } = piece
    if (own?.t === 'value') {
      values.push({ column: own.column, is: own.is, not })
      negated ||= not
      continue
    }
    if (sense?.t === 'not') {
      not = true
      continue
    }
    if (sense?.t !== 'join' && sense?.t !== 'or') {
      if (not && !negated) return null
      not = false
      negated = false
    }
    if (used.has(i) || !sense) continue
    senses.push(sense)
    if (sense.t === 'entity') entities.push(...entitiesOf(piece))
    else if (sense.t === 'part') {
      if (sense.chain) return null
      parts.push({
        universe: {
          ...(sense.market ? { market: [sense.market] } : {}),
          ...(sense.type ? { type: [sense.type] } : {}),
          ...(sense.industry ? { industry: sense.industry } : {}),
        },
      })
    } else if (sense.t === 'time') times.push(sense.time)
    else if (sense.t === 'number' || sense.t === 'quantity') loose.push({ value: sense.value, at: i })
    else if (sense.t === 'contract') return null
  }
  if (not && !negated) return null
  // "Was the light red?" asks for the light, and not for the months when it was.
  const asksWhether = pieces.some(
    ({ text }, i) => /^(是不是|是否|嗎|有沒有)$/.test(text) || (i === 0 && /^(is|was|are|were)$/i.test(text)),
  )
  const isShown = (column: string): boolean => columnAt.includes(column)
  const kept = asksWhether ? values.filter(({ column }) => !isShown(column)) : values
  if (pieces.some((piece) => piece.said?.t === 'became') && loose.length !== 2) return null
  if (!pair(table, loose, conditions)) return null
  const [time, ...others] = times.filter((one) => !(one.window.kind === 'latest' && one.newest && times.length > 1))
  if (others.length > 0 || time?.vague || time?.edge) return null
  const has = <T extends Sense['t']>(t: T) => senses.find((one) => one.t === t) as Extract<Sense, { t: T }> | undefined
  if (has('or') && values.length < 2) return null
  const asked = [...new Set(columnAt.filter((column) => column !== undefined))] as string[]
  const peak = pieces.flatMap(({ own }) => (own?.t === 'peak' ? [own] : []))[0]
  const towards = has('most') ?? has('sorted')
  const sorted = orderOf(pieces, columnAt)
  const fold = has('fold')
  const times2 = pieces.some((piece) => piece.said?.t === 'times')
  const howMany = has('how_many') ?? has('how_many_days')
  const isAmount =
    howMany &&
    asked.length > 0 &&
    asked.every((column) => counts.test(table.columns[column]?.unit ?? '')) &&
    entities.length > 0
  const names = pieces.flatMap((piece) => (piece.own ? piece.owns.filter((one) => one.t === 'name') : []))
  const rank = has('rank')
  if (
    senses.filter(({ t }) => t === 'rank').length > 1 ||
    senses.some((one) => one.t === 'daily' && one.unit !== 'day')
  )
    return null
  const said = pieces.flatMap((piece) => (piece.said ? [piece.said] : []))
  const recent = said.find((one) => one.t === 'recent')
  const several = said.find((one) => one.t === 'pieces')
  const dated = pieces.flatMap(({ own }) => (own?.t === 'dated' ? [own.column] : []))
  if (new Set(dated).size > 1) return null
  const scale = has('in')?.scale
  return {
    columns: asked,
    values: kept,
    entities,
    parts,
    conditions,
    present: pieces.flatMap(({ own }) => (own?.t === 'present' ? [own.column] : [])),
    event: names.find((one) => one.event)?.event,
    named: names.length > 0 || pieces.some(({ own }) => own?.t === 'column' && own.names),
    dated: dated[0],
    time,
    since: pieces.some(({ sense, text }) => sense?.t === 'time' && /以來|至今|迄今|to date|so far|ytd/i.test(text)),
    recent: recent?.t === 'recent' ? recent.n : null,
    clock: said.some((one) => one.t === 'clock'),
    order: peak
      ? { column: peak.column, descending: peak.descending }
      : towards && sorted
        ? { column: sorted, descending: towards.descending ?? true }
        : null,
    most: has('most') !== undefined,
    rank: rank?.n ?? (several?.t === 'pieces' ? several.n : null),
    single: isSingle(pieces) || peak !== undefined,
    count: times2 || (howMany && !isAmount) ? (isOfStocks(pieces) ? 'stocks' : 'rows') : null,
    by: dimensionOf(table, pieces, columnAt),
    each: has('each') !== undefined || has('both') !== undefined,
    fold: fold && !howMany && !times2 ? fold.fn : null,
    isTold: isTold(table, asked, scale),
    scale: scale && scale !== 'percent' && scale !== 'points' && scale !== 'shares' ? scale : undefined,
  }
}

/** "How much higher is one than the other": what differs is no row of either. */
const isHeldAgainst = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    ({ sense, text }, i) =>
      (sense?.t === 'filler' && /^(than|比)$/i.test(text)) ||
      (sense?.t === 'ask' && sense.what === 'much' && pieces[i + 1]?.sense?.t === 'most'),
  )

/** In percent only what is a share, in shares only what is counted in them. */
function isTold(table: Dataset, asked: readonly string[], scale: string | undefined): boolean {
  const has = (pattern: RegExp): boolean =>
    asked.some((column) => pattern.test(`${column} ${table.columns[column]?.unit ?? ''}`))
  if (scale === 'percent') return has(/percent|ratio|rate|yield|weight|basis/)
  if (scale === 'points') return has(/point|score|index|TWD|price|amount|change_bp/)
  if (scale === 'shares' || scale === 'lots') return has(/shares|volume/)
  return scale === undefined || has(/TWD|amount|USD|currency/)
}

/** The column a piece names; undefined where it names none, null where it only begins to. */
function columnOf(piece: Piece, i: number, pieces: readonly Piece[]): string | null | undefined {
  const { own } = piece
  if (own?.t === 'column' || own?.t === 'peak') return own.column
  const heads = piece.own ? piece.owns.filter((one) => one.t === 'head') : []
  if (heads.length === 0) return undefined
  const next = pieces.slice(i + 1).find((other) => other.own?.t === 'column')?.own
  if (next?.t === 'column' && heads.some((one) => next.words.endsWith(one.noun)))
    return heads.find((one) => next.words.endsWith(one.noun))!.column
  return own?.t === 'head' ? null : undefined
}

/** What is the most: the column before the word in Chinese and after it in English; alone, whatever is asked for. */
function orderOf(pieces: readonly Piece[], columnAt: readonly (string | null | undefined)[]): string | null {
  const at = pieces.findIndex(({ sense }) => sense?.t === 'most' || sense?.t === 'sorted')
  if (at < 0) return null
  const before = columnAt.slice(0, at).findLast((column) => column) ?? null
  const after = columnAt.slice(at + 1).find((column) => column) ?? null
  return /[A-Za-z]/.test(pieces[at]!.text) ? (after ?? before) : (before ?? after)
}

/** "by transaction type", 各交易別: a column of few texts right after the word for each. */
function dimensionOf(
  table: Dataset,
  pieces: readonly Piece[],
  columnAt: readonly (string | null | undefined)[],
): string | null {
  const at = pieces.findIndex(({ sense }, i) => sense?.t === 'each' && columnAt[i + 1])
  const column = at < 0 ? null : (columnAt[at + 1] ?? null)
  return column && table.columns[column]?.kind === 'text' ? column : null
}

/** 從10元改成1元: two numbers beside what was before and what is after. */
function pair(
  table: Dataset,
  loose: readonly { readonly value: number }[],
  conditions: { column: string; constraint: Constraint }[],
): boolean {
  if (loose.length === 0) return true
  const before = Object.keys(table.columns).find(
    (column) => column.endsWith('_before') && column.replace('_before', '_after') in table.columns,
  )
  if (loose.length !== 2 || !before) return false
  for (const [i, column] of [before, before.replace('_before', '_after')].entries())
    conditions.push({ column, constraint: { op: '=', value: loose[i]!.value, unit: null } })
  return true
}

function entitiesOf(piece: Piece): Entity[] {
  const senses = piece.sense ? [piece.sense, ...piece.more] : []
  const found = senses.flatMap((sense) => (sense.t === 'entity' ? [sense.entity] : []))
  return found.length > 1 && found.every(({ together }) => together) ? found : found.slice(0, 1)
}

/** 哪一檔, "which bond", 哪一天: one is asked for. */
const isSingle = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ sense, text }) => sense?.t === 'noun' && /^(哪|which |what )/i.test(text)) ||
  pieces.some(
    ({ said: own, sense }) => own?.t === 'single' || (sense?.t === 'ask' && ['one', 'when'].includes(sense.what)),
  ) ||
  isOne(pieces)

/** "Which … bond has", "the highest rate": English says by its plurals whether several are meant. */
function isOne(pieces: readonly Piece[]): boolean {
  const english = pieces.every(({ text }) => !/\p{Script=Han}/u.test(text))
  if (!english || !pieces.some(({ sense }) => sense?.t === 'most')) return false
  return !pieces.some(
    ({ own, sense, text }) =>
      ((own && own.t !== 'column') || sense?.t === 'noun' || sense?.t === 'part') && /[^s]s$/i.test(text),
  )
}

const isOfStocks = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    ({ sense, text }) =>
      (sense?.t === 'noun' && sense.of === 'stock') || (sense?.t === 'how_many' && /檔|家|支|stock|compan/i.test(text)),
  )
