import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { assertRoom, makeFolder, sealJson, watchRoom } from '../disk.ts'
import { type Engine, openEngine } from '../lake/engine.ts'
import { currentFolder, linkOrCopy, pointAt, sync } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import { type LockOptions, writeAlone } from '../lake/lock.ts'
import { folderName, keptMs, type Part } from '../lake/manifest.ts'
import { assertFileWhole, assertWhole } from '../lake/whole.ts'
import { encodersIn } from './bounds.ts'
import { damageOf } from './damage.ts'
import { type Encoders, startEncoders } from './encoders.ts'
import { formatVersion, ordersOf, sideBytes, sideSize, type Variant, variantsOf } from './format.ts'
import { hiddenRule, inactiveIds, overviews } from './hidden.ts'
import { type ListedPages, listPath, missingIn, type PageList, type PageVersion, readPages } from './list.ts'
import type { HiddenRule, PageSource } from './partPages.ts'
import { namesOf } from './rowFile.ts'
import { arePagesOf, fingerprints, idsBetween, liesInRanges, rangesOf, type Slice } from './slices.ts'

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

/** The previous pages of a slice, if its old file still exists. */
function beforeOf(
  last: PageVersion,
  version: Version,
  made: ListedPages,
  dataset: Dataset,
): PageSource['before'] | null {
  const { manifest } = last.list
  const parts = manifest.datasets[dataset.name]?.parts ?? []
  const [old] = parts.flatMap((part) => {
    if (liesInRanges(dataset, part))
      return arePagesOf(part, made.part) ? [{ part, where: idsBetween(dataset, made.groups) }] : []
    return part.name === made.part ? [{ part, where: 'true' }] : []
  })
  const file = old && join(dirname(version.folder), folderName(manifest), old.part.file)
  return file && existsSync(file)
    ? { file, where: old.where, folder: last.folder, groups: made.groups, files: made.files }
    : null
}

/** A slice of a dataset's part, and the pages to reuse for it. */
type PlannedPages = {
  readonly part: Part
  readonly slice: Slice
  readonly rows: number
  readonly variant: Variant
  readonly key: string
  readonly rule: string
  readonly hidden: HiddenRule
  /** Pages to link unchanged. */
  readonly old: ListedPages | undefined
  /** Previous pages of the same part. */
  readonly like: ListedPages | undefined
}

/** Bytes of a value without name, quotes, colon and comma. */
const valueBytes: Readonly<Record<string, number>> = { text: 10, date: 10, datetime: 25, boolean: 5 }
const usualBytes = 8

/** Rows shrink to a fifth when they are deflated; a fourth is a safe estimate. */
const packedShare = 0.25

/** Estimated bytes of a part's pages in all orders, with side files. */
function bytesOf(dataset: Dataset, { rows: all, like }: PlannedPages): number {
  // How rows divide among variants is unknown before they are read.
  const rows = all / variantsOf(dataset).length
  if (like && like.count > 0) return (rows * diskBytes(like)) / like.count
  const row = columnsOf(dataset).reduce(
    (sum, [name, { kind }]) => sum + name.length + 6 + (valueBytes[kind] ?? usualBytes),
    4,
  )
  return rows * (row * (1 + packedShare) + sideBytes) * ordersOf(dataset).length
}

/** Bytes of a part's pages on the disk. */
const diskBytes = ({ files, count }: ListedPages): number =>
  files.reduce((sum, { bytes, packedBytes, entries }) => sum + bytes + packedBytes + sideSize(entries ?? count), 0)

/** Estimated bytes of the next pages: those of the parts that grow. */
export const nextPageBytes = ({ list }: PageVersion): number =>
  Object.values(list.datasets)
    .flat()
    .filter(({ part }) => part === 'all' || part.startsWith(list.manifest.through.slice(0, 4)))
    .reduce((sum, made) => sum + diskBytes(made), 0)

type PublishOptions = {
  readonly onStep?: (done: number, of: number, what: string) => void
  /** Whether somebody waits for the pages of a dataset. */
  readonly isWanted?: (dataset: string) => boolean
  /** Resolves when the version may be served; made beside the pages. */
  readonly needs?: Promise<unknown>
  /** Encodes every file again. */
  readonly anew?: boolean
  /** Reads every file, encodes damaged ones again and reports them. */
  readonly mend?: ((damage: Error) => void) | undefined
} & LockOptions

