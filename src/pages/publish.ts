import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { assertRoom, makeFolder, sealJson, watchRoom } from '../disk.ts'
import { type Engine, openEngine } from '../lake/engine.ts'
import { currentFolder, linkOrCopy, pointAt, sync } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import { type Load, loadsOf } from '../lake/loads.ts'
import { type LockOptions, writeAlone } from '../lake/lock.ts'
import { keptMs, type Part } from '../lake/manifest.ts'
import { assertFileWhole, assertWhole } from '../lake/whole.ts'
import { encodersIn } from './bounds.ts'
import { damageOf } from './damage.ts'
import { type Encoders, startEncoders } from './encoders.ts'
import { FileReader } from './file.ts'
import { formatVersion, type PartPages, type Variant, variantsOf } from './format.ts'
import { inactiveIds, overviews } from './hidden.ts'
import { addHidden } from './hiddenFile.ts'
import { allVersions, type KnownFile, writeKnown, writeVersions } from './knownFile.ts'
import { type ListedPages, listPath, missingIn, type PageList, type PageVersion, readPages } from './list.ts'
import { fingerprints, liesInRanges, rangesOf, type Slice } from './slices.ts'

export type PagesOptions = {
  readonly root: string
  readonly datasets: readonly Dataset[]
  readonly memory: string
  readonly now: () => Date
  /** Bytes of disk that new pages leave free. */
  readonly keepFree?: number
}

/** The served pages; null before the first. */
export async function currentPages(root: string): Promise<PageVersion | null> {
  const folder = await currentFolder(root, 'pages')
  return folder === null ? null : readPages(folder)
}

const hashOf = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([formatVersion, ...parts])).slice(0, 32)

/** A slice of a dataset's part, and the pages to reuse for it. */
type PlannedPages = {
  readonly part: Part
  readonly rows: number
  readonly key: string
  /** Pages to link unchanged; they may be those of a part that this one was merged from. */
  readonly old: ListedPages | null
  /** The rows to encode, where there are no such pages. */
  readonly slice: Slice
  readonly variant: Variant
  /** Earlier pages of the same slice. */
  readonly like: ListedPages | undefined
}

/** Bytes of a row in all orders, where none is stored yet. */
const usualBytes = 100

/** Bytes of a part's pages on the disk. */
const diskBytes = ({ files }: ListedPages): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Estimated bytes of pages to encode. */
function bytesOf({ rows, like }: PlannedPages): number {
  return like && like.count > 0 ? (rows * diskBytes(like)) / like.count : rows * usualBytes
}

/** Estimated bytes of the next pages: those of the newest parts. */
export const nextPageBytes = ({ list }: PageVersion): number =>
  Object.values(list.datasets).reduce((sum, parts) => {
    const newest = parts.toSorted((a, b) => b.newest - a.newest)[0]
    return sum + (newest ? diskBytes(newest) : 0)
  }, 0)

type PublishOptions = {
  readonly onStep?: (done: number, of: number, what: string) => void
  /** Whether somebody waits for the pages of a dataset. */
  readonly isWanted?: (dataset: string) => boolean
  /** Resolves when the version may be served; made beside the pages. */
  readonly needs?: Promise<unknown>
  /** Encodes every file again. */
  readonly anew?: boolean
  /** Encodes parts anew that were merged from others, whose pages were served on. */
  readonly isMerging?: boolean
  /** Reads every file, encodes damaged ones again and reports them. */
  readonly mend?: ((damage: Error) => void) | undefined
} & LockOptions

/** Existing pages with damaged files. */
async function damagedIn({ list, folder }: PageVersion, report: (damage: Error) => void): Promise<Set<ListedPages>> {
  const damaged = new Set<ListedPages>()
  for (const made of Object.values(list.datasets).flat())
    for (const file of made.files) {
      const damage = await damageOf(folder, file)
      if (!damage) continue
      damaged.add(made)
      report(damage)
    }
  return damaged
}

const rowsIn = (pages: readonly ListedPages[]): number => pages.reduce((sum, { count }) => sum + count, 0)

/** Whether pages of one file of the lake are those of several parts, which were merged into it. */
const areUnmerged = (pages: readonly ListedPages[]): boolean =>
  new Set(pages.map(({ part }) => part.split('@')[0])).size > 1

/** Whether a version serves parts of the lake that were merged by the pages of the parts before. */
const hasUnmerged = ({ list }: PageVersion): boolean =>
  Object.values(list.datasets).some((made) => [...Map.groupBy(made, ({ source }) => source).values()].some(areUnmerged))

