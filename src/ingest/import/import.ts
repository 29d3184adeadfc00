import { columnsOf, type Dataset, isDated } from '../../catalogue/dataset.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import type { Tables } from '../../derive/derivation.ts'
import { derivations } from '../../derive/index.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import { SettingError, UsageError } from '../../errors.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import { type Change, type Manifest, noChange } from '../../lake/manifest.ts'
import { literal, quote } from '../../lake/schema.ts'
import { taipeiDate } from '../../sources/dates.ts'
import { computedOf } from '../load/computed.ts'
import { calendarOf } from '../plan/tradingDays.ts'
import { type Checked, checkLoad, type RejectedRow } from '../rules/check.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import { settleLoaded } from '../rules/settle.ts'
import { type Converted, convert } from './convert.ts'
import type { Wishes } from './matched.ts'
import { lineColumn, type Rejection } from './read.ts'

/** What to do with rows of one file that share a key and differ: reject them all, or keep the first or the last. */
export const repeatings = ['reject', 'first', 'last'] as const

export type ImportOptions = {
  readonly lake: Lake
  readonly dataset: Dataset
  readonly file: string
  readonly wishes: Wishes
  readonly repeats: (typeof repeatings)[number]
  /** Look at everything and change nothing. */
  readonly isDry: boolean
  readonly memory: string
  /** Folder of its own, removed by the caller. */
  readonly scratch: string
  readonly now: () => Date
  readonly quarantine: Quarantine | null
  readonly onWait?: () => void
}

/** Rows that broke a rule, by the rule, with what it says and the first few of them. */
type Broken = Checked['broken'][number] & { readonly examples: readonly string[] }

export type ImportReport = {
  readonly dataset: string
  /** What each column was read from. */
  readonly columns: readonly { readonly ours: string; readonly from: string }[]
  readonly read: number
  /** Lines of a file in long form, of which several make a row; null where each is one. */
  readonly lines: number | null
  readonly change: Change
  /** Rows that are in the lake as they come. */
  readonly unchanged: number
  /** Rows that say the same as another one, and rows that gave way to another one of their key. */
  readonly repeated: number
  readonly superseded: number
  readonly unreadable: readonly Rejection[]
  readonly broken: readonly Broken[]
  readonly rejected: number
  /** Rows in quarantine: those that broke a rule, as far as they are kept. Lines that cannot be read stay in the file. */
  readonly kept: number
  /** Columns of the file that nothing was read from. */
  readonly unread: readonly string[]
  /** Columns that the file lacks and that follow from others. */
  readonly filled: readonly string[]
  /** Columns that the file lacks altogether: kept where the lake has the row, null otherwise. */
  readonly lacking: readonly string[]
  readonly first: string | null
  readonly last: string | null
  readonly derived: Readonly<Record<string, Change>>
  /** The version made; null where nothing was. */
  readonly version: Version | null
}

/** Ends a change of the lake that was only to be looked at. */
export class DryRun extends Error {}

/** What a version is made by: rows that were brought, or whatever made the version before. */
export const madeBy =
  (now: Date, last: string | null) =>
  (current: Pick<Manifest, 'through' | 'maker'> | null): Pick<Manifest, 'through' | 'maker'> => {
    const today = taipeiDate(now.toISOString())
    const newest = last !== null && last < today ? last : today
    // A lake that nobody refreshes yet reaches as far as the rows that were brought.
    if (!current) return { through: newest, maker: { import: 1 } }
    const isImported = current.maker.import === 1
    return { through: isImported && newest > current.through ? newest : current.through, maker: current.maker }
  }

const list = (names: readonly string[], prefix = '') => names.map((name) => prefix + quote(name)).join(', ')

/** SQL: the rows of the file; a column it lacks keeps the value that the lake has under the key. */
function rowsSql(dataset: Dataset, { path, lacking }: Converted, repeats: ImportOptions['repeats']): string {
  const columns = columnsOf(dataset).map(([name]) => `${lacking.includes(name) ? 'e' : 's'}.${quote(name)}`)
  const same = dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')
  const one = `QUALIFY row_number() OVER (PARTITION BY ${list(dataset.key)} ORDER BY ${lineColumn} ${repeats === 'last' ? 'DESC' : ''}) = 1`
  return `SELECT ${columns.join(', ')}
    FROM (FROM read_parquet(${literal(path)}) ${repeats === 'reject' ? '' : one}) s
    LEFT JOIN ${quote(dataset.name)} e ON ${same}`
}

