import type { BulkDataset, BulkList } from './bulk.ts'
import { ApiError } from './errors.ts'
import {
  type Files,
  type Keyed,
  keyOf,
  type MirroredRow,
  openFiles,
  replace,
  type Written,
  writeChanged,
  writeRows,
} from './mirrorFiles.ts'
import type { CallOptions } from './query.ts'
import type { Page } from './stream.ts'
import type { Change } from './types.ts'

export type MirrorOptions = CallOptions & {
  /** All that the key covers when left out. */
  readonly datasets?: readonly string[] | undefined
}

/** What was done to the files of a dataset. */
export type MirrorResult = {
  readonly dataset: string
  /** Changes that were applied. */
  readonly applied: number
  /** Rows that were fetched. */
  readonly fetched: number
  /** Rows that the dataset has now. */
  readonly rows: number
  /** Why rows were fetched instead of changes; null where none were. */
  readonly reason: string | null
}

/** Where a mirror reads. */
export type MirrorSource = {
  readonly url: string
  readonly bulk: () => Promise<BulkList>
  readonly rows: (dataset: string, query: Readonly<Record<string, string>>) => AsyncIterable<Page<MirroredRow>>
  readonly changes: (dataset: string, since: string) => AsyncIterable<Page<Change>>
}

type Part = readonly [name: string, sha256: string, first: string | null, last: string | null]
/** A dataset in `mirror.json`; `version` is null while its files are replaced, and `parts` are then those that stay. */
type Entry = {
  readonly version: string | null
  readonly parts: readonly Part[]
  readonly files: Readonly<Record<string, Written>>
}
type State = {
  readonly format: 'ndjson'
  readonly url: string
  readonly origin: string
  readonly datasets: Readonly<Record<string, Entry>>
}

/** The service has another version than the list. */
class Moved extends Error {}
const mostMoves = 8

const all = 'all'
const yearsOf = ([, , first, last]: Part, { key_date }: BulkDataset): string[] => {
  if (key_date === null) return [all]
  if (first === null || last === null) return []
  const from = Number(first.slice(0, 4))
  return Array.from({ length: Number(last.slice(0, 4)) - from + 1 }, (_, i) => String(from + i))
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
const partsOf = ({ files }: BulkDataset): Part[] =>
  files.map(({ part, sha256, first_date, last_date }) => [part, sha256, first_date, last_date])
const isAmong =
  (parts: readonly Part[]) =>
  ([name, sha256]: Part): boolean =>
    parts.some((part) => part[0] === name && part[1] === sha256)

/** The pages of a dataset, all of one version. */
async function* ofVersion<P extends Page<unknown>>(pages: AsyncIterable<P>, version: string): AsyncGenerator<P, void> {
  for await (const page of pages) {
    if (page.dataVersion !== version) throw new Moved()
    yield page
  }
}

type Staged = Map<string, Written | null>

/** Keeps the rows of datasets in a folder, as both clients do. */
export async function mirror(
  source: MirrorSource,
  folder: string,
  { datasets, signal }: MirrorOptions,
): Promise<readonly MirrorResult[]> {
  const files = await openFiles()
  await files.mkdir(folder, { recursive: true })
  const path = `${folder}/mirror.json`
  let list = await source.bulk()
  const listed = list.datasets.map(({ dataset }) => dataset)
  for (const name of datasets ?? [])
    if (!listed.includes(name))
      throw new TypeError(
        list.not_covered.includes(name)
          ? `${name} needs a higher tier than that of this key`
          : `there is no dataset '${name}'`,
      )
  let state = await readState(files, path, source.url, list.origin)
  const save = async (name: string, entry: Entry) => {
    state = { ...state, datasets: sorted({ ...state.datasets, [name]: entry }) }
    await replace(files, path, `${JSON.stringify(state, null, 1)}\n`)
  }
  const results: MirrorResult[] = []
  for (const name of listed.filter((one) => (datasets ?? listed).includes(one)))
    for (let moves = 0; ; moves++) {
      signal?.throwIfAborted()
      const holding = list.datasets.find(({ dataset }) => dataset === name)
      if (!holding) throw new Error(`The service no longer lists ${name}.`)
      if (!holding.key)
        throw new Error('The service is of release 0.10 or earlier: it does not tell what a mirror needs.')
      try {
        const own = new MirroredDataset(files, source, folder, holding, list.version)
        results.push(await own.update(state.datasets[name] ?? null, (entry) => save(name, entry)))
        break
      } catch (error) {
        if (!(error instanceof Moved)) throw error
        if (moves === mostMoves) throw new Error(`The version of ${name} changed ${moves} times while it was read.`)
        // Its threads take over a new version one after another.
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** moves))
        list = await source.bulk()
      }
    }
  return results
}

