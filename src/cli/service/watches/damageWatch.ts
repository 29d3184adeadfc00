import { relative } from 'node:path'
import type { Parts } from '../serviceParts.ts'
import type { Damage } from '../threads/worker.ts'

export type DamageWatch = ReturnType<typeof createDamageWatch>

/** Remembers which files are damaged: pages until they are rebuilt, Parquet files until they are whole again. */
export function createDamageWatch({ context, readiness, metrics }: Parts<'context' | 'readiness' | 'metrics'>) {
  const { lake, ledger, gaps, log } = context
  /** Folders beside the pages whose files are served. */
  const servedRoots = [ledger.root, gaps.root]
  let isDamaged = false
  let pagesFolder: string | null = null
  /** Reported damage, so that each is logged once and not for every request. */
  const reported = new Set<string>()
  const lakeFiles = new Map<string, string>()

  function reportLake(): void {
    const named = [...lakeFiles].map(([path, damage]) => `${relative(lake.root, path)} is ${damage}`)
    readiness.set(
      'lake',
      named.length === 0 ? 'ok' : `degraded: ${named.join(', ')}; "formosa verify" names every fault`,
    )
  }

  return {
    /** Whether a served page file is damaged. */
    isDamaged: () => isDamaged,
    hasLakeDamage: () => lakeFiles.size > 0,

    /** Records a damaged page file; `isNew`: of pages that are not served yet. */
    notePages({ file, block, message }: Damage, isNew = false): void {
      const isServed =
        isNew ||
        (pagesFolder !== null && file.startsWith(pagesFolder)) ||
        servedRoots.some((root) => file.startsWith(root))
      if (isServed) isDamaged = true
      const name = `${file} ${block}`
      if (reported.has(name)) return
      reported.add(name)
      metrics?.damaged('pages')
      log.error(
        { file, block, reason: message },
        isServed ? 'a file is damaged; it is made anew' : 'an old file is damaged',
      )
    },

    /** Forgets the damage of page files, after they were rebuilt. */
    mended(): void {
      isDamaged = false
      reported.clear()
    },

    /** Records the state of a Parquet file; nothing is computed from a damaged one. */
    noteLakeFile(path: string, damage: 'missing' | 'damaged' | null): void {
      if (damage === null ? !lakeFiles.delete(path) : lakeFiles.has(path)) return
      if (damage === null) log.info({ file: path }, 'a file of the lake is whole again')
      else {
        lakeFiles.set(path, damage)
        metrics?.damaged('lake')
        log.error({ file: path, what: damage }, 'a file of the lake is damaged; questions about its rows are refused')
      }
      reportLake()
    },

    /** Follows these pages and this version of the lake; forgets the Parquet files of others. */
    follow(pages: string | null, lakeFolder: string | null): void {
      pagesFolder = pages
      for (const path of lakeFiles.keys())
        if (lakeFolder === null || !path.startsWith(lakeFolder)) lakeFiles.delete(path)
      reportLake()
    },
  }
}
