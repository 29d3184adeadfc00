import { columnsOf, type Dataset } from '../../../../src/catalogue/dataset.ts'
import type { Outcome, Row } from '../../../../src/sources/outcome.ts'
import type { Effect, Replacement } from './damages.ts'
import { replacements } from './damages.ts'

/** Whether what came of a damaged answer is right, or a problem by name, or a fault of the reader. */

type Rows = Outcome & { readonly kind: 'rows' }

/** What came of it, in a word; a fault is thrown. */
export type Verdict =
  | 'the same rows'
  | 'counted'
  | 'rejected'
  | 'unknown'
  | 'numbered'
  | 'named'
  | 'a line less'
  | 'text'
  | Exclude<Outcome['kind'], 'rows'>

export class Fault extends Error {
  override name = 'Fault'
}

const textOf = (row: Row): string => JSON.stringify(row)

/** Rows of one list that the other has not, as often as they are there. */
function beyond(rows: readonly Row[], others: readonly Row[]): Row[] {
  const counts = new Map<string, number>()
  for (const row of others) counts.set(textOf(row), (counts.get(textOf(row)) ?? 0) + 1)
  return rows.filter((row) => {
    const left = counts.get(textOf(row)) ?? 0
    counts.set(textOf(row), left - 1)
    return left <= 0
  })
}

const leftIn = ({ left }: Rows): number => left.reduce((sum, { rows }) => sum + rows, 0)

/** How a row that came up differs from the one it stands for: the one with the fewest other cells. */
function differences(row: Row, lost: readonly Row[]): string[] {
  const each = lost.map((one) => Object.keys(row).filter((name) => one[name] !== row[name]))
  return each.sort((a, b) => a.length - b.length)[0] ?? Object.keys(row)
}

/** Rows without what they have from the others, and changes with them: the newest moment, and where one is told, numbers. */
const alone = (rows: readonly Row[], areRowsRejected: boolean): Row[] =>
  rows.map(({ seq, snapshot_time, ...row }) => (areRowsRejected || seq === undefined ? row : { ...row, seq }))

/** What a cell may say once its text says something else. */
function mayBe(
  dataset: Dataset,
  name: string,
  value: Row[string] | undefined,
  to: Replacement,
): 'unknown' | 'text' | null {
  const field = columnsOf(dataset).find(([column]) => column === name)?.[1]
  if (!field) return null
  // By rule, a blank is a zero in the list of margin trading, which writes none.
  if (name === 'offset_volume' && value === 0 && to === 'blank') return 'unknown'
  // By rule, statements without a share of a parent are those of one company.
  if (name === 'statement_scope' && value === 'individual' && (to === 'blank' || to === 'dashes')) return 'unknown'
  const isText = field.kind === 'text' && !field.values
  if (value === null && (to === 'blank' || to === 'dashes')) return 'unknown'
  if (!isText || typeof value !== 'string') return null
  // A security without its day of listing, which is a part of its key.
  if (name === 'issue_key' && value === '-') return 'unknown'
  if (to === 'blank') return value === '' ? 'unknown' : null
  const isKey = dataset.key.includes(name) || /_id$/.test(name)
  if (to === 'dashes' && !isKey) return 'text'
  return !isKey && value.includes(replacements[to]) ? 'text' : !isKey && /[０-９]/.test(value) ? 'text' : null
}

type Case = {
  readonly dataset: Dataset
  readonly before: Rows
  /** How many rows a row of the response makes at the most. */
  readonly perRow: number
}

export function judged({ dataset, before, perRow }: Case, after: Outcome, effect: Effect, to?: Replacement): Verdict {
  if (after.kind !== 'rows') {
    if (/^the reader failed/.test(after.reason)) throw new Fault(after.reason)
    return after.kind
  }
  const areRowsRejected = after.rejected.length > before.rejected.length
  const [first, last] = [alone(before.rows, areRowsRejected), alone(after.rows, areRowsRejected)]
  const [gone, come] = [beyond(first, last), beyond(last, first)]
  const isNamed = after.unread.length > before.unread.length
  const reasonsBefore = new Set(before.left.map(({ why }) => why))
  const isCounted = leftIn(after) > leftIn(before) || after.left.some(({ why }) => !reasonsBefore.has(why))
  if (effect === 'none') {
    if ((after.rows.length === 0 && after.left.length > 0) || isCounted) return 'counted'
    if (after.rows.length > 0 && gone.length === 0 && come.length === 0) return 'the same rows'
    throw new Fault(`no rows, and ${after.rows.length} came of it, with nothing told`)
  }
  if (effect === 'twice' && gone.length === 0 && come.length > 0) {
    const isNumbered = come.every((row) => differences(row, before.rows).every((name) => name === 'seq'))
    if (isNumbered) return 'numbered'
  }
  // Where an account has several names, the next one with an amount is taken, and `origin_name` tells which.
  const isNextName = (row: Row) =>
    gone.some(({ type, origin_name }) => type === row.type && origin_name !== row.origin_name) ||
    (isNamed && String(row.type).startsWith('X_'))
  if (come.length > 0 && come.every((row) => 'origin_name' in row && isNextName(row))) return 'named'
  if (effect === 'cell' && come.length > 0) {
    const kinds = new Set<'unknown' | 'text'>()
    for (const row of come)
      for (const name of differences(row, gone)) {
        const kind = mayBe(dataset, name, row[name], to!)
        if (kind === null) throw new Fault(`${name} became ${JSON.stringify(row[name])}: ${textOf(row)}`)
        kinds.add(kind)
      }
    if (gone.length > come.length && !areRowsRejected && !isCounted)
      throw new Fault(`${gone.length - come.length} rows are gone without a word`)
    return kinds.has('text') ? 'text' : 'unknown'
  }
  // Columns that are rows here, and that nobody can miss: lines of statements, which differ by business and year, unless
  // every list has them; sectors of the OTC market during the day; tenors; products of a settlement but the headline's.
  const inColumns = ['type', 'trade_time', 'settlement_date', 'tenor'].some((name) => dataset.key.includes(name))
  const line = ({ type, final_settlement_price, tenor, stock_id }: Row) =>
    type ?? final_settlement_price ?? tenor ?? stock_id
  const isOfOneLine = inColumns && new Set(gone.map(line)).size <= Math.max(1, gone.length / 2)
  if (effect === 'lost' && come.length === 0 && isOfOneLine && !isNamed) return 'a line less'
  // What is reckoned from a row that is told as unreadable is unknown.
  const isUnknown = (row: Row) => differences(row, gone).every((name) => row[name] === null)
  if ((areRowsRejected || isCounted) && come.length > 0 && come.every(isUnknown)) return 'unknown'
  if (come.length > 0)
    throw new Fault(`${come.length} rows came up, as ${textOf(come[0]!)}, for ${textOf(gone[0] ?? {})}`)
  const reported = after.rejected.length - before.rejected.length + leftIn(after) - leftIn(before)
  if ((areRowsRejected || isCounted) && gone.length > Math.max(1, reported) * perRow)
    throw new Fault(`${gone.length} rows are gone, and ${reported} are told, as ${textOf(gone[0]!)}`)
  if (areRowsRejected) return 'rejected'
  if (isCounted) return 'counted'
  if (gone.length === 0) return 'the same rows'
  if (isNamed) return 'named'
  throw new Fault(`${gone.length} rows are gone without a word, as ${textOf(gone[0]!)}`)
}
