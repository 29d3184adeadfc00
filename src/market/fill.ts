import type { Dataset } from '../catalogue/dataset.ts'
import { derivations } from '../derive/index.ts'
import { type Draft, lanes } from '../lake/draft.ts'
import { type Change, noChange, unchanged } from '../lake/manifest.ts'
import { tables } from './simulations.ts'
import type { Simulator } from './simulator.ts'
import type { Table } from './table.ts'

/** How far a build has come, for a progress bar. */
export type Step = { readonly done: number; readonly of: number; readonly what: string }

export type FillOptions = {
  readonly simulator: Simulator
  /** The first new day; null where all days are new. */
  readonly since: string | null
  /** Names of the datasets to fill; null for all. */
  readonly only: readonly string[] | null
  readonly onStep: (step: Step) => void
}

/** How the rows of each kind of table are loaded. */
const loadsBy = { daily: 'upsert', whole: 'replace', newest: 'advance' } as const

/** Tables that are simulated or wait to be loaded while others are loaded; the rows of one take up to 80 MB. */
const tablesAhead = 2

/** Tables that other datasets are computed from come first, so that these are computed beside the simulation. */
const inOrder = (simulated: readonly Table[]): Table[] => {
  const sources = new Set(derivations.flatMap(({ from }) => from))
  return simulated.toSorted((a, b) => Number(sources.has(b.dataset)) - Number(sources.has(a.dataset)))
}

/** Fills the simulated tables, and the computed datasets as soon as their sources are loaded. */
export async function fill(draft: Draft, { simulator, since, only, onStep }: FillOptions): Promise<void> {
  const isSelected = ({ dataset }: { dataset: Dataset }) => only === null || only.includes(dataset.name)
  const simulated = inOrder(tables.filter(isSelected))
  const derived = derivations.filter(isSelected)
  const of = simulated.length + derived.length
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

  const loaded = simulated.map(({ dataset }) => {
    const { promise, resolve } = Promise.withResolvers<Change>()
    begin(dataset, [], promise)
    return resolve
  })
  for (const { dataset, from, rows } of derived) {
    const sources = tasks.filter(({ writes }) => from.includes(writes))
    const others = tasks.filter(({ writes, reads }) => writes === dataset || reads.includes(dataset))
    const compute = async () => {
      const changes = await Promise.all(sources.map(({ change }) => change))
      await Promise.all(others.map(({ change }) => change))
      step(dataset)
      // The same sources give the same rows as the last time.
      if (since !== null && changes.every(unchanged)) return noChange
      const tables = draft.reading(from)
      return tables.upsert(dataset, await rows(tables, since))
    }
    begin(dataset, from, compute())
  }

  const load = async () => {
    const loads = new Set<Promise<unknown>>()
    const request = ({ dataset }: Table) => {
      const rows = simulator.rows(dataset)
      // Thrown below where the rows are awaited, if another failure does not come first.
      rows.catch(() => {})
      return rows
    }
    const requested = simulated.slice(0, tablesAhead).map(request)
    for (const [i, { dataset, kind }] of simulated.entries()) {
      const batch = await requested.shift()!
      step(dataset)
      const loading = draft[loadsBy[kind]](dataset, batch).then(loaded[i]!)
      loading.catch(fail)
      const running = loading.finally(() => loads.delete(running))
      running.catch(() => {})
      loads.add(running)
      if (loads.size >= lanes) await Promise.race(loads)
      const next = simulated[i + tablesAhead]
      if (next) requested.push(request(next))
    }
  }
  const loading = load()
  loading.catch(fail)
  await Promise.race([Promise.all([loading, ...tasks.map(({ change }) => change)]), failed])
  onStep({ done: of, of, what: 'all datasets' })
}
