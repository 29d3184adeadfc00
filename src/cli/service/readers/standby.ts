import { basename, join } from 'node:path'
import { withLock } from '../../../lake/lock.ts'
import { readLatest } from '../../../objects/manifest.ts'
import { isOfHome } from '../../../objects/publish.ts'
import { takeFiles } from '../../../objects/take.ts'
import { currentPages } from '../../../pages/publish.ts'
import { publishedSequence } from '../../objects/publishing.ts'
import { openVersionTree } from '../../objects/versionTree.ts'
import type { Parts } from '../serviceParts.ts'

export type Standby = ReturnType<typeof createStandby>

/** Interval between two looks for a new version. */
const lookMs = 2_000

/** Copies whole versions that another writer has published, so that this one can go on from the newest. */
export function createStandby({ context, store }: Parts<'context' | 'store'>) {
  const { config, lake, log } = context
  const tree = openVersionTree(context)
  let lookedAt = 0

  /** Copies the newest published version, unless this machine has gone on from it; true where it was copied. */
  async function copyNewest(signal: AbortSignal): Promise<boolean> {
    const last = await tree.last()
    /** The version here is this one, or was made from it. */
    const base = Math.max(last?.sequence ?? 0, publishedSequence(context))
    const latest = await readLatest(store, base, signal)
    lookedAt = performance.now()
    const current = await lake.current()
    const isHere = latest?.version === current?.manifest.version
    // A writer that was killed between its rows and their pages has the rows alone.
    const pages = isHere ? await currentPages(context.pages.root).catch(() => null) : null
    if (!latest || (isHere && pages?.list.manifest.version === latest.version)) return false
    if (current && !isHere && latest.sequence === base) return false
    if (latest.origin !== config.FORMOSA_ORIGIN)
      throw new Error(`the store holds ${latest.origin} data, and FORMOSA_ORIGIN is ${config.FORMOSA_ORIGIN}`)
    const known = new Map((last?.files ?? []).map(({ sha256, path }) => [sha256, join(tree.home, path)]))
    await tree.make()
    // Rows that are current are not touched.
    const isInPlace = isHere && basename(current!.folder) === tree.folderOf(latest, 'lake')
    const files = latest.files.filter((file) => isOfHome(file) && !(isInPlace && file.kind === 'lake'))
    const bytes = await takeFiles(store, tree.home, files, { signal, known })
    await withLock(join(lake.root, 'lock.sqlite'), { patienceMs: 60_000 }, () => tree.turnTo(latest))
    log.info({ version: latest.version, sequence: latest.sequence, bytes }, 'a published version was copied')
    return true
  }

  return {
    copyNewest,
    /** Copies the newest version where it was not looked for lately. */
    follow: async (signal: AbortSignal): Promise<boolean> =>
      performance.now() - lookedAt > lookMs ? copyNewest(signal) : false,
  }
}