async function readState(files: Files, path: string, url: string, origin: string): Promise<State> {
  const text = await files.readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { format: 'ndjson', url, origin, datasets: {} }
  const state = JSON.parse(text) as State
  if (state.format !== 'ndjson' || state.url !== url || state.origin !== origin)
    throw new TypeError(`${path} is of another mirror (${state.format ?? 'parquet'}, ${state.origin}, ${state.url})`)
  return state
}

/** The files of one dataset, which are brought to a version. */
class MirroredDataset {
  readonly #files: Files
  readonly #source: MirrorSource
  readonly #folder: string
  readonly #holding: BulkDataset
  readonly #version: string

  constructor(files: Files, source: MirrorSource, folder: string, holding: BulkDataset, version: string) {
    this.#files = files
    this.#source = source
    this.#folder = `${folder}/${holding.dataset}`
    this.#holding = holding
    this.#version = version
  }

  #path = (year: string): string => `${this.#folder}/${year}.ndjson`

  async update(before: Entry | null, save: (entry: Entry) => Promise<void>): Promise<MirrorResult> {
    const { dataset, rows } = this.#holding
    await this.#files.mkdir(this.#folder, { recursive: true })
    const old = before?.files ?? {}
    const damaged: string[] = []
    for (const [year, { bytes }] of Object.entries(old)) {
      const found = await this.#files.stat(this.#path(year)).catch(() => null)
      if (found?.size !== bytes) damaged.push(year)
    }
    const due = this.#changedYears(before)
    let [applied, fetched] = [0, 0]
    let reason: string | null = null
    let staged: Staged = new Map()
    const total = () =>
      Object.entries(old).reduce((sum, [year, one]) => sum + (staged.has(year) ? 0 : one.rows), 0) +
      [...staged.values()].reduce((sum, one) => sum + (one?.rows ?? 0), 0)
    const fetch = async (years: readonly string[], why: string) => {
      staged = await this.#fetch(years)
      applied = 0
      fetched = [...staged.values()].reduce((sum, one) => sum + (one?.rows ?? 0), 0)
      reason = why
    }
    if (due.length + damaged.length > 0) {
      const changes = await this.#changes(before, damaged)
      if (typeof changes === 'string') await fetch([...new Set([...due, ...damaged])].sort(), changes)
      else {
        for (const [year, changed] of changes.byYear) {
          const from = year in old ? this.#path(year) : null
          const to = `${this.#path(year)}.new`
          staged.set(year, await writeChanged(this.#files, { from, to }, changed.values(), this.#holding.key))
        }
        applied = changes.count
      }
    }
    if (total() !== rows) {
      const years = [...partsOf(this.#holding).flatMap((part) => yearsOf(part, this.#holding)), ...Object.keys(old)]
      await fetch([...new Set(years)].sort(), `${total()} rows instead of ${rows}`)
    }
    if (total() !== rows)
      throw new Error(`${dataset} has ${total()} rows in version ${this.#version}, and ${rows} in the list of files.`)
    await this.#commit(before, staged, save)
    return { dataset, applied, fetched, rows, reason }
  }

  /** The years of the parts that are new or gone. */
  #changedYears(before: Entry | null): string[] {
    const [was, is] = [before?.parts ?? [], partsOf(this.#holding)]
    const changed = [...is.filter((part) => !isAmong(was)(part)), ...was.filter((part) => !isAmong(is)(part))]
    return [...new Set(changed.flatMap((part) => yearsOf(part, this.#holding)))].sort()
  }

  /** What became of the changed keys since the version of the files, by years; a sentence where that cannot be told. */
  async #changes(before: Entry | null, damaged: readonly string[]) {
    const { dataset, key, key_date, changes, files } = this.#holding
    if (!before) return 'first run'
    if (before.version === null) return 'the last run was stopped'
    if (damaged.length > 0) return `files were changed: ${damaged.join(', ')}`
    if (!changes) return 'its changes do not tell all'
    const held = new Set(before.parts.map(([, sha256]) => sha256))
    const most = files.reduce((sum, file) => sum + (held.has(file.sha256) ? 0 : file.rows), 0)
    const byYear = new Map<string, Map<string, Keyed>>()
    let count = 0
    try {
      for await (const page of ofVersion(this.#source.changes(dataset, before.version), this.#version)) {
        count += page.rows.length
        if (count > Math.max(most, 1_000)) return 'more changes than rows'
        for (const { before, after } of page.rows) {
          const row = (after ?? before) as MirroredRow
          const year = key_date === null ? all : String(row[key_date]).slice(0, 4)
          const own = byYear.get(year) ?? new Map<string, Keyed>()
          byYear.set(year, own)
          const names = keyOf(row, key)
          own.set(JSON.stringify(names), { key: names, row: after })
        }
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 422)
        return `the service does not know version ${before.version}`
      throw error
    }
    return { byYear, count }
  }

  /** Fetches years, consecutive ones together; one at a time is held in memory. */
  async #fetch(years: readonly string[]): Promise<Staged> {
    const staged: Staged = new Map()
    for (let from = 0; from < years.length; ) {
      let to = from + 1
      while (to < years.length && Number(years[to]) === Number(years[to - 1]) + 1) to++
      await this.#fetchRun(years.slice(from, to), staged)
      from = to
    }
    return staged
  }

  async #fetchRun(years: readonly string[], staged: Staged): Promise<void> {
    const { key, key_date, queries } = this.#holding
    const days: Readonly<Record<string, string>> =
      key_date === null ? {} : { start_date: `${years[0]}-01-01`, end_date: `${years.at(-1)}-12-31` }
    const readers = queries.map((query) => this.#rows({ ...Object.fromEntries(new URLSearchParams(query)), ...days }))
    try {
      const heads = await Promise.all(readers.map((reader) => reader.next()))
      for (const year of years) {
        const rows: Keyed<MirroredRow>[] = []
        for (const [i, reader] of readers.entries())
          for (let head = heads[i]!; !head.done; head = heads[i]!) {
            const row = head.value
            if (key_date !== null && !String(row[key_date]).startsWith(year)) break
            rows.push({ key: keyOf(row, key), row })
            heads[i] = await reader.next()
          }
        staged.set(year, await writeRows(this.#files, `${this.#path(year)}.new`, rows))
      }
    } finally {
      await Promise.all(readers.map((reader) => reader.return()))
    }
  }

  async *#rows(query: Readonly<Record<string, string>>): AsyncGenerator<MirroredRow, void> {
    const pages = this.#source.rows(this.#holding.dataset, { ...query, sort: 'asc' })
    for await (const { rows } of ofVersion(pages, this.#version)) yield* rows
  }

  /** Puts written files in place. A kill in between leaves an entry whose next run fetches these years. */
  async #commit(before: Entry | null, staged: Staged, save: (entry: Entry) => Promise<void>): Promise<void> {
    const is = partsOf(this.#holding)
    const written: Record<string, Written> = { ...before?.files }
    if (staged.size > 0) {
      const stays = is.filter(
        (part) => isAmong(before?.parts ?? [])(part) && !yearsOf(part, this.#holding).some((year) => staged.has(year)),
      )
      await save({ version: null, parts: stays, files: before?.files ?? {} })
    }
    for (const [year, one] of staged) {
      const path = this.#path(year)
      if (one) await this.#files.rename(`${path}.new`, path)
      else await this.#files.rm(path, { force: true })
      if (one) written[year] = one
      else delete written[year]
    }
    for (const name of await this.#files.readdir(this.#folder))
      if (/^(all|\d{4})\.ndjson(\.new)?$/.test(name) && !(name.replace('.ndjson', '') in written))
        await this.#files.rm(`${this.#folder}/${name}`, { force: true })
    if (staged.size > 0 || before?.version !== this.#version)
      await save({ version: this.#version, parts: is, files: sorted(written) })
  }
}
