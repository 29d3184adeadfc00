import { DamagedError } from '../../errors.ts'
import type { BundledTable } from '../../lake/iceberg/bundle.ts'
import { readBundled } from '../../lake/iceberg/icebergTables.ts'
import { inTurns } from '../../objects/inTurns.ts'
import { contentKey, listSequences, readManifest, type VersionManifest } from '../../objects/manifest.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { addressOf, areOf, keyOf, placedHintKey, placedMetadataKey, readTables, tablesAtOnce } from './bucketTables.ts'
import { listTables, placedBody } from './placedTables.ts'

export type TableFault = {
  /** A sentence that names the object. */
  readonly what: string
  /** Writes the object again; null where nothing can. */
  readonly mend: (() => Promise<void>) | null
}

/** The faults of a snapshot: it must name the objects of its version, and have the rows that it states. */
async function faultsOfSnapshot(store: ObjectStore, { files, sequence }: VersionManifest, table: BundledTable) {
  const sizes = new Map(files.map(({ sha256, bytes }) => [addressOf(store, contentKey(sha256)), bytes]))
  const { metadata, entries } = await readBundled(table)
  const faults = entries
    .filter(({ data_file }) => sizes.get(data_file.file_path) !== data_file.file_size_in_bytes)
    .map(({ data_file }) => `names ${data_file.file_path}, which is no object of sequence ${sequence}`)
  const rows = entries.reduce((sum, { data_file }) => sum + data_file.record_count, 0)
  const total = metadata.snapshots.at(-1)?.summary['total-records']
  if (String(rows) !== total) faults.push(`has files of ${rows} rows, and its summary says ${total}`)
  return faults
}

/** Checks the tables of a store: every file of every version that is kept, and which version is current. */
export async function verifyBucketTables(
  store: ObjectStore,
): Promise<{ readonly tables: number; readonly faults: readonly TableFault[] }> {
  const sequences = await listSequences(store)
  const kept = new Set(sequences)
  const there = await listTables(store)
  const faults: TableFault[] = []
  const expected = new Map<string, Buffer>()
  /** The manifest list of each snapshot, by dataset and sequence. */
  const lists = new Map<string, string>()
  let tables = 0
  for (const sequence of sequences) {
    const isNewest = sequence === sequences.at(-1)
    // Damaged manifests and bundles are among the faults of the objects.
    const manifest = await readManifest(store, sequence).catch(nullIfDamaged)
    const bundle = manifest && (await readTables(store, manifest).catch(nullIfDamaged))
    if (!bundle) continue
    if (!areOf(store, bundle)) {
      const what = `the tables of sequence ${sequence} are those of another store: "formosa objects publish" writes them anew`
      if (isNewest) faults.push({ what, mend: null })
      continue
    }
    if (isNewest) tables = bundle.size
    for (const [name, table] of bundle) {
      const key = placedMetadataKey(name, sequence)
      const report = (what: string) => faults.push({ what: `${key} ${what}`, mend: null })
      if (isNewest || there.has(key)) expected.set(key, placedBody(table.metadata, kept))
      if (isNewest) expected.set(placedHintKey(name), Buffer.from(String(sequence)))
      for (const [address, body] of table.files) expected.set(keyOf(store, address), body)
      for (const fault of await faultsOfSnapshot(store, manifest, table).catch((error: Error) => [error.message]))
        report(fault)
      for (const { 'snapshot-id': number, 'manifest-list': list } of table.metadata.snapshots) {
        if (number === sequence) lists.set(`${name} ${number}`, list)
        else if (kept.has(number) && lists.get(`${name} ${number}`) !== list)
          report(`has a snapshot ${number} that is not of sequence ${number}`)
      }
    }
  }
  await inTurns([...expected], tablesAtOnce, async ([key, body]) => {
    const found = await store.get(key)
    if (found?.equals(body)) return
    const what = found ? 'is not as its version has it' : 'is missing'
    faults.push({ what: `${key} ${what}`, mend: async () => void (await store.put(key, body)) })
  })
  return { tables, faults }
}

const nullIfDamaged = (error: unknown): null => {
  if (error instanceof DamagedError) return null
  throw error
}
