import type { TableBundle } from '../../lake/iceberg/bundle.ts'
import type { TableMetadata } from '../../lake/iceberg/metadata.ts'
import { expireSnapshots } from '../../lake/iceberg/snapshots.ts'
import type { SweepTables } from '../../objects/gc.ts'
import { inTurns } from '../../objects/inTurns.ts'
import { listSequences, readLatest, readManifest, type VersionManifest } from '../../objects/manifest.ts'
import type { ObjectStore } from '../../objects/store.ts'
import {
  areOf,
  keyOf,
  placedHintKey,
  placedMetadataKey,
  readTables,
  tablesAtOnce,
  tablesPrefix,
} from './bucketTables.ts'

/** The metadata file of a table as it is placed: with the snapshots of the versions that are in the store. */
export const placedBody = (metadata: TableMetadata, kept: ReadonlySet<number>): Buffer =>
  Buffer.from(JSON.stringify(expireSnapshots(metadata, (number) => kept.has(number))))

export type PlacedFiles = ReadonlyMap<string, { readonly bytes: number; readonly modified: Date }>

/** The files of all tables by key. */
export async function listTables(store: ObjectStore): Promise<PlacedFiles> {
  const found = new Map<string, { readonly bytes: number; readonly modified: Date }>()
  for await (const { key, bytes, modified } of store.list(tablesPrefix)) found.set(key, { bytes, modified })
  return found
}

/** Whether a placed metadata file is of this version: a manifest list has a name that is used once. */
async function isPlaced(store: ObjectStore, key: string, metadata: TableMetadata): Promise<boolean> {
  const listOf = ({ snapshots, 'current-snapshot-id': current }: TableMetadata) =>
    snapshots.find((one) => one['snapshot-id'] === current)?.['manifest-list']
  try {
    return listOf(JSON.parse((await store.get(key))!.toString())) === listOf(metadata)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false
    throw error
  }
}

/**
 * Writes the metadata of a version's tables, each before the hint that makes it current. What `gc` has written must
 * not be replaced by somebody who has listed the versions before it removed some: only `gc` replaces a file.
 */
async function placeVersion(
  store: ObjectStore,
  { sequence }: VersionManifest,
  bundle: TableBundle,
  isExpiring: boolean,
): Promise<void> {
  const kept = new Set(await listSequences(store))
  const there = await listTables(store)
  await inTurns([...bundle], tablesAtOnce, async ([name, { metadata }]) => {
    const key = placedMetadataKey(name, sequence)
    const body = placedBody(metadata, kept)
    const known = there.get(key)
    const isNew = known === undefined && (await store.put(key, body, { ifAbsent: true })) === 'stored'
    const isExpired = isExpiring && known?.bytes !== body.length
    if (!isNew && (isExpired || !(await isPlaced(store, key, metadata)))) await store.put(key, body)
    const hint = placedHintKey(name)
    const text = String(sequence)
    if (isNew || (await store.get(hint))?.toString() !== text) await store.put(hint, Buffer.from(text))
  })
}

/** Makes the tables those of a published version, or of one that another writer has published meanwhile. */
export async function placeTables(
  store: ObjectStore,
  manifest: VersionManifest,
  { isExpiring = false }: { readonly isExpiring?: boolean } = {},
): Promise<void> {
  for (let newest: VersionManifest | null = manifest; newest; newest = await readManifest(store, newest.sequence + 1)) {
    const bundle = await readTables(store, newest)
    if (bundle && areOf(store, bundle)) await placeVersion(store, newest, bundle, isExpiring)
  }
}

const sequenceOf = (key: string): number | null => {
  const [, digits] = /\/v(\d+)\.metadata\.json$/.exec(key) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Removes the snapshots of versions that are gone, again where another process removes versions meanwhile. */
async function expireTables(store: ObjectStore): Promise<void> {
  for (let seen = ''; ; ) {
    const now = (await listSequences(store)).join()
    const latest = now === seen ? null : await readLatest(store)
    if (!latest) return
    await placeTables(store, latest, { isExpiring: true })
    seen = now
  }
}

/** The files of tables that the versions of a store need, and those published meanwhile. */
async function neededOf(store: ObjectStore, sequences: readonly number[]) {
  const last = sequences.at(-1)!
  const avro = new Set<string>()
  /** The hints of the newest version's tables. */
  const hints = new Set<string>()
  /** Older metadata, which may list snapshots that are gone. */
  const older = new Map<string, Buffer>()
  const kept = new Set(sequences)
  for (let sequence = sequences[0]!; ; sequence++) {
    const manifest = await readManifest(store, sequence)
    if (!manifest && sequence > last) return { avro, hints, older }
    const bundle = manifest && (await readTables(store, manifest))
    if (!bundle || !areOf(store, bundle)) continue
    if (sequence >= last) hints.clear()
    for (const [name, { metadata, files }] of bundle) {
      for (const address of files.keys()) avro.add(keyOf(store, address))
      if (sequence >= last) hints.add(placedHintKey(name))
      else older.set(placedMetadataKey(name, sequence), placedBody(metadata, kept))
    }
  }
}

/**
 * Removes files of tables that no version needs, after the snapshots of removed versions have left the tables. A file
 * is removed after those that name it.
 */
export const sweepTables =
  (store: ObjectStore): SweepTables =>
  async (kept, { before, isDry }) => {
    if (!isDry) await expireTables(store)
    const there = await listTables(store)
    const sequences = isDry ? kept : await listSequences(store)
    if (sequences.length === 0) return { objects: 0, bytes: 0 }
    const needed = await neededOf(store, sequences)
    for (const [key, body] of needed.older) {
      const bytes = there.get(key)?.bytes
      if (!isDry && bytes !== undefined && bytes !== body.length) await store.put(key, body)
    }
    const isGone = (sequence: number): boolean => sequence < sequences.at(-1)! && !sequences.includes(sequence)
    // A table that the newest version does not have ends with the last version that has it.
    const expired: string[] = []
    for (const key of there.keys())
      if (key.endsWith('/version-hint.text') && !needed.hints.has(key))
        if (isGone(Number((await store.get(key))?.toString()))) expired.push(key)
    const metadata = [...there.keys()].filter((key) => isGone(sequenceOf(key) ?? Number.NaN))
    const avro = [...there].filter(
      ([key, { modified }]) => key.endsWith('.avro') && !needed.avro.has(key) && modified < before,
    )
    const removed = [expired, metadata, avro.map(([key]) => key)]
    if (!isDry)
      for (const keys of removed)
        await inTurns(keys, tablesAtOnce, async (key) => {
          await store.remove([key])
        })
    const keys = removed.flat()
    return { objects: keys.length, bytes: keys.reduce((sum, key) => sum + there.get(key)!.bytes, 0) }
  }
