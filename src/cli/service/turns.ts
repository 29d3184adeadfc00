import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withLock } from '../../lake/lock.ts'
import { isOfHome } from '../../objects/publish.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { takeFiles } from '../../objects/take.ts'
import { currentPages } from '../../pages/publish.ts'
import type { Leadership } from '../../store/leadership.ts'
import { publishedSequence } from '../objects/publishing.ts'
import { openVersionTree } from '../objects/versionTree.ts'
import type { ServedVersion } from './servedVersion.ts'
import type { Parts } from './serviceParts.ts'

/** The processes that write for one installation, of which one leads; null where this one is alone. */
export type Writers = { readonly leadership: Leadership; readonly store: ObjectStore } | null

/** Interval between two looks for a published version. */
const lookMs = 2_000
/** Interval between two looks at what may be served at a start. */
const startMs = 1_000

/**
 * Takes turns with the other writers: one of them leads, the others copy the whole versions it publishes, so that each
 * can go on from the newest.
 */
export function createTurns({
  context,
  served,
  readiness,
  signal,
  writers,
}: Parts<'context' | 'readiness' | 'signal'> & { readonly served: ServedVersion; readonly writers: Writers }) {
  const { lake, log } = context
  const tree = openVersionTree(context)
  let lookedAt = Number.NEGATIVE_INFINITY
  /** The term in which the newest published version was copied. */
  let term: AbortSignal | null = null

  /** Copies the newest published version, unless this machine has gone on from it. */
  async function copyNewest(store: ObjectStore, signal: AbortSignal): Promise<void> {
    const last = await tree.last()
    /** The version here is this one, or was made from it. */
    const base = Math.max(last?.sequence ?? 0, publishedSequence(context))
    const latest = await tree.newestIn(store, base, signal)
    lookedAt = performance.now()
    const current = await lake.current()
    const isHere = latest?.version === current?.manifest.version
    // A writer that was killed between its rows and their pages has the rows alone.
    const pages = isHere ? await currentPages(context.pages.root).catch(() => null) : null
    if (!latest || (isHere && pages?.list.manifest.version === latest.version)) return
    if (current && !isHere && latest.sequence === base) return
    const known = new Map((last?.files ?? []).map(({ sha256, path }) => [sha256, join(tree.home, path)]))
    await tree.make()
    // Rows that are current are not touched.
    const isInPlace = isHere && basename(current!.folder) === tree.folderOf(latest, 'lake')
    const files = latest.files.filter((file) => isOfHome(file) && !(isInPlace && file.kind === 'lake'))
    const bytes = await takeFiles(store, tree.home, files, { signal, known })
    await withLock(join(lake.root, 'lock.sqlite'), { patienceMs: 60_000 }, () => tree.turnTo(latest))
    log.info({ version: latest.version, sequence: latest.sequence, bytes }, 'a published version was copied')
  }

  /** Copies versions that others have published; true where this process leads and may write the next one. */
  async function mayWrite(): Promise<boolean> {
    if (!writers) return true
    const { leadership, store } = writers
    const present = leadership.term()
    readiness.set('leadership', leadership.state())
    if (present.aborted) {
      if (performance.now() - lookedAt > lookMs) await copyNewest(store, signal)
      await served.load()
      readiness.set('refresh', 'ok: another process writes')
      readiness.set('objects', 'ok: another process publishes')
      return false
    }
    if (term !== present) {
      await copyNewest(store, AbortSignal.any([signal, present]))
      await served.load()
      term = present
    }
    return true
  }

  return {
    mayWrite,
    /** Looks for versions of other writers before anything is written again. */
    lookAgain(): void {
      term = null
    },
    /** Waits until this process leads (true), or serves a version of another one (false). */
    async untilServed(): Promise<boolean> {
      while (!signal.aborted) {
        try {
          if (await mayWrite()) return true
          if (served.folder() !== null) return false
        } catch (error) {
          log.error({ err: error }, 'the newest published version could not be copied')
          readiness.set('refresh', 'the newest published version could not be copied; the log says why')
        }
        await sleep(startMs, undefined, { signal }).catch(() => {})
      }
      return false
    },
  }
}
