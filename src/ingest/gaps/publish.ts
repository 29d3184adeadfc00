import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { taipeiTime } from '../../days.ts'
import { ifMissing, makeFolder, sealJson, unsealJson } from '../../disk.ts'
import { explain } from '../../errors.ts'
import { openEngine } from '../../lake/engine.ts'
import { sync, writeDurably } from '../../lake/files.ts'
import type { Version } from '../../lake/lake.ts'
import { withLock } from '../../lake/lock.ts'
import { assertWhole } from '../../lake/whole.ts'
import { computeGaps, lanes } from './computeGaps.ts'
import { type FetchFailure, type GapsFile, gapsPath } from './gap.ts'

export type GapsOptions = {
  /** `<home>/<origin>/gaps`. */
  readonly root: string
  readonly memory: string
  readonly now: () => Date
}

export type GapsUpdate = {
  /** Days that could not be fetched; by default those of the existing file. */
  readonly failures?: readonly FetchFailure[]
  /** The newest trading day whose rows are due, if later than the version's own. */
  readonly due?: string
  /** Computes the gaps even if the version has a file. */
  readonly anew?: boolean
}

const readGaps = (path: string): Promise<GapsFile | null> =>
  readFile(path, 'utf8').then(unsealJson<GapsFile>, ifMissing(null))

/** Removes the files of versions that the lake no longer keeps. */
async function sweep(root: string, { folder }: Version): Promise<void> {
  const kept = await readdir(dirname(folder))
  for (const name of (await readdir(root)).filter((known) => known.includes('.json')))
    if (!kept.some((version) => version.endsWith(`-${name.replace(/(\.v2)?\.json(\.new)?$/, '')}`)))
      await rm(join(root, name), { recursive: true, force: true })
}

/**
 * Computes the gaps of a version and replaces its file atomically. An existing file stays unless failures are given.
 */
export async function publishGaps(
  { root, memory, now }: GapsOptions,
  version: Version,
  { failures, due = version.manifest.through, anew = false }: GapsUpdate = {},
): Promise<GapsFile> {
  const { manifest } = version
  const path = gapsPath(root, manifest.version)
  const scratch = join(root, 'tmp')

  async function write(): Promise<GapsFile> {
    const before = await readGaps(path)
    if (before && !anew && failures === undefined) return before
    await assertWhole(version)
    const engine = await openEngine({ memory, scratch, lanes })
    try {
      const file = await computeGaps(engine, version, {
        failures: failures ?? before?.failures ?? [],
        due: due > manifest.through ? due : manifest.through,
        at: taipeiTime(now()).slice(0, 16),
      })
      await writeDurably(`${path}.new`, sealJson(file))
      await rename(`${path}.new`, path)
      await sync(root)
      return file
    } finally {
      engine.close()
      for (const left of [scratch, `${path}.new`]) await rm(left, { recursive: true, force: true }).catch(() => {})
    }
  }

  try {
    makeFolder(root)
    return await withLock(join(root, 'lock.sqlite'), { patienceMs: 600_000 }, async () => {
      const file = await write()
      await sweep(root, version)
      return file
    })
  } catch (error) {
    throw explain(error, `write the gaps in ${root}`)
  }
}
