import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type Dataset, keepsRevisions } from '../catalogue/dataset.ts'
import { makeFolder } from '../disk.ts'
import type { Batch } from './batch.ts'
import type { FilePart } from './changeRows.ts'
import { type Column, readColumns, stage } from './duck.ts'
import { type Engine, showFiles } from './engine.ts'
import { linkOrCopy } from './files.ts'
import { type DayRun, runsOf, writeLoads } from './loads.ts'
import {
  type Change,
  type Holding,
  type Manifest,
  noChange,
  type Part,
  sumOf,
  unchanged,
  versionOf,
} from './manifest.ts'
import { check, countDays, expired, inserted, onDays, revised } from './merge.ts'
import { daysIn, isDivided } from './periods.ts'
import { createPool } from './pool.ts'
import { asRevised, isEarlier, writeRevisions } from './revisions.ts'
import { createTable, literal, quote, sqlColumns, type TableScope } from './schema.ts'
import { assertFileWhole } from './whole.ts'
import { writeParts } from './writeParts.ts'

/** Rows to load: one batch, several batches, or a SELECT over the draft's tables. Batches have no rows afterwards. */
export type Rows = Batch | AsyncIterable<Batch> | string

/** An unchecked table with the dataset's columns, until it is dropped. */
type StagedRows = { readonly table: string; readonly drop: () => Promise<void> }

/** A version being written; readers do not see it before it is complete. */
export type Draft = {
  /** The newest trading day the version will be complete for. */
  readonly through: string
  /** The draft with these datasets as tables of their names. A statement that reads any other dataset fails. */
  readonly reading: (datasets: readonly Dataset[]) => DraftTables
  /** Puts rows into a table of their own, so that they can be checked before they are loaded. */
  readonly stage: (dataset: Dataset, rows: Rows) => Promise<StagedRows>
  /** Adds rows and replaces those of the same key; removes stored rows that meet `removedWhere`. */
  readonly upsert: (dataset: Dataset, rows: Rows, removedWhere?: string | null) => Promise<Change>
  /** Replaces all rows of the dataset. */
  readonly replace: (dataset: Dataset, rows: Rows) => Promise<Change>
  /** Replaces all rows of a dataset that holds its newest days alone: rows that leave it are no revisions. */
  readonly advance: (dataset: Dataset, rows: Rows) => Promise<Change>
  /**
   * Puts rows among the revisions of a dataset that the draft has loaded: a SELECT of rows as they were before, with
   * `recorded_at` and `kind`. The rows themselves stay as they are.
   */
  readonly revise: (dataset: Dataset, sql: string) => Promise<void>
}

/** A draft and the datasets that its statements read. A SELECT of rows for a dataset may always read that dataset. */
export type DraftTables = Draft & {
  /** Runs a SELECT. */
  readonly columns: (sql: string) => Promise<Record<string, Column>>
  /** Runs a statement that creates or drops tables of the draft. */
  readonly run: (sql: string) => Promise<void>
}

type DraftOptions = {
  readonly engine: Engine
  readonly base: { readonly manifest: Manifest; readonly folder: string } | null
  readonly folder: string
  readonly origin: Manifest['origin']
  readonly through: string
  readonly at: string
  readonly dailyFrom?: string | undefined
  readonly datasets: readonly Dataset[]
}

/** Loads that run in parallel: while one is written, the next is prepared. */
export const lanes = 2

/** A few connections, each used by one piece of work at a time. */
async function connectLanes(engine: Engine) {
  const connections = await Promise.all(Array.from({ length: lanes }, () => engine.connect()))
  const pool = createPool(connections, 'the draft was given up')
  const running = new Set<Promise<unknown>>()

  /** Runs work on a connection that is not in use. */
  const onConnection = <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const task = pool.use(work)
    running.add(task)
    // The caller sees the failure when it awaits; until then it must not end the process.
    task.catch(() => {}).finally(() => running.delete(task))
    return task
  }

  /** Waits until nothing is written any more. */
  async function close(): Promise<void> {
    pool.close()
    while (running.size > 0) {
      engine.interrupt()
      await Promise.race([Promise.allSettled(running), sleep(20)])
    }
  }

  return { onConnection, close }
}

/** Puts rows into a table with the dataset's types: a temporary one, or one that all connections see. */
async function stageRows(
  lane: DuckDBConnection,
  dataset: Dataset,
  rows: Rows,
  table: string,
  scope: TableScope = 'TEMP TABLE',
): Promise<void> {
  if (typeof rows === 'string') {
    const columns = sqlColumns(dataset).map(([name, type]) => `CAST(${quote(name)} AS ${type}) AS ${quote(name)}`)
    await lane.run(`CREATE OR REPLACE ${scope} ${quote(table)} AS SELECT ${columns.join(', ')} FROM (${rows})`)
  } else if ('push' in rows) await stage(lane, rows, table, scope)
  else {
    await lane.run(createTable(dataset, table, scope))
    for await (const batch of rows) await stage(lane, batch, table, null)
  }
}

