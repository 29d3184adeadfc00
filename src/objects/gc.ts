import { DamagedError } from '../errors.ts'
import { inTurns } from './inTurns.ts'
import {
  contentKey,
  contentPrefix,
  manifestKey,
  readManifest,
  sequenceIn,
  type VersionManifest,
  versionPrefix,
} from './manifest.ts'
import type { ObjectStore } from './store.ts'

/** Removes files of tables that only removed versions needed; returns the objects and bytes removed. */
export type SweepTables = (
  kept: readonly number[],
  options: { readonly before: Date; readonly isDry: boolean },
) => Promise<{ readonly objects: number; readonly bytes: number }>

type GcOptions = {
  /** Versions that stay whatever their age: two or more, since a writer relies on the last two. */
  readonly keep: number
  /** Nothing younger is removed: versions are counted from when they were replaced. */
  readonly graceMs: number
  /** Only counts the objects to remove. */
  readonly isDry?: boolean
  readonly sweepTables?: SweepTables
}

const removedAtOnce = 8

/** The sequences that may go: neither among the last ones, nor replaced within the grace period. */
async function outdatedIn(store: ObjectStore, { keep, graceMs }: GcOptions) {
  const versions: { readonly sequence: number; readonly modified: Date }[] = []
  for await (const { key, modified } of store.list(versionPrefix)) {
    const sequence = sequenceIn(key)
    if (sequence !== null) versions.push({ sequence, modified })
  }
  versions.sort((a, b) => a.sequence - b.sequence)
  const gap = versions.findIndex(({ sequence }, i) => sequence !== versions[0]!.sequence + i)
  // The objects of a version that is not listed would be removed.
  if (gap > 0)
    throw new DamagedError(`${store.name} lacks ${manifestKey(versions[gap - 1]!.sequence + 1)}: nothing was removed.`)
  const before = Date.now() - graceMs
  const outdated = versions.filter((_, i) => i < versions.length - keep && versions[i + 1]!.modified.getTime() < before)
  const kept = versions.filter((version) => !outdated.includes(version))
  return { outdated: outdated.map(({ sequence }) => sequence), kept: kept.map(({ sequence }) => sequence) }
}

/** The contents that these versions and any newer ones name; a manifest that cannot be read is an error. */
async function contentsOf(store: ObjectStore, sequences: readonly number[]): Promise<Set<string>> {
  const needed = new Set<string>()
  const add = ({ files }: VersionManifest) => {
    for (const { sha256 } of files) needed.add(contentKey(sha256))
  }
  for (const sequence of sequences) {
    const manifest = await readManifest(store, sequence)
    if (manifest) add(manifest)
  }
  for (let next = (sequences.at(-1) ?? 0) + 1; ; next++) {
    const manifest = await readManifest(store, next)
    if (!manifest) return needed
    add(manifest)
  }
}

/**
 * Removes old versions, and objects that no version names. Objects are listed before the manifests are read, and
 * looked at once more before they are removed, so that those of a writer at work stay.
 */
export async function collectGarbage(store: ObjectStore, options: GcOptions) {
  const { graceMs, isDry = false, sweepTables } = options
  if (options.keep < 2) throw new RangeError('the last two versions must be kept')
  const before = new Date(Date.now() - graceMs)
  const { outdated, kept } = await outdatedIn(store, options)
  const old: { readonly key: string; readonly bytes: number }[] = []
  for await (const { key, bytes, modified } of store.list(contentPrefix))
    if (modified < before) old.push({ key, bytes })
  const needed = await contentsOf(store, kept)
  // The manifests first: a version whose objects are gone must not be found.
  // The oldest first, so that the sequences have no gap however this ends.
  if (!isDry) for (const sequence of outdated) await store.remove([manifestKey(sequence)])
  // Tables must not name the objects that go now.
  const swept = await sweepTables?.(kept, { before, isDry })
  let removedObjects = swept?.objects ?? 0
  let removedBytes = swept?.bytes ?? 0
  await inTurns(
    old.filter(({ key }) => !needed.has(key)),
    removedAtOnce,
    async ({ key, bytes }) => {
      if (!isDry) {
        const now = await store.head(key)
        if (!now || now.modified >= before) return
        await store.remove([key])
      }
      removedObjects++
      removedBytes += bytes
    },
  )
  const endedUploads = isDry ? 0 : await store.abandonUploads(before)
  return { keptVersions: kept.length, removedVersions: outdated, removedObjects, removedBytes, endedUploads }
}