/** Existing pages with damaged files. */
async function damagedIn({ list, folder }: PageVersion, report: (damage: Error) => void): Promise<Set<ListedPages>> {
  const damaged = new Set<ListedPages>()
  for (const made of Object.values(list.datasets).flat())
    for (const file of made.files) {
      const damage = await damageOf(folder, file, made.count)
      if (!damage) continue
      damaged.add(made)
      report(damage)
    }
  return damaged
}

/** Plans the pages of a part that lies in ranges of ids; those whose rows did not change are linked. */
async function planRanges(
  connection: DuckDBConnection,
  dataset: Dataset,
  { part, folder }: { readonly part: Part; readonly folder: string },
  hidden: HiddenRule,
  known: readonly ListedPages[],
): Promise<PlannedPages[]> {
  const [variant] = variantsOf(dataset) as [Variant]
  const rule = hashOf(hidden)
  const own = known.filter((one) => arePagesOf(part, one.part) && one.rule === rule)
  const shared = { part, variant, rule, hidden }
  const compared = own.filter((one) => one.source === part.sha256)
  if (compared.reduce((sum, { count }) => sum + count, 0) === part.rows)
    return compared.map((old) => {
      const slice = { part: old.part, where: idsBetween(dataset, old.groups) }
      return { ...shared, slice, rows: old.count, key: old.key, old, like: old }
    })
  const file = join(folder, part.file)
  await assertFileWhole(file, part.sha256)
  const prints = await fingerprints(connection, dataset, variant, { file, where: 'true' })
  return rangesOf(dataset, part.name, prints).map(({ prints: ids, ...slice }) => {
    const key = hashOf(ids, variant, hidden)
    const like = own.find((one) => one.part === slice.part)
    const rows = ids.reduce((sum, one) => sum + one.rows, 0)
    return { ...shared, slice, rows, key, old: like?.key === key ? like : undefined, like }
  })
}

/** Plans the pages of a part; `known` are the existing ones that may be reused. */
async function planPart(
  _: DuckDBConnection,
  dataset: Dataset,
  { part }: { readonly part: Part },
  hidden: HiddenRule,
  known: readonly ListedPages[],
): Promise<PlannedPages[]> {
  const rule = hashOf(hidden)
  return variantsOf(dataset).map((variant) => {
    const listed = known.filter((one) => one.part === part.name && one.variant === variant)
    const key = hashOf(part.sha256, variant, hidden)
    const slice = { part: part.name, where: 'true' }
    const [old, like] = [listed.find((one) => one.key === key), listed.find((one) => one.rule === rule)]
    return { part, slice, rows: part.rows, variant, key, rule, hidden, old, like }
  })
}

type PlannedDataset = { readonly dataset: Dataset; readonly planned: readonly PlannedPages[] }

/** Plans the pages of every dataset in the version. */
async function planPages(
  { connection }: Engine,
  datasets: readonly Dataset[],
  version: Version,
  knownOf: (dataset: Dataset) => readonly ListedPages[],
) {
  await assertWhole(version, overviews)
  const inactive = await inactiveIds(connection, version)
  const plans: PlannedDataset[] = []
  for (const dataset of datasets) {
    const holding = version.manifest.datasets[dataset.name]
    if (!holding) continue
    const files = holding.parts.map(({ file }) => join(version.folder, file))
    const hidden = await hiddenRule(connection, dataset, files, inactive)
    const planned: PlannedPages[] = []
    // Readers have the newest rows first.
    for (const part of holding.parts.toReversed()) {
      const place = { part, folder: version.folder }
      const plan = liesInRanges(dataset, part) ? planRanges : planPart
      planned.push(...(await plan(connection, dataset, place, hidden, knownOf(dataset))))
    }
    plans.push({ dataset, planned })
  }
  return plans
}

