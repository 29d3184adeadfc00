import { statSync } from 'node:fs'
import { hasLedger } from '../../derive/ledgerFile.ts'
import { DamagedFile } from '../../disk.ts'
import { hasGaps } from '../../ingest/gaps/gap.ts'
import { currentFolder } from '../../lake/files.ts'
import type { Version } from '../../lake/lake.ts'
import { listPath, type PageVersion, readPages } from '../../pages/list.ts'
import { type OpenPages, openPages } from '../../pages/open.ts'
import type { Parts } from './serviceParts.ts'
import type { DamageWatch } from './watches/damageWatch.ts'

export type ServedVersion = ReturnType<typeof createServedVersion>

/** The version that the serving threads answer from. */
export function createServedVersion(
  options: Parts<'context' | 'pool' | 'scrubber' | 'asking' | 'readiness' | 'metrics'> & {
    readonly damage: DamageWatch
  },
) {
  const { pool, scrubber, asking, damage, readiness, metrics } = options
  const { lake, log, pages: pagesOptions, ledger, gaps } = options.context
  let pages: OpenPages | null = null
  let listed: PageVersion | null = null
  /** The time of the list that was read last: pages that are being made are listed again and again. */
  let listedAt = 0

  /** Watches the files of a version of the lake. */
  function follow(version: Version | null): void {
    scrubber.follow(listed, version)
    damage.follow(pages?.folder ?? null, version?.folder ?? null)
  }

  return {
    /** The folder of the pages; null where there are none yet. */
    folder: () => pages?.folder ?? null,
    /** The pages that are served, and the version they were made from. */
    opened: () => pages && listed && { pages, manifest: listed.list.manifest },
    isWhole: () => pages !== null && pages.missing.length === 0,

    /** Hands the newest pages to the serving threads; damaged pages are not served. */
    async load(): Promise<void> {
      const folder = await currentFolder(pagesOptions.root, 'pages')
      if (folder === null) return
      const at = statSync(listPath(folder), { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (folder === pages?.folder && at === listedAt) return
      const latest = readPages(folder)
      if (!latest) return
      const before = pages
      try {
        pages = openPages(latest)
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error
        damage.notePages(error, true)
        return
      }
      listed = latest
      listedAt = at
      const { manifest } = latest.list
      pool.send({ kind: 'pages', pages, manifest })
      const left = pages.missing.length
      readiness.set('data', left === 0 ? 'ok' : `ok: the pages of ${left} datasets are being made`, null)
      const version = await lake.version(manifest.version)
      follow(version)
      // More pages of the version that is served already.
      if (before?.folder === folder) return
      if (version) asking.use(version)
      else log.error({ version: manifest.version }, 'the lake lacks the version that is served: no questions')
      metrics?.serving(manifest.version, manifest.through, manifest.written_at)
      log.info({ version: manifest.version, through: manifest.through }, 'serving a version')
    },

    /** Uses the repaired Parquet files of the same version; the pages stay as they are. */
    async useMendedLake(): Promise<void> {
      const version = await lake.current()
      follow(version)
      if (version && version.manifest.version === pages?.version) asking.use(version)
    },

    /** Whether the lake has a version whose pages, ledger or gaps are not published yet. */
    async isBehind(): Promise<boolean> {
      const version = await lake.current()
      if (version === null) return false
      const { version: name } = version.manifest
      return (
        name !== pages?.version ||
        pages.missing.length > 0 ||
        !hasLedger(ledger.root, name) ||
        !hasGaps(gaps.root, name)
      )
    },
  }
}
