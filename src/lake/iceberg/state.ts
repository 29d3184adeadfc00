import { decodeManifest, decodeManifestList } from './avro.ts'
import { type ManifestEntry, type ManifestFile, status, type TableMetadata } from './metadata.ts'

/** Reads a file of a table by its address. */
export type Read = (address: string) => Promise<Buffer>

/** An entry of a file that is in the table, with the values that it inherits from its manifest. */
type LiveEntry = ManifestEntry & { readonly snapshot_id: number; readonly sequence_number: number }

/** A table as its current snapshot has it. */
export type TableState = {
  readonly metadata: TableMetadata
  readonly manifests: readonly ManifestFile[]
  readonly entries: readonly LiveEntry[]
}

/** Reads a snapshot of a table; the current one unless another is given. */
export async function readState(
  metadata: TableMetadata,
  read: Read,
  number = metadata['current-snapshot-id'],
): Promise<TableState> {
  const snapshot = metadata.snapshots.find((one) => one['snapshot-id'] === number)
  if (!snapshot) throw new Error(`there is no snapshot ${number}`)
  const { records: manifests } = await decodeManifestList(await read(snapshot['manifest-list']))
  const entries: LiveEntry[] = []
  for (const line of manifests) {
    const bytes = await read(line.manifest_path)
    if (bytes.length !== line.manifest_length) throw new Error(`${line.manifest_path} has ${bytes.length} bytes`)
    for (const entry of (await decodeManifest(bytes)).records)
      if (entry.status !== status.deleted)
        entries.push({
          ...entry,
          snapshot_id: entry.snapshot_id ?? line.added_snapshot_id,
          sequence_number: entry.sequence_number ?? line.sequence_number,
          file_sequence_number: entry.file_sequence_number ?? line.sequence_number,
        })
  }
  return { metadata, manifests, entries }
}
