import { columnsOf, type Dataset, isDated } from '../../catalogue/dataset.ts'
import { taipeiDate } from '../../days.ts'
import { derivationRules, derivations } from '../../derive/index.ts'
import { SettingError, UsageError } from '../../errors.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Lake, Version } from '../../lake/lake.ts'
import { type Change, type Manifest, noChange } from '../../lake/manifest.ts'
import { literal, quote } from '../../lake/schema.ts'
import { updateColumns } from '../load/computedColumns.ts'
import { importedIn } from '../load/heldLoads.ts'
import { draftDays } from '../load/tradingDays.ts'
import { calendarOf } from '../plan/tradingDays.ts'
import { type CheckResult, checkRows } from '../rules/check.ts'
import type { Quarantine } from '../rules/quarantine.ts'
import type { RefusedPart, RejectedRow } from '../rules/rows.ts'
import { openSettledKeys, type QuarantineKey } from '../rules/settle.ts'
import { type ConvertedFile, type ConvertOptions, convert } from './convert.ts'
import { lineColumn } from './readRows.ts'

/** What to do with differing rows of the same key in one file. */
export const repeatModes = ['reject', 'first', 'last'] as const

/** The lake to import into, and the means to do it. */
export type ImportTarget = {
  readonly lake: Lake
  /** Checks everything and changes nothing. */
  readonly isDry: boolean
  readonly memory: string
  /** A folder of its own, removed by the caller. */
  readonly scratch: string
  readonly now: () => Date
  readonly quarantine: Quarantine | null
  readonly onWait?: () => void
}

export type ImportOptions = ImportTarget &
  Pick<ConvertOptions, 'dataset' | 'file' | 'wishes'> & { readonly repeats: (typeof repeatModes)[number] }

/** A broken rule with the first few rows that break it. */
type BrokenRule = CheckResult['broken'][number] & { readonly examples: readonly string[] }

/** Aborts a change of the lake in a dry run. */
export class DryRun extends Error {}

/** `through` and `maker` of the version that an import makes. */
export const madeBy =
  (datasets: readonly string[], now: Date, last: string | null) =>
  (current: Pick<Manifest, 'through' | 'maker'> | null): Pick<Manifest, 'through' | 'maker'> => {
    const today = taipeiDate(now)
    const newest = last !== null && last < today ? last : today
    // Without a refresh, the lake is complete through the imported rows.
    if (!current) return { through: newest, maker: { import: 1, rules: derivationRules, imported: datasets } }
    const isImported = current.maker.import === 1
    const maker = { ...current.maker, imported: [...new Set([...importedIn(current), ...datasets])] }
    return { through: isImported && newest > current.through ? newest : current.through, maker }
  }

const list = (names: readonly string[], prefix = '') => names.map((name) => prefix + quote(name)).join(', ')

/** SQL: the rows of the file; columns it lacks keep their stored values. */
function rowsSql(dataset: Dataset, { path, lacking }: ConvertedFile, repeats: ImportOptions['repeats']): string {
  const columns = columnsOf(dataset).map(([name]) => `${lacking.includes(name) ? 'e' : 's'}.${quote(name)}`)
  const same = dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')
  const one = `QUALIFY row_number() OVER (PARTITION BY ${list(dataset.key)} ORDER BY ${lineColumn} ${repeats === 'last' ? 'DESC' : ''}) = 1`
  return `SELECT ${columns.join(', ')}
    FROM (FROM read_parquet(${literal(path)}) ${repeats === 'reject' ? '' : one}) s
    LEFT JOIN ${quote(dataset.name)} e ON ${same}`
}

/** Computes the datasets derived from a dataset, directly and indirectly. */
async function derive(draft: Draft, dataset: Dataset, since: string | null): Promise<Record<string, Change>> {
  const touched = new Set([dataset.name])
  const changes: Record<string, Change> = {}
  for (const { dataset: derived, from, rows } of derivations) {
    if (!from.some(({ name }) => touched.has(name))) continue
    touched.add(derived.name)
    const tables = draft.reading(from)
    changes[derived.name] = await tables.upsert(derived, await rows(tables, since))
  }
  return changes
}

const shownExamples = 3

