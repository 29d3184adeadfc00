import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { explain } from '../errors.ts'
import { openEngine } from '../lake/engine.ts'
import { linkOrCopy, pointAt, sync, writeDurably } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import { type LockOptions, withLock } from '../lake/lock.ts'
import { type Holding, keptMs, type Manifest } from '../lake/manifest.ts'
import type { HiddenRule } from './columns.ts'
import { startEncoders } from './encoders.ts'
import { formatVersion, variantsOf } from './format.ts'
import { hiddenRule, inactiveIds } from './hidden.ts'
import type { PageSource, PartPages } from './write.ts'

/** What a folder of pages holds, and the version of the lake it was made from. */
type PageList = {
  readonly format: number
  readonly manifest: Manifest
  readonly datasets: Readonly<Record<string, readonly Made[]>>
}

/** Pages, what they were made from, and by which rule rows are hidden in them. */
type Made = PartPages & { readonly key: string; readonly rule?: string }

export type PageVersion = { readonly list: PageList; readonly folder: string }

export type PagesOptions = {
  readonly root: string
  readonly datasets: readonly Dataset[]
  readonly memory: string
  readonly now: () => Date
}

export async function readPages(folder: string): Promise<PageVersion | null> {
  try {
    return { folder, list: JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** Folder of the pages that are served; null before the first are made. */
export async function currentFolder(root: string): Promise<string | null> {
  const target = await readlink(join(root, 'current')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw explain(error, `read the pages in ${root}`)
  })
  return target === null ? null : join(root, target)
}

/** The pages that are served; null before the first are made. */
export async function currentPages(root: string): Promise<PageVersion | null> {
  const folder = await currentFolder(root)
  return folder === null ? null : readPages(folder)
}

const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([formatVersion, ...parts]))
    .digest('hex')
    .slice(0, 32)

/** The pages of the same part as it was before, where its file is still there; null where ids cannot be compared. */
function beforeOf(last: PageVersion, version: Version, made: Made, dataset: string): PageSource['before'] | null {
  const { manifest } = last.list
  const part = manifest.datasets[dataset]?.parts.find(({ name }) => name === made.part)
  const name = `${String(manifest.number).padStart(8, '0')}-${manifest.version}`
  const file = part && join(dirname(version.folder), name, part.file)
  return file && existsSync(file) ? { file, folder: last.folder, groups: made.groups, files: made.files } : null
}

/** Makes the pages of a version of the lake and puts them in the place of the ones served; unchanged parts are kept. */
export async function publishPages(
  { root, datasets, memory, now }: PagesOptions,
  version: Version,
  {
    onStep = () => {},
    anew = false,
    ...lock
  }: { onStep?: (done: number, of: number, what: string) => void; anew?: boolean } & Partial<LockOptions> = {},
): Promise<PageVersion> {
  const versions = join(root, 'versions')
  const scratch = join(root, 'tmp')

  async function write(): Promise<PageVersion> {
    const last = await currentPages(root)
    if (!anew && last?.list.manifest.version === version.manifest.version && last.list.format === formatVersion)
      return last
    await rm(scratch, { recursive: true, force: true })
    const folder = join(scratch, 'next')
    await mkdir(folder, { recursive: true })
    const engine = await openEngine({ memory, scratch: join(scratch, 'spill') })
    const encoders = startEncoders({ memory, scratch: join(scratch, 'encoders'), folder })

    /** Parts that have not changed are linked, the others encoded. */
    async function pagesOfDataset(dataset: Dataset, parts: Holding['parts'], hidden: HiddenRule) {
      const made: Made[] = []
      const rule = hashOf(hidden)
      for (const { name: part, file, sha256 } of parts)
        for (const variant of variantsOf(dataset)) {
          const key = hashOf(sha256, variant, hidden)
          const known = anew ? [] : (last?.list.datasets[dataset.name] ?? [])
          const old = known.find((one) => one.key === key)
          const like = known.find((one) => one.part === part && one.variant === variant && one.rule === rule)
          const before = last && like && beforeOf(last, version, like, dataset.name)
          if (last && old)
            for (const { rows, side } of old.files)
              for (const name of [rows, side]) await linkOrCopy(join(last.folder, name), join(folder, name))
          const source = { file: join(version.folder, file), part, variant, hidden, ...(before ? { before } : {}) }
          made.push({ ...(old ?? (await encoders.encode({ dataset: dataset.name, source }))), key, rule })
        }
      await sync(join(folder, dataset.name))
      return made
    }

    try {
      const inactive = await inactiveIds(engine.connection, version)
      const ruleOf = (dataset: Dataset, { parts }: Holding) =>
        hiddenRule(
          engine.connection,
          dataset,
          parts.map(({ file }) => join(version.folder, file)),
          inactive,
        )
      const jobs: Promise<void>[] = []
      const pages: Record<string, Made[]> = {}
      let done = 0
      for (const dataset of datasets) {
        const holding = version.manifest.datasets[dataset.name]
        if (!holding) continue
        await mkdir(join(folder, dataset.name), { recursive: true })
        pages[dataset.name] = []
        jobs.push(
          pagesOfDataset(dataset, holding.parts, await ruleOf(dataset, holding)).then((made) => {
            pages[dataset.name] = made
            onStep(++done, datasets.length + 1, dataset.name)
          }),
        )
      }
      await Promise.all(jobs)
      const list: PageList = { format: formatVersion, manifest: version.manifest, datasets: pages }
      await writeDurably(join(folder, 'pages.json'), JSON.stringify(list))
      await sync(folder)
      // The same version may be made twice; the later one sorts behind the earlier.
      const name = `${String(version.manifest.number).padStart(8, '0')}-${Date.now()}-${version.manifest.version}`
      await rename(folder, join(versions, name))
      await sync(versions)
      await pointAt(join(root, 'current'), join('versions', name), join(scratch, 'current'))
      onStep(datasets.length + 1, datasets.length + 1, 'all datasets')
      return { list, folder: join(versions, name) }
    } finally {
      await encoders.close()
      engine.close()
    }
  }

  /** Removes what is older than a day beside its successor, and what a killed writer left behind. */
  async function sweep(kept: PageVersion): Promise<void> {
    await rm(scratch, { recursive: true, force: true })
    const names = (await readdir(versions)).sort()
    const current = kept.folder.slice(versions.length + 1)
    for (const [i, name] of names.entries()) {
      if (name === current) continue
      const next = names[i + 1] && (await readPages(join(versions, names[i + 1]!)))
      const outlived = next && Date.parse(next.list.manifest.written_at) < now().getTime() - keptMs
      if (name > current || outlived || !(await readPages(join(versions, name))))
        await rm(join(versions, name), { recursive: true, force: true })
    }
  }

  try {
    await mkdir(versions, { recursive: true })
    return await withLock(join(root, 'lock.sqlite'), { patienceMs: 600_000, ...lock }, async () => {
      const made = await write()
      await sweep(made)
      return made
    })
  } catch (error) {
    throw explain(error, `write the pages in ${root}`)
  }
}
