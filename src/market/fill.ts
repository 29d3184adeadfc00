import type { Dataset } from '../catalogue/dataset.ts'
import { derivations } from '../derive/index.ts'
import { countRows } from '../derive/rows.ts'
import type { Batch } from '../lake/batch.ts'
import { type Draft, lanes } from '../lake/draft.ts'
import { type Change, noChange, sumOf, unchanged } from '../lake/manifest.ts'
import type { Days } from '../lake/periods.ts'
import { copiedSql, isCopied } from './copies.ts'
import { tables } from './simulations.ts'
import type { Simulator } from './simulator.ts'
import type { Table } from './table.ts'

/** How far a build has come, for a progress bar. */
export type Step = { readonly done: number; readonly of: number; readonly what: string }

export type FillOptions = {
  readonly simulator: Simulator
  /** The first new day; null where all days are new. */
  readonly since: string | null
  /** The trading days of each table; null where all new ones are loaded at once. */
  readonly spansOf: ((table: Table) => readonly (Days | undefined)[]) | null
  /** Securities for each simulated one. */
  readonly copies: number
  /** Whether five-second values are kept when days are added. */
  readonly keepsMoments: boolean
  /** Names of the datasets to fill; null for all. */
  readonly only: readonly string[] | null
  readonly onStep: (step: Step) => void
}

/** How the rows of each kind of table are loaded. */
const loadsBy = { daily: 'upsert', whole: 'replace', newest: 'advance' } as const

/** Tables that are simulated or wait while others are loaded. The rows of one take up to 80 MB, and two loads keep two cores busy. */
const tablesAhead = 1

/** Tables that other datasets are computed from come first, so that these are computed beside the simulation. */
const inOrder = (simulated: readonly Table[]): Table[] => {
  const sources = new Set(derivations.flatMap(({ from }) => from))
  return simulated.toSorted((a, b) => Number(sources.has(b.dataset)) - Number(sources.has(a.dataset)))
}

/** Fills the simulated tables, and the computed datasets as soon as their sources are loaded. */
export async function fill(
  draft: Draft,
  { simulator, since, only, spansOf, copies, keepsMoments, onStep }: FillOptions,
): Promise<void> {
  const isSelected = ({ dataset }: { dataset: Dataset }) => only === null || only.includes(dataset.name)
  const simulated = inOrder(tables.filter(isSelected))
  const derived = derivations.filter(isSelected)
  const pieces = simulated.flatMap((table) => (spansOf?.(table) ?? [undefined]).map((days) => ({ table, days })))
  const of = pieces.length + derived.length
  let done = 0
  const step = ({ name }: Dataset) => onStep({ done: done++, of, what: name })

  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  /** A change of one dataset, and the datasets that are read for it. */
  type Task = { readonly writes: Dataset; readonly reads: readonly Dataset[]; readonly change: Promise<Change> }
  const tasks: Task[] = []
  const begin = (writes: Dataset, reads: readonly Dataset[], change: Promise<Change>) => {
    tasks.push({ writes, reads, change })
    // The first failure is thrown below; the others are of no interest then.
    change.catch(fail)
  }

  const loaded = new Map<Dataset, (change: Change) => void>()
  for (const { dataset } of simulated) {
    const { promise, resolve } = Promise.withResolvers<Change>()
    begin(dataset, [], promise)
    loaded.set(dataset, resolve)
  }
  for (const { dataset, from, rows, isWhole } of derived) {
    const sources = tasks.filter(({ writes }) => from.includes(writes))
    const others = tasks.filter(({ writes, reads }) => writes === dataset || reads.includes(dataset))
    const compute = async () => {
      const changes = await Promise.all(sources.map(({ change }) => change))
      await Promise.all(others.map(({ change }) => change))
      step(dataset)
      const tables = draft.reading([...from, dataset])
      // A market of an earlier release is without the datasets that this one computes.
      const isNew = since !== null && (await countRows(tables, dataset.name)) === 0
      // The same sources give the same rows as the last time.
      if (since !== null && !isNew && changes.every(unchanged)) return noChange
      return tables[isWhole ? 'replace' : 'upsert'](dataset, await rows(tables, isNew ? null : since))
    }
    begin(dataset, [...from, dataset], compute())
  }

  const loadPiece = async ({ dataset, kind }: Table, batch: Batch): Promise<Change> => {
    const by = kind === 'newest' && keepsMoments ? 'upsert' : loadsBy[kind]
    if (copies === 1 || !isCopied(dataset)) return draft[by](dataset, batch)
    const waiting = await draft.stage(dataset, batch)
    const change = await draft[by](dataset, copiedSql(dataset, waiting.table, copies))
    await waiting.drop()
    return change
  }

  const load = async () => {
    const loads = new Set<Promise<unknown>>()
    const request = ({ table, days }: (typeof pieces)[number]) => {
      const rows = simulator.rows(table.dataset, days)
      // Thrown below where the rows are awaited, if another failure does not come first.
      rows.catch(() => {})
      return rows
    }
    const requested = pieces.slice(0, tablesAhead).map(request)
    let before: Promise<Change> = Promise.resolve(noChange)
    for (const [i, { table }] of pieces.entries()) {
      const { dataset } = table
      const batch = await requested.shift()!
      step(dataset)
      // The pieces of a dataset are loaded one after another.
      const isNext = pieces[i - 1]?.table === table
      const earlier = isNext ? before : Promise.resolve(noChange)
      const loading = earlier.then(async (change) => sumOf(change, await loadPiece(table, batch)))
      before = loading
      if (pieces[i + 1]?.table !== table) void loading.then(loaded.get(dataset)!, fail)
      loading.catch(fail)
      const running = loading.finally(() => loads.delete(running))
      running.catch(() => {})
      loads.add(running)
      if (loads.size >= lanes) await Promise.race(loads)
      const next = pieces[i + tablesAhead]
      if (next) requested.push(request(next))
    }
  }
  const loading = load()
  loading.catch(fail)
  await Promise.race([Promise.all([loading, ...tasks.map(({ change }) => change)]), failed])
  onStep({ done: of, of, what: 'all datasets' })
}
