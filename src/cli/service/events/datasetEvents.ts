import { type Dataset, isDated } from '../../../catalogue/dataset.ts'
import { catalogue } from '../../../catalogue/index.ts'
import { dayOf } from '../../../days.ts'
import type { Freshness } from '../../../http/measures/freshness.ts'
import type { Load } from '../../../lake/loads.ts'
import type { Holding, Manifest } from '../../../lake/manifest.ts'
import type { FileReader } from '../../../pages/file.ts'
import { variantsOf } from '../../../pages/format.ts'
import type { OpenPages } from '../../../pages/open.ts'
import { measure } from '../../../pages/select.ts'
import { wholeStream } from '../../../pages/stream.ts'
import type { NewEvent } from '../../../store/events.ts'

/** What was announced of a dataset: up to which version, its newest day, and which revisions. */
type Announced = { readonly at: string; readonly date: string | null; readonly revisions: string }

/** How far was announced; it is stored in one transaction with the events. */
export type Mark = {
  readonly datasets: Readonly<Record<string, Announced>>
  /** The first missing day of datasets that are late. */
  readonly late: Readonly<Record<string, string>>
  /** How often an earlier version was served again: events of a version that comes again have ids of their own. */
  readonly returns: number
}

export const noMark: Mark = { datasets: {}, late: {}, returns: 0 }

/** The version that is served, and what its loads tell. */
export type Served = {
  readonly manifest: Manifest
  readonly loads: readonly Load[]
  readonly pages: OpenPages
  readonly reader: FileReader
}

const revisionsOf = ({ revisions }: Holding): string => revisions.map(({ sha256 }) => sha256.slice(0, 12)).join()

/** Stored rows of some days. */
function countRows({ pages, reader }: Served, dataset: Dataset, from: string, to: string): number {
  const [variant] = variantsOf(dataset)
  const parts = (pages.datasets[dataset.name] ?? []).filter((part) => part.variant === variant)
  const range = { from: dayOf(from), to: dayOf(to), includeHidden: true, ascending: false }
  return measure(reader, [wholeStream(reader, parts)], range).rows
}

type Change = { corrected: number; withdrawn: number; inserted: number; days: string[] }

/** The rows that versions after an instant changed on days that were there, by the time of the version. */
function changesOf(served: Served, dataset: Dataset, before: Announced, revisions: string): Map<number, Change> {
  const { loads, pages, reader } = served
  const changes = new Map<number, Change>()
  const changeAt = (at: number): Change => {
    const known = changes.get(at) ?? { corrected: 0, withdrawn: 0, inserted: 0, days: [] }
    changes.set(at, known)
    return known
  }
  const file = pages.known[dataset.name]
  if (file && revisions !== before.revisions)
    for (const [at, kind, row] of reader.known(file).revisions) {
      if (at <= Date.parse(before.at)) continue
      const change = changeAt(at)
      change[kind]++
      if (isDated(dataset)) change.days.push(String(JSON.parse(row)[dataset.date]))
    }
  for (const { at, days } of loads)
    for (const [from, to] of at > before.at ? (days[dataset.name] ?? []) : []) {
      if (from === '' || before.date === null || from > before.date) continue
      const change = changeAt(Date.parse(at))
      change.inserted += countRows(served, dataset, from, to)
      change.days.push(from, to)
    }
  return changes
}

/** An event with the time of its version, by which events are ordered. */
type Timed = { readonly order: number; readonly event: NewEvent }

