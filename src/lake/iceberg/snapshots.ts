import type { Snapshot, TableMetadata } from './metadata.ts'

/** The parts of a table's metadata that list its snapshots. Every snapshot is also a tag: the name of its version. */
export const listSnapshots = (
  snapshots: readonly Snapshot[],
  current: number,
): Pick<TableMetadata, 'current-snapshot-id' | 'snapshots' | 'snapshot-log' | 'refs'> => ({
  'current-snapshot-id': current,
  snapshots,
  'snapshot-log': snapshots.map((one) => ({
    'timestamp-ms': one['timestamp-ms'],
    'snapshot-id': one['snapshot-id'],
  })),
  refs: {
    main: { 'snapshot-id': current, type: 'branch' },
    ...Object.fromEntries(
      snapshots.map((one) => [
        one.summary['formosa.version']!,
        { 'snapshot-id': one['snapshot-id'], type: 'tag' as const },
      ]),
    ),
  },
})

/** The table without the snapshots of versions that are gone; the current one stays. */
export function expireSnapshots(metadata: TableMetadata, isKept: (number: number) => boolean): TableMetadata {
  const current = metadata['current-snapshot-id']
  const stay = metadata.snapshots.filter((one) => one['snapshot-id'] === current || isKept(one['snapshot-id']))
  return { ...metadata, ...listSnapshots(stay, current) }
}