/** The first few rows that break a rule. */
export const examplesOf = (rejected: readonly (RejectedRow | RefusedPart)[]): string[] =>
  rejected
    .slice(0, shownExamples)
    .map((entry) => `${'key' in entry ? Object.values(entry.key).join(' ') : ''}: ${entry.message}`)

const brokenOf = ({ broken, rejected }: Pick<CheckResult, 'broken' | 'rejected'>): BrokenRule[] => {
  const byRule = Map.groupBy(rejected, ({ rule }) => rule)
  return broken.map((one) => ({ ...one, examples: examplesOf(byRule.get(one.rule) ?? []) }))
}

export function assertLive({ origin }: Lake): void {
  if (origin !== 'live') throw new SettingError('Rows are imported into the origin live only: set FORMOSA_ORIGIN=live.')
}

function assertImportable(lake: Lake, { name, derived }: Dataset): void {
  assertLive(lake)
  if (derived)
    throw new UsageError(
      `${name} is computed from ${derived.from.join(', ')}: import those, and its rows follow from them.`,
    )
}

/**
 * Imports the rows of a file as one version, together with the datasets derived from them. A failure leaves the lake
 * unchanged.
 */
export async function importFile(options: ImportOptions) {
  const { lake, dataset, repeats, isDry, now, quarantine, onWait } = options
  assertImportable(lake, dataset)
  const converted = await convert(options)
  const { matched, titles, read, lines, rows, unreadable, first, last, filled, lacking } = converted
  let rejected: readonly RejectedRow[] = []
  let settled: readonly QuarantineKey[] = []
  let found = {
    change: noChange,
    goodRows: 0,
    repeated: 0,
    superseded: 0,
    broken: [] as BrokenRule[],
    rejectedRows: 0,
    derived: {} as Record<string, Change>,
  }

  async function load(draft: Draft): Promise<void> {
    const staged = await draft.stage(dataset, rowsSql(dataset, converted, repeats))
    await updateColumns(draft, dataset, staged.table)
    const calendar = calendarOf(await draftDays(draft))
    const checked = await checkRows(draft, { dataset, table: staged.table, calendar, requested: null, isWhole: false })
    rejected = checked.rejected
    const { repeats: repeated, goodRows, rejectedRows } = checked
    const superseded = rows - goodRows - repeated - rejectedRows
    const change = goodRows === 0 ? noChange : await draft.upsert(dataset, checked.good)
    // A list of current facts may change computed rows of any day.
    const derived = goodRows === 0 ? {} : await derive(draft, dataset, isDated(dataset) ? first : null)
    found = { change, goodRows, repeated, superseded, broken: brokenOf(checked), rejectedRows, derived }
    if (isDry || goodRows === 0) throw new DryRun()
    if (quarantine) settled = await openSettledKeys(quarantine, draft.reading([]), dataset, checked)
  }

  let version: Version | null = null
  if (rows > 0)
    try {
      version = await lake.change(madeBy([dataset.name], now(), last), load, onWait ? { onWait } : {})
    } catch (error) {
      if (!(error instanceof DryRun)) throw error
    }
  const entries = rejected.map((entry) => ({ entry, answer: null }))
  if (version !== null) quarantine?.settle(dataset.name, settled, now())
  quarantine?.put(entries, now())
  const { change, goodRows, repeated, superseded, broken, rejectedRows, derived } = found
  return {
    dataset: dataset.name,
    columns: matched.columns.map(({ name, source }) => ({
      ours: name,
      from: 'at' in source ? titles[source.at]! : `"${source.text}"`,
    })),
    read,
    /** Lines of a file in long form; null if each line is a row. */
    lines,
    change,
    /** Rows that the lake already has. */
    unchanged: goodRows - change.added - change.changed,
    /** Identical rows, and rows that another row of their key replaced. */
    repeated,
    superseded,
    unreadable,
    broken,
    /** Rows in quarantine. Unreadable lines stay in the file. */
    kept: quarantine ? rejected.length : 0,
    rejected: rejectedRows + unreadable.reduce((sum, one) => sum + one.rows, 0),
    /** Columns of the file that were not read. */
    unread: matched.unread,
    /** Columns computed from others. */
    filled,
    /** Columns that the file lacks: stored values are kept, others are null. */
    lacking,
    first,
    last,
    derived,
    /** Null if no version was made. */
    version,
  }
}

export type ImportReport = Awaited<ReturnType<typeof importFile>>