/** Plans the pages of a part; `known` are the existing ones, `isMerging` that merged parts get pages of their own. */
async function planPart(
  connection: DuckDBConnection,
  dataset: Dataset,
  { part, folder }: { readonly part: Part; readonly folder: string },
  known: readonly ListedPages[],
  isMerging: boolean,
): Promise<PlannedPages[]> {
  // The rows of a part are those of its file, or of the files that it was merged from.
  for (const sources of [[part.sha256], part.of ?? []]) {
    const own = known.filter((one) => sources.includes(one.source))
    if (own.length > 0 && rowsIn(own) === part.rows && !(isMerging && areUnmerged(own)))
      return own.map((old) => {
        const slice = { part: old.part, where: 'true' }
        return { part, rows: old.count, key: old.key, old, slice, variant: old.variant, like: old }
      })
  }
  const like = (name: string, variant: Variant) => known.find((one) => one.part === name && one.variant === variant)
  if (!liesInRanges(dataset, part)) {
    const variants = variantsOf(dataset)
    const slice = { part: part.name, where: 'true' }
    return variants.map((variant) => {
      const rows = part.rows / variants.length
      return {
        part,
        rows,
        key: hashOf(part.sha256, variant),
        old: null,
        slice,
        variant,
        like: like(slice.part, variant),
      }
    })
  }
  const file = join(folder, part.file)
  await assertFileWhole(file, part.sha256)
  const [variant] = variantsOf(dataset) as [Variant]
  return rangesOf(dataset, part.name, await fingerprints(connection, dataset, file)).map(({ prints, ...slice }) => {
    const key = hashOf(prints, variant)
    const before = like(slice.part, variant)
    const rows = prints.reduce((sum, one) => sum + one.rows, 0)
    return { part, rows, key, old: before?.key === key ? before : null, slice, variant, like: before }
  })
}

type PlannedDataset = { readonly dataset: Dataset; readonly planned: readonly PlannedPages[] }

/** Plans the pages of every dataset in the version. */
async function planPages(
  { connection }: Engine,
  datasets: readonly Dataset[],
  version: Version,
  knownOf: (dataset: Dataset) => readonly ListedPages[],
  isMerging: boolean,
): Promise<PlannedDataset[]> {
  const plans: PlannedDataset[] = []
  for (const dataset of datasets) {
    const planned: PlannedPages[] = []
    for (const part of version.manifest.datasets[dataset.name]?.parts ?? [])
      planned.push(
        ...(await planPart(connection, dataset, { part, folder: version.folder }, knownOf(dataset), isMerging)),
      )
    if (version.manifest.datasets[dataset.name]) plans.push({ dataset, planned })
  }
  return plans
}

/** Estimated bytes of all pages that have to be encoded. */
const bytesToEncode = (plans: readonly PlannedDataset[]): number =>
  plans.flatMap(({ planned }) => planned).reduce((sum, one) => sum + (one.old ? 0 : bytesOf(one)), 0)

type PageTarget = {
  readonly folder: string
  readonly version: Version
  readonly last: PageVersion | null
  readonly inactive: readonly string[]
  readonly reader: FileReader
  readonly encoders: Encoders
  readonly connection: DuckDBConnection
  readonly loads: readonly Load[]
  /** When rows became known, by dataset as far as its pages are made. */
  readonly known: Record<string, KnownFile>
  /** Whether datasets are served as soon as they are made. */
  readonly isFirst: boolean
  readonly isGivenUp: () => boolean
}

/** Whether the years of a part are closed. */
const isClosed = ({ name }: Part, { manifest }: Version): boolean =>
  name === 'history' || name.slice(0, 4) < manifest.through.slice(0, 4)

/** Links the unchanged parts of a dataset and encodes the others. */
async function writeDataset(
  dataset: Dataset,
  planned: readonly PlannedPages[],
  { folder, version, last, inactive, reader, encoders, connection, loads, known, isFirst, isGivenUp }: PageTarget,
): Promise<ListedPages[]> {
  makeFolder(join(folder, dataset.name))
  /** Files of the lake that are read, and whether they are whole: damaged rows must not get valid checksums. */
  const whole = new Map<Part, Promise<void>>()
  const isWhole = (file: string, part: Part): Promise<void> => {
    const known = whole.get(part) ?? assertFileWhole(file, part.sha256)
    whole.set(part, known)
    return known
  }
  const withHidden = (made: PartPages, old: ListedPages | null): Promise<PartPages> =>
    addHidden(reader, dataset, made, folder, new Set(inactive), old && last ? { old, ...last } : null)
  const write = async ({ part, slice, rows, variant, key, old, like }: PlannedPages): Promise<ListedPages> => {
    const listed = { key, source: part.sha256 }
    if (last && old) {
      for (const { name } of old.files) await linkOrCopy(join(last.folder, name), join(folder, name))
      return { ...(await withHidden(old, old)), ...listed }
    }
    const file = join(version.folder, part.file)
    await isWhole(file, part)
    if (isGivenUp()) throw new Error('the pages were given up')
    const before = last && like ? { before: { folder: last.folder, files: like.files } } : {}
    const source = { file, ...slice, rows, variant, key, isClosed: isClosed(part, version), ...before }
    const made = await encoders.encode({ dataset: dataset.name, source })
    return { ...(await withHidden(made, null)), ...listed }
  }
  const writing: Promise<ListedPages>[] = []
  for (const one of planned) {
    writing.push(write(one))
    // One by one, the first pages leave other encoders to datasets that somebody waits for.
    if (isFirst) await writing.at(-1)
  }
  // All have finished before one that failed is reported.
  await Promise.allSettled(writing)
  const made = await Promise.all(writing)
  known[dataset.name] = await writeKnown(connection, dataset, version, loads, { folder, last })
  return made
}