/** Rows, first and last date of the parts together. */
function summaryOf(parts: readonly Part[]): Pick<Holding, 'rows' | 'first_date' | 'last_date'> {
  const dates = parts.flatMap((part) => [part.first_date ?? [], part.last_date ?? []].flat()).sort()
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  return { rows, first_date: dates[0] ?? null, last_date: dates.at(-1) ?? null }
}

const newestOf = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)

/**
 * The datasets as tables of the draft. Each is shown once it is needed, because to show all of them takes longer than
 * most changes, and in a schema of its own, so that a statement finds only the datasets that were named for it.
 */
function createTables(connection: DuckDBConnection, filesOf: (dataset: Dataset) => readonly string[]) {
  const shown = new Map<string, Promise<void>>()
  const show = async (dataset: Dataset): Promise<void> => {
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${quote(dataset.name)}`)
    await showFiles(connection, dataset, dataset.name, filesOf(dataset), dataset.name)
  }
  return {
    /** Lets the statements of a connection read these datasets with their current files, and no others. */
    async let(lane: DuckDBConnection, datasets: readonly Dataset[]): Promise<void> {
      for (const dataset of datasets) {
        const showing = shown.get(dataset.name) ?? show(dataset)
        shown.set(dataset.name, showing)
        await showing
      }
      await lane.run(`SET search_path = ${literal(['main', ...datasets.map(({ name }) => name)].join())}`)
    },
    /** Forgets a dataset whose files have changed: it is shown again once it is needed. */
    forget: ({ name }: Dataset) => void shown.delete(name),
  }
}

type LoadOptions = { readonly whole?: boolean; readonly removedWhere?: string | null; readonly isRevised?: boolean }

type DraftParts = {
  readonly through: string
  readonly onConnection: Awaited<ReturnType<typeof connectLanes>>['onConnection']
  readonly tables: ReturnType<typeof createTables>
  readonly load: (lane: DuckDBConnection, dataset: Dataset, rows: Rows, options: LoadOptions) => Promise<Change>
  readonly revise: (lane: DuckDBConnection, dataset: Dataset, sql: string) => Promise<void>
}

function createReading({ through, onConnection, tables, load, revise }: DraftParts): Draft['reading'] {
  let staged = 0
  return function reading(datasets: readonly Dataset[]): DraftTables {
    /** Runs work on a connection that reads these datasets, and the one that it writes. */
    const onTables = <T>(written: readonly Dataset[], work: (lane: DuckDBConnection) => Promise<T>): Promise<T> =>
      onConnection(async (lane) => {
        await tables.let(lane, [...datasets, ...written])
        return work(lane)
      })
    const loadWith = (dataset: Dataset, rows: Rows, options: LoadOptions) =>
      onTables([dataset], (lane) => load(lane, dataset, rows, options))
    const run = (sql: string) => onTables([], async (lane) => void (await lane.run(sql)))
    return {
      through,
      reading,
      columns: (sql) => onTables([], (lane) => readColumns(lane, sql)),
      run,
      stage: (dataset, rows) =>
        onTables([dataset], async (lane) => {
          const table = `waiting_${dataset.name}_${++staged}`
          await stageRows(lane, dataset, rows, table, 'TABLE')
          return { table, drop: () => run(`DROP TABLE IF EXISTS ${quote(table)}`) }
        }),
      upsert: (dataset, rows, removedWhere = null) => loadWith(dataset, rows, { removedWhere }),
      replace: (dataset, rows) => loadWith(dataset, rows, { whole: true }),
      advance: (dataset, rows) => loadWith(dataset, rows, { whole: true, isRevised: false }),
      revise: (dataset, sql) => onTables([dataset], (lane) => revise(lane, dataset, sql)),
    }
  }
}

export async function createDraft({ engine, base, folder, origin, through, at, dailyFrom, datasets }: DraftOptions) {
  const { connection } = engine
  const { onConnection, close } = await connectLanes(engine)
  const holdings: Record<string, Holding> = {}
  /** Files that this draft has written or compared with their checksum. */
  const sound = new Set<string>()

  const assertSound = async (path: string, sha256: string): Promise<void> => {
    if (!sound.has(path) && !path.startsWith(join(folder, '/'))) await assertFileWhole(path, sha256)
    sound.add(path)
  }

  /** The days that no version before has, by dataset. */
  const newDays: Record<string, DayRun[]> = {}
  const noteDays = (dataset: Dataset, days: readonly string[], stored: readonly FilePart[]): void => {
    const before = stored.map((part) => daysIn(dataset, part))
    if (days.length > 0) newDays[dataset.name] = [...(newDays[dataset.name] ?? []), ...runsOf(days, before)]
  }

  /** The dataset's current files: from an earlier load of this draft, or from the base version. */
  const heldBefore = ({ name }: Dataset): { root: string; holding: Holding } | null => {
    if (holdings[name]) return { root: folder, holding: holdings[name] }
    const old = base?.manifest.datasets[name]
    return base && old ? { root: base.folder, holding: old } : null
  }

  const storedParts = (dataset: Dataset): FilePart[] => {
    const held = heldBefore(dataset)
    return held?.holding.parts.map((part) => ({ ...part, path: join(held.root, part.file) })) ?? []
  }

  const tables = createTables(connection, (dataset) => storedParts(dataset).map(({ path }) => path))

  const keep = async (root: string, file: string): Promise<void> => {
    if (root !== folder) await linkOrCopy(join(root, file), join(folder, file))
  }

  async function load(
    lane: DuckDBConnection,
    dataset: Dataset,
    rows: Rows,
    { whole = false, removedWhere = null, isRevised = keepsRevisions(dataset) }: LoadOptions,
  ): Promise<Change> {
    const staged = `staged_${dataset.name}`
    await stageRows(lane, dataset, rows, staged)
    const found = await check(lane, dataset, staged)
    const held = heldBefore(dataset)
    const newest = newestOf(found.newest, whole ? null : (held?.holding.last_date ?? null))
    const aged = expired(dataset, newest)
    const conditions = [aged, removedWhere].filter((one) => one !== null)
    const leaving = conditions.length === 0 ? null : conditions.map((one) => `(${one})`).join(' OR ')
    if (leaving !== null) await lane.run(`DELETE FROM ${quote(staged)} WHERE ${leaving}`)
    const days = leaving === null ? found.days : await countDays(lane, dataset, quote(staged))
    makeFolder(join(folder, dataset.name))
    const stored = storedParts(dataset)
    const {
      parts,
      changed,
      met,
      newDays: brought,
      change,
    } = await writeParts(lane, dataset, {
      ...{ staged, days, isInOrder: found.isInOrder, whole, leaving, removedWhere, at, through, folder, stored },
      assertSound: ({ path, sha256 }) => assertSound(path, sha256),
    })
    // A row that the same version brought was never seen before; one that is no longer kept was not withdrawn.
    const isSeen = `NOT (${(newDays[dataset.name] ?? []).map(([first, last]) => onDays(dataset, { first, last })).join(' OR ') || 'false'})`
    const added = (
      isRevised
        ? [...changed.map((merge) => revised(dataset, merge)), ...met.map((merge) => inserted(dataset, merge))]
        : []
    ).map((sql) => `SELECT * FROM (${sql}) WHERE ${isSeen} ${aged === null ? '' : `AND (${aged}) IS NOT TRUE`}`)
    noteDays(dataset, brought, stored)
    holdings[dataset.name] = {
      ...summaryOf(parts),
      parts,
      revisions: await writeRevisions(lane, dataset, added, { folder, held, keep, assertSound }),
      change: sumOf(holdings[dataset.name]?.change ?? noChange, change),
    }
    await lane.run(`DROP TABLE ${quote(staged)}`)
    tables.forget(dataset)
    return change
  }

  async function revise(lane: DuckDBConnection, dataset: Dataset, sql: string): Promise<void> {
    const holding = holdings[dataset.name]
    if (!holding) throw new Error(`${dataset.name} is not loaded by this draft`)
    const held = { root: folder, holding }
    const rows = `SELECT recorded_at, kind, ${asRevised(dataset)} FROM (${sql})`
    const revisions = await writeRevisions(lane, dataset, [rows], { folder, held, keep, assertSound })
    holdings[dataset.name] = { ...holding, revisions }
  }

  const draft: Draft = createReading({ through, onConnection, tables, load, revise })([])

  /** Carries over the datasets that were not changed and returns all holdings, and when their days came. */
  async function finish(): Promise<Pick<Manifest, 'version' | 'datasets' | 'loads'>> {
    for (const dataset of datasets) {
      const old = base?.manifest.datasets[dataset.name]
      if (holdings[dataset.name] || !base || !old) continue
      if (!isDivided(dataset, old.parts, through) || old.revisions.some(isEarlier))
        await draft.upsert(dataset, `SELECT * FROM ${quote(dataset.name)} LIMIT 0`)
      else {
        const files = [...old.parts, ...old.revisions].map(({ file }) => file)
        for (const place of new Set([dataset.name, ...files.map(dirname)])) makeFolder(join(folder, place))
        for (const file of files) await keep(base.folder, file)
        holdings[dataset.name] = { ...old, change: noChange }
      }
    }
    // In the order of the catalogue, not of completion.
    const ordered = datasets.flatMap(({ name }) => (holdings[name] ? [[name, holdings[name]] as const] : []))
    const held = Object.fromEntries(ordered)
    const isChanged = ordered.some(([, { change }]) => !unchanged(change))
    const version = versionOf({ origin, datasets: held })
    const load = { at, version, ...(dailyFrom === undefined ? {} : { dailyFrom }), days: newDays }
    return { datasets: held, version, loads: await writeLoads(folder, isChanged ? load : null, base, keep) }
  }

  return { draft, finish, giveUp: close }
}
