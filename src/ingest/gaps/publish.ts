import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { taipeiTime } from '../../days.ts'
import { ifMissing, sealJson, unsealJson } from '../../disk.ts'
import { publishBeside } from '../../lake/besideVersion.ts'
import type { Version } from '../../lake/lake.ts'
import { computeGaps } from './computeGaps.ts'
import { type FetchFailure, type GapsFile, gapsPath } from './gap.ts'
import { type KnownRuns, noRuns, readKnownRuns } from './runs.ts'

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

/** What is known of the parts of the version before; nothing if there is none, or it is damaged. */
async function knownBefore(root: string): Promise<KnownRuns> {
  const paths = (await readdir(root)).filter((name) => name.endsWith('.json')).map((name) => join(root, name))
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  const [last] = dated.sort((a, b) => b.at - a.at)
  const runs = last && (await readGaps(last.path))?.runs
  return runs ? readKnownRuns(root, runs) : noRuns
}

/**
 * Computes the gaps of a version and replaces its file atomically. An existing file stays unless failures are given.
 */
export function publishGaps(
  { root, memory, now }: GapsOptions,
  version: Version,
  { failures, due = version.manifest.through, anew = false }: GapsUpdate = {},
): Promise<GapsFile> {
  const { manifest } = version
  const path = gapsPath(root, manifest.version)
  return publishBeside({ root, memory, what: `write the gaps in ${root}` }, version, async (replace) => {
    const before = await readGaps(path)
    if (before && !anew && failures === undefined) return before
    const options = {
      failures: failures ?? before?.failures ?? [],
      due: due > manifest.through ? due : manifest.through,
      at: taipeiTime(now()).slice(0, 16),
    }
    const known = anew ? noRuns : await knownBefore(root)
    return replace(path, (engine) => computeGaps(engine, version, options, known, root), sealJson)
  })
}