/** Removes versions replaced more than a day ago, and the files of a killed writer. */
async function sweep(root: string, kept: PageVersion, now: Date): Promise<void> {
  await rm(join(root, 'tmp'), { recursive: true, force: true })
  const versions = join(root, 'versions')
  const names = (await readdir(versions)).sort()
  const current = kept.folder.slice(versions.length + 1)
  for (const [i, name] of names.entries()) {
    if (name === current) continue
    const next = names[i + 1] && readPages(join(versions, names[i + 1]!))
    const outlived = next && Date.parse(next.list.manifest.written_at) < now.getTime() - keptMs
    if (name > current || outlived || !readPages(join(versions, name)))
      await rm(join(versions, name), { recursive: true, force: true })
  }
}

/** Time between two lists of pages that are served while they are made. */
const listMs = 500

async function writeListIn(
  scratch: string,
  { manifest }: Version,
  inactive: readonly string[],
  folder: string,
  { datasets, known }: Pick<PageList, 'datasets' | 'known'>,
): Promise<PageList> {
  const list: PageList = { format: formatVersion, manifest, inactive, datasets, known }
  const written = join(scratch, 'pages.json')
  await writeFile(written, sealJson(list), { flush: true })
  await rename(written, listPath(folder))
  await sync(folder)
  return list
}

/** Lists of pages that are served while others are made. */
function createEarlyLists(write: () => Promise<unknown>, isBegun: boolean) {
  let isServed = isBegun
  let listedAt = performance.now()
  let listing: Promise<unknown> = Promise.resolve()
  const list = (): Promise<unknown> => {
    listedAt = performance.now()
    listing = listing.then(write)
    return listing
  }
  return {
    /** Serves the pages made so far. */
    async begin(serve: () => Promise<void>): Promise<void> {
      await list()
      await serve()
      isServed = true
    },
    /** Lists another dataset, at once if it is waited for. */
    async made(isWanted: boolean): Promise<void> {
      if (isServed && (isWanted || performance.now() - listedAt > listMs)) await list()
    },
  }
}

/**
 * Encodes the pages of a lake version and serves them from then on; unchanged parts are linked. Where no pages are
 * served yet, each dataset is served as soon as its pages are made.
 */