type PageTarget = {
  readonly folder: string
  readonly version: Version
  readonly last: PageVersion | null
  readonly encoders: Encoders
  /** Whether datasets are served as soon as they are made. */
  readonly isFirst: boolean
  readonly isGivenUp: () => boolean
}

/** Links the unchanged parts of a dataset and encodes the others. */
async function writeDataset(
  dataset: Dataset,
  planned: readonly PlannedPages[],
  { folder, version, last, encoders, isFirst, isGivenUp }: PageTarget,
): Promise<ListedPages[]> {
  makeFolder(join(folder, dataset.name))
  /** Files of the lake that are read, and whether they are whole: damaged rows must not get valid checksums. */
  const whole = new Map<Part, Promise<void>>()
  const isWhole = (file: string, part: Part): Promise<void> => {
    const known = whole.get(part) ?? assertFileWhole(file, part.sha256)
    whole.set(part, known)
    return known
  }
  const write = async (one: PlannedPages): Promise<ListedPages> => {
    const { part, slice, rows, variant, key, rule, hidden, old, like } = one
    const listed = { key, rule, source: part.sha256 }
    if (last && old) {
      for (const name of old.files.flatMap(namesOf)) await linkOrCopy(join(last.folder, name), join(folder, name))
      return { ...old, ...listed }
    }
    const file = join(version.folder, part.file)
    await isWhole(file, part)
    if (isGivenUp()) throw new Error('the pages were given up')
    const before = last && like && beforeOf(last, version, like, dataset)
    const source = { file, ...slice, rows, variant, hidden, ...(before ? { before } : {}) }
    return { ...(await encoders.encode({ dataset: dataset.name, source })), ...listed }
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
  await sync(join(folder, dataset.name))
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
  folder: string,
  datasets: PageList['datasets'],
): Promise<PageList> {
  const list: PageList = { format: formatVersion, manifest, datasets }
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
  { onStep = () => {}, isWanted = () => false, needs, anew = false, mend, ...lock }: PublishOptions = {},
): Promise<PageVersion> {
  const versions = join(root, 'versions')
  const scratch = join(root, 'tmp')
  const room = { folder: root, keepFree }
  const what = `write the pages in ${root}`

  const serve = (name: string) => pointAt(join(root, 'current'), join('versions', name), join(scratch, 'current'))

  const writeList = (folder: string, pages: PageList['datasets']) => writeListIn(scratch, version, folder, pages)

  async function write(): Promise<PageVersion> {
    const last = await currentPages(root)
    const isCurrent = last?.list.manifest.version === version.manifest.version
    const isWhole = isCurrent && missingIn(last!).length === 0
    if (last && isWhole && !anew && !mend) return last
    const damaged = last && mend ? await damagedIn(last, mend) : new Set<ListedPages>()
    if (last && isWhole && !anew && damaged.size === 0) return last
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
    const jobs: Promise<void>[] = []
    const { promise: diskFull, reject: giveUp } = Promise.withResolvers<never>()
    diskFull.catch(() => {})
    let isGivenUp = false
    const watch = watchRoom(room, () => {
      engine.interrupt()
      giveUp(new Error('the disk is full'))
    })
    try {
      const todo = datasets.filter((dataset) => !(begun && dataset.name in begun.list.datasets))
      const plans = await planPages(engine, todo, version, (dataset) =>
        anew ? [] : (last?.list.datasets[dataset.name] ?? []).filter((made) => !damaged.has(made)),
      )
      const estimate = plans
        .flatMap(({ dataset, planned }) => planned.map((one) => (one.old ? 0 : bytesOf(dataset, one))))
        .reduce((sum, bytes) => sum + bytes, 0)
      assertRoom(room, estimate, what)
      const pages: Record<string, ListedPages[]> = { ...begun?.list.datasets } as Record<string, ListedPages[]>
      const steps = plans.length + 1
      const target = { folder, version, last, encoders, isFirst, isGivenUp: () => isGivenUp }
      const early = createEarlyLists(() => writeList(folder, { ...pages }), begun !== null)
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
      for (let n = 0; n < encodersIn(memory); n++) jobs.push(work())
      await Promise.race([Promise.all(jobs), diskFull])
      const list = await writeList(folder, pages)
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