async function readCalendar(tables: Tables) {
  const read = await tables.columns(
    `SELECT ${dayNumberSql('trade_date')} AS day, CAST(is_scheduled AS DOUBLE) AS scheduled FROM ${TaiwanStockTradingDate.name}`,
  )
  const days = [...(read.day as Float64Array)]
  return calendarOf(days.map((day, i) => ({ day, isScheduled: read.scheduled![i] === 1, note: null })))
}

/** Computes again what follows from a dataset, and what follows from that. */
async function derive(draft: Draft, dataset: Dataset, since: string | null): Promise<Record<string, Change>> {
  const touched = new Set([dataset.name])
  const changes: Record<string, Change> = {}
  for (const { dataset: derived, from, rows } of derivations) {
    if (!from.some(({ name }) => touched.has(name))) continue
    touched.add(derived.name)
    changes[derived.name] = await draft.upsert(derived, await rows(draft, since))
  }
  return changes
}

const shownExamples = 3

const brokenOf = ({ broken, rejected }: Pick<Checked, 'broken' | 'rejected'>): Broken[] => {
  const byRule = Map.groupBy(rejected, ({ rule }) => rule)
  return broken.map((one) => ({
    ...one,
    examples: (byRule.get(one.rule) ?? [])
      .slice(0, shownExamples)
      .map(({ key, message }) => `${Object.values(key).join(' ')}: ${message}`),
  }))
}

export function assertLive({ origin }: Lake): void {
  if (origin !== 'live') throw new SettingError('Rows are imported into the origin live only: set FORMOSA_ORIGIN=live.')
}

/** Only what a file says of datasets that are published: what is computed follows from those. */
function assertImportable(lake: Lake, { name, derived }: Dataset): void {
  assertLive(lake)
  if (derived)
    throw new UsageError(
      `${name} is computed from ${derived.from.join(', ')}: import those, and its rows follow from them.`,
    )
}

/**
 * Brings the rows of a file into the lake, in one version together with everything that follows from them. Whatever
 * fails leaves the lake as it was.
 */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const { lake, dataset, repeats, isDry, now, quarantine, onWait } = options
  assertImportable(lake, dataset)
  const converted = await convert(options)
  const { matched, titles, read, lines, rows, unreadable, first, last, filled, lacking } = converted
  let rejected: readonly RejectedRow[] = []
  let found = {
    change: noChange,
    goodRows: 0,
    repeated: 0,
    superseded: 0,
    broken: [] as Broken[],
    rejectedRows: 0,
    derived: {} as Record<string, Change>,
  }

  async function load(draft: Draft): Promise<void> {
    const staged = await draft.stage(dataset, rowsSql(dataset, converted, repeats))
    for (const statement of computedOf(dataset, staged.table, draft.through)) await draft.run(statement)
    const calendar = await readCalendar(draft)
    const checked = await checkLoad(draft, { dataset, table: staged.table, calendar, asked: null, isWhole: false })
    rejected = checked.rejected
    const { repeats: repeated, goodRows, rejectedRows } = checked
    const superseded = rows - goodRows - repeated - rejectedRows
    const change = goodRows === 0 ? noChange : await draft.upsert(dataset, checked.good)
    // A list of what there is now may change what was computed for any day.
    const derived = goodRows === 0 ? {} : await derive(draft, dataset, isDated(dataset) ? first : null)
    found = { change, goodRows, repeated, superseded, broken: brokenOf(checked), rejectedRows, derived }
    if (isDry || goodRows === 0) throw new DryRun()
    if (quarantine) await settleLoaded(quarantine, draft, dataset, checked, now())
  }

  let version: Version | null = null
  if (rows > 0)
    try {
      version = await lake.change(madeBy(now(), last), load, onWait ? { onWait } : {})
    } catch (error) {
      if (!(error instanceof DryRun)) throw error
    }
  quarantine?.put(
    rejected.map((entry) => ({ entry, answer: null })),
    now(),
  )
  const { change, goodRows, repeated, superseded, broken, rejectedRows, derived } = found
  return {
    dataset: dataset.name,
    columns: matched.columns.map(({ name, source }) => ({
      ours: name,
      from: 'at' in source ? titles[source.at]! : `"${source.text}"`,
    })),
    read,
    lines,
    change,
    unchanged: goodRows - change.added - change.changed,
    repeated,
    superseded,
    unreadable,
    broken,
    kept: quarantine ? rejected.length : 0,
    rejected: rejectedRows + unreadable.reduce((sum, one) => sum + one.rows, 0),
    unread: matched.unread,
    filled,
    lacking,
    first,
    last,
    derived,
    version,
  }
}
