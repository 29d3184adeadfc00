import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { assertRoom, makeFolder, watchRoom } from '../disk.ts'
import { explain } from '../errors.ts'
import { createDraft, type Draft, lanes } from './draft.ts'
import { openEngine } from './engine.ts'
import { currentFolder, pointAt, sync, syncTree } from './files.ts'
import { type LockOptions, tidyScratch, writeAlone } from './lock.ts'
import { folderName, type Manifest, outlived, readVersion } from './manifest.ts'
import { assertWhole } from './whole.ts'

export type Version = { readonly manifest: Manifest; readonly folder: string }

type ChangeOptions = Pick<Manifest, 'through' | 'maker'> & {
  /** Starts from nothing instead of the current version, which may then be damaged. */
  readonly anew?: boolean
  /** The first of the days that were read on their own evenings, although they are loaded together. */
  readonly dailyFrom?: string
}

type ChangeRequest = ChangeOptions | ((current: Manifest | null) => ChangeOptions | null)
type ChangeWork = (draft: Draft, current: Manifest | null) => Promise<void>

export type LakeOptions = {
  readonly root: string
  readonly origin: Manifest['origin']
  readonly datasets: readonly Dataset[]
  readonly now: () => Date
  /** DuckDB's memory limit while writing, such as 1GB. */
  readonly memory: string
  /** Bytes of disk that a new version leaves free. */
  readonly keepFree?: number
}

/** Estimated bytes of the next version: its lists, and the parts with rows of the newest month, or all of them. */
export const nextBytes = ({ datasets, through }: Manifest, isAnew = false): number =>
  Object.values(datasets)
    .flatMap(({ parts }) => parts)
    .filter(({ name, last_date }) => isAnew || name === 'all' || last_date! >= through.slice(0, 7))
    .reduce((sum, { bytes }) => sum + bytes * growth, listBytes)

const growth = 1.2
const listBytes = 1 << 20

/** The versions of a folder up to this one, oldest first. */
async function versionsUntil(versions: string, { manifest }: Version): Promise<Version[]> {
  const found: Version[] = []
  for (const name of (await readdir(versions)).sort()) {
    const version = await readVersion(join(versions, name))
    if (version && version.manifest.number <= manifest.number) found.push(version)
  }
  return found
}

/** Removes the files of a killed writer, and versions that no reader may use any more. */
async function sweep(versions: string, scratch: string, kept: Version | null): Promise<void> {
  await rm(scratch, { recursive: true, force: true })
  const known = kept ? await versionsUntil(versions, kept) : []
  const gone = outlived(known.map(({ manifest }) => manifest))
  const stays = new Set(known.filter(({ manifest }) => !gone.includes(manifest)).map(({ folder }) => folder))
  for (const name of await readdir(versions))
    if (!stays.has(join(versions, name))) await rm(join(versions, name), { recursive: true, force: true })
}

export function openLake({ root, origin, datasets, now, memory, keepFree = 0 }: LakeOptions) {
  const versions = join(root, 'versions')
  const scratch = join(root, 'tmp')
  const room = { folder: root, keepFree }
  const what = `write to the lake in ${root}`

  /** The pointer is resolved once, so that a reader stays in one folder. */
  async function current(): Promise<Version | null> {
    const folder = await currentFolder(root, 'lake')
    return folder === null ? null : readVersion(folder)
  }

  async function write(
    { anew, dailyFrom, ...options }: ChangeOptions,
    last: Version | null,
    work: (draft: Draft) => Promise<void>,
  ): Promise<Version> {
    const base = anew ? null : last
    await rm(scratch, { recursive: true, force: true })
    if (last) assertRoom(room, nextBytes(last.manifest, anew), what)
    const folder = join(scratch, 'next')
    // One by one: otherwise a read-only disk looks like a missing folder.
    await mkdir(scratch)
    await mkdir(folder)
    const engine = await openEngine({ memory, scratch: join(scratch, 'spill'), lanes })
    const watch = watchRoom(room, engine.interrupt)
    let giveUp = async () => {}
    try {
      const at = now().toISOString()
      const made = await createDraft({
        engine,
        base,
        folder,
        origin,
        through: options.through,
        at,
        dailyFrom,
        datasets,
      })
      giveUp = made.giveUp
      await work(made.draft)
      const held = await made.finish()
      const number = (last?.manifest.number ?? 0) + 1
      // Equal rows make no new version.
      if (base?.manifest.version === held.version && base.manifest.through === options.through) return base
      const manifest: Manifest = { format: 3, number, origin, written_at: at, ...options, ...held }
      await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
      const name = folderName(manifest)
      await syncTree(folder)
      await rename(folder, join(versions, name))
      await sync(versions)
      await pointAt(join(root, 'current'), join('versions', name), join(scratch, 'current'))
      return { manifest, folder: join(versions, name) }
    } catch (error) {
      const reason = explain(watch.reason(error, what), what)
      // An error of the engine or of the file system may come from a damaged file, which is then named.
      if (base && (reason as Error).constructor === Error) await assertWhole(base)
      throw reason
    } finally {
      watch.stop()
      await giveUp()
      engine.close()
      // Errors while cleaning up must not hide the first cause.
      await rm(scratch, { recursive: true, force: true }).catch(() => {})
    }
  }

  return {
    root,
    origin,
    current,
    /** A version by name; null once it is removed. */
    async version(name: string) {
      const known = (await readdir(versions)).sort().findLast((folder) => folder.endsWith(`-${name}`))
      return known === undefined ? null : readVersion(join(versions, known))
    },
    /** Removes the files of a killed writer, unless another one is writing. */
    tidy: () => tidyScratch(root),
    /** Writes the next version; if `work` fails or the process dies, the current one stays. */
    change(request: ChangeRequest, work: ChangeWork, lock: LockOptions = {}) {
      return writeAlone(root, what, lock, async () => {
        makeFolder(versions)
        const base = await current()
        const options = typeof request === 'function' ? request(base?.manifest ?? null) : request
        if (options === null) return base
        await sweep(versions, scratch, base)
        const next = await write(options, base, (draft) => work(draft, base?.manifest ?? null))
        await sweep(versions, scratch, next)
        return next
      })
    },
  }
}

/** The canonical rows: a folder of complete versions, one of them current. */
export type Lake = ReturnType<typeof openLake>