/** The events of a dataset since it was announced last, and what is announced with them. */
function eventsOf(served: Served, dataset: Dataset, mark: Mark, now: string): { made: Timed[]; announced: Announced } {
  const { manifest, loads } = served
  const { name } = dataset
  const held = manifest.datasets[name]!
  const before = mark.datasets[name]
  const revisions = revisionsOf(held)
  const announced = { at: manifest.written_at, date: isDated(dataset) ? held.last_date : null, revisions }
  const made: Timed[] = []
  const suffix = mark.returns === 0 ? '' : `_${mark.returns}`
  const add = (order: number, version: string, kind: string, data: object): void => {
    const event = { type: `dataset.${kind}`, dataset: name, userId: null, at: now }
    const full = { dataset: name, origin: manifest.origin, version, ...data }
    made.push({ order, event: { ...event, id: `evt_${version}_${name}_${kind}${suffix}`, data: full } })
  }
  const ready = (order: number, version: string, first_date: string, date: string): void =>
    add(order, version, 'ready', { date, first_date, rows: countRows(served, dataset, date, date) })

  if (!before) {
    if (announced.date !== null) ready(Date.parse(announced.at), manifest.version, announced.date, announced.date)
  } else if (announced.at < before.at) {
    const isSame = announced.date === before.date && revisions === before.revisions
    const data = { date: announced.date, reason: 'earlier_version' }
    if (!isSame) add(Date.parse(announced.at), manifest.version, 'restored', data)
  } else if (announced.at > before.at) {
    for (const [at, { days, ...counts }] of changesOf(served, dataset, before, revisions)) {
      const version = loads.find((load) => Date.parse(load.at) === at)?.version ?? manifest.version
      const [first_date = null] = days.sort()
      add(at, version, 'corrected', { ...counts, first_date, last_date: days.at(-1) ?? null })
    }
    let last = before.date
    for (const { at, version, days } of loads) {
      const runs = at > before.at ? (days[name] ?? []).filter(([from]) => from !== '' && from > (last ?? '')) : []
      if (runs.length === 0) continue
      last = runs
        .map(([, to]) => to)
        .sort()
        .at(-1)!
      ready(Date.parse(at), version, runs.map(([from]) => from).sort()[0]!, last)
    }
  }
  return { made, announced }
}

/** The events of every dataset whose pages are served, oldest first, and the mark behind them. */
export function datasetEvents(served: Served, before: Mark, now: string): { events: NewEvent[]; mark: Mark } {
  const { manifest, pages } = served
  const isBack = Object.values(before.datasets).some(({ at }) => at > manifest.written_at)
  const mark = isBack ? { ...before, returns: before.returns + 1 } : before
  const datasets = { ...mark.datasets }
  const all: Timed[] = []
  for (const dataset of catalogue) {
    if (!manifest.datasets[dataset.name] || pages.missing.includes(dataset.name)) continue
    const { made, announced } = eventsOf(served, dataset, mark, now)
    all.push(...made)
    datasets[dataset.name] = announced
  }
  all.sort((a, b) => a.order - b.order)
  return { events: all.map(({ event }) => event), mark: { ...mark, datasets } }
}

/** The events of datasets that became late, or are complete again, and the mark behind them. */
export function lateEvents(
  { manifest }: Pick<Served, 'manifest'>,
  states: ReadonlyMap<Dataset, Freshness>,
  mark: Mark,
  now: string,
): { events: NewEvent[]; mark: Mark } {
  const late = { ...mark.late }
  const events: NewEvent[] = []
  for (const [{ name }, { state, since }] of states) {
    const known = late[name]
    const common = { dataset: name, userId: null, at: now }
    const data = { dataset: name, origin: manifest.origin }
    if (state === 'late' && known !== since!.slice(0, 10)) {
      const date = since!.slice(0, 10)
      late[name] = date
      const id = `evt_${manifest.origin}_${name}_${date}_late_${Date.parse(now)}`
      events.push({ ...common, id, type: 'dataset.late', data: { ...data, date, promised_at: since } })
    } else if (state === 'on_time' && known !== undefined) {
      delete late[name]
      const { version, datasets } = manifest
      const date = datasets[name]?.last_date ?? null
      const id = `evt_${version}_${name}_${known}_complete`
      events.push({ ...common, id, type: 'dataset.restored', data: { ...data, version, date, reason: 'complete' } })
    }
  }
  return { events, mark: { ...mark, late } }
}