export async function publishPages(
  { root, datasets, memory, now, keepFree = 0 }: PagesOptions,
  version: Version,
  {
    onStep = () => {},
    isWanted = () => false,
    needs,
    anew = false,
    isMerging = false,
    mend,
    ...lock
  }: PublishOptions = {},
): Promise<PageVersion> {
  const versions = join(root, 'versions')
  const scratch = join(root, 'tmp')
  const room = { folder: root, keepFree }
  const what = `write the pages in ${root}`

  const serve = (name: string) => pointAt(join(root, 'current'), join('versions', name), join(scratch, 'current'))

  async function write(): Promise<PageVersion> {
    const last = await currentPages(root)
    const isCurrent = last?.list.manifest.version === version.manifest.version
    const isWhole = isCurrent && missingIn(last!).length === 0
    if (last && isWhole && !anew && !mend && !(isMerging && hasUnmerged(last))) return last
    const damaged = last && mend ? await damagedIn(last, mend) : new Set<ListedPages>()
    if (last && isWhole && !anew && !isMerging && damaged.size === 0) return last
    /** The pages that were being made when a writer was killed. */
    const begun = isCurrent && !isWhole && !anew && damaged.size === 0 ? last : null
    const isFirst = last === null || begun !== null
    await rm(scratch, { recursive: true, force: true })
    // One by one: otherwise a read-only disk looks like a missing folder.
    await mkdir(scratch)
    // A version may be published twice, and the later folder sorts last.
    const name = `${String(version.manifest.number).padStart(8, '0')}-${Date.now()}-${version.manifest.version}`
    const folder = begun?.folder ?? (isFirst ? join(versions, name) : join(scratch, 'next'))
    if (!begun) await mkdir(folder)
    const engine = await openEngine({ memory, scratch: join(scratch, 'spill'), lanes: encodersIn(memory) })
    const encoders = startEncoders({ memory, scratch: join(scratch, 'encoders'), folder })
    const reader = new FileReader()
    const jobs: Promise<void>[] = []
    const { promise: diskFull, reject: giveUp } = Promise.withResolvers<never>()
    diskFull.catch(() => {})
    let isGivenUp = false
    const watch = watchRoom(room, () => {
      engine.interrupt()
      giveUp(new Error('the disk is full'))
    })
    try {
      await assertWhole(version, overviews)
      const inactive = await inactiveIds(engine.connection, version)
      const known: Record<string, KnownFile> = { ...begun?.list.known }
      const writeList = (pages: PageList['datasets']) =>
        writeListIn(scratch, version, inactive, folder, { datasets: pages, known: { ...known } })
      const todo = datasets.filter((dataset) => !(begun && dataset.name in begun.list.datasets))
      const knownOf = ({ name }: Dataset) =>
        anew ? [] : (last?.list.datasets[name] ?? []).filter((made) => !damaged.has(made))
      const plans = await planPages(engine, todo, version, knownOf, isMerging)
      assertRoom(room, bytesToEncode(plans), what)
      const pages: Record<string, ListedPages[]> = { ...begun?.list.datasets } as Record<string, ListedPages[]>
      const steps = plans.length + 1
      const { connection } = engine
      const from = { version, last, inactive, reader, encoders, connection, loads: await loadsOf(version), known }
      known[allVersions] = await writeVersions(from.loads, folder)
      const target = { ...from, folder, isFirst, isGivenUp: () => isGivenUp }
      const early = createEarlyLists(() => writeList({ ...pages }), begun !== null)
      const begin = async (): Promise<void> => {
        await needs
        if (isFirst && !begun && !isGivenUp) await early.begin(() => serve(name))
      }
      let done = 0
      // Nothing is served before all of it is made, unless there was nothing before.
      const waiting = isFirst ? inOrder(plans) : longestFirst(plans)
      /** Makes one dataset after another, the one that is waited for first. */
      const work = async (): Promise<void> => {
        for (;;) {
          const at = waiting.findIndex(({ dataset }) => isWanted(dataset.name))
          const [next] = waiting.splice(Math.max(0, at), 1)
          if (!next) return
          const { dataset, planned } = next
          pages[dataset.name] = await writeDataset(dataset, planned, target)
          if (isFirst) await early.made(isWanted(dataset.name))
          onStep(++done, steps, dataset.name)
        }
      }
      jobs.push(begin())
      // Until the first pages are served, the other encoders leave the processor to what they wait for.
      for (let n = 0; n < encodersIn(memory); n++)
        jobs.push(isFirst && n > 0 ? Promise.resolve(needs).then(work) : work())
      await Promise.race([Promise.all(jobs), diskFull])
      const list = await writeList(pages)
      if (!isFirst) {
        await rename(folder, join(versions, name))
        await sync(versions)
        await serve(name)
      }
      onStep(steps, steps, 'all datasets')
      return { list, folder: isFirst ? folder : join(versions, name) }
    } catch (error) {
      throw watch.reason(error, what)
    } finally {
      watch.stop()
      isGivenUp = true
      await encoders.close()
      await Promise.allSettled(jobs)
      engine.close()
      reader.close(root)
      if (isFirst) await removeUnlisted(folder).catch(() => {})
      // Errors while cleaning up must not hide the first cause.
      await rm(scratch, { recursive: true, force: true }).catch(() => {})
    }
  }

  return writeAlone(root, what, lock, async () => {
    makeFolder(versions)
    const made = await write()
    await sweep(root, made, now())
    return made
  })
}

/** Removes the files of datasets that were not completed, and the folder where nothing was listed. */
async function removeUnlisted(folder: string): Promise<void> {
  if (!existsSync(listPath(folder))) return rm(folder, { recursive: true })
  const listed = readPages(folder)?.list.datasets ?? {}
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !(entry.name in listed)) await rm(join(folder, entry.name), { recursive: true })
}

/** Prices first, since most clients begin with them; then short datasets, so that most are soon there. */
const inOrder = (plans: readonly PlannedDataset[]): PlannedDataset[] => {
  const rows = ({ dataset, planned }: PlannedDataset) =>
    dataset.name === 'TaiwanStockPrice' ? 0 : planned.reduce((sum, { part }) => sum + part.rows, 0)
  return plans.toSorted((a, b) => rows(a) - rows(b))
}

/** The longest first, so that no encoder is left with a long one when the others are done. */
const longestFirst = (plans: readonly PlannedDataset[]): PlannedDataset[] => {
  const rows = ({ planned }: PlannedDataset) => planned.reduce((sum, one) => sum + (one.old ? 0 : one.rows), 0)
  return plans.toSorted((a, b) => rows(b) - rows(a))
}
