/** The windows in use as data; text keys are left out, since only their hashes are known. */
export type Snapshot = {
  readonly bucketMs: number
  readonly windows: readonly { readonly key: number; readonly calls: readonly (readonly [number, number])[] }[]
}

/** The highest count of a bucket. */
const most = 2 ** 31 - 1

/** Validates the data of a snapshot file. */
export function readSnapshot(data: unknown, bucketMs: number): Snapshot {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  const refuse = (why: string): never => {
    throw new TypeError(`these windows cannot be restored: ${why}`)
  }
  const { bucketMs: theirs, windows } = (data ?? {}) as Partial<Snapshot>
  if (theirs !== bucketMs) refuse(`their buckets last ${theirs} ms, not ${bucketMs}`)
  if (!Array.isArray(windows)) return refuse('there is no list of them')
  const keys = new Set<unknown>()
  for (const window of windows) {
    const { key, calls } = (window ?? {}) as Partial<Snapshot['windows'][number]>
    if (!isCount(key) || keys.has(key)) refuse(`${key} is no key or stands there twice`)
    keys.add(key)
    if (!Array.isArray(calls) || calls.length === 0) return refuse(`${key} has no calls`)
    const buckets = new Set<unknown>()
    for (const entry of calls) {
      const [bucket, many] = Array.isArray(entry) ? (entry as unknown[]) : []
      if (!isCount(bucket) || buckets.has(bucket) || !isCount(many) || many === 0 || many > most)
        refuse(`the calls of ${key} are not pairs of bucket and number`)
      buckets.add(bucket)
    }
  }
  return data as Snapshot
}
