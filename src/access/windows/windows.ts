/** A window is this many buckets: the current one and the 59 before it. */
export const bucketCount = 60

export type Taken = {
  /** False: the call is refused and was not counted. */
  readonly isAllowed: boolean
  /** Calls in the window, this one included if it was counted. */
  readonly used: number
  /** Seconds until the oldest bucket with a call leaves the window, 1 to the window's length; 0 for an empty window. */
  readonly resetSeconds: number
}

/** The calls of one bucket; `start` is its first millisecond. */
export type Bucket = { readonly start: number; readonly calls: number }

/** Counts calls by key in windows that slide by a bucket. */
export type Windows = {
  /**
   * Counts a call if fewer than `limit` stand in the key's window; refused calls are never counted. Without `counts`
   * nothing changes and `isAllowed` says whether a call would be counted.
   */
  readonly take: (key: string | number, limit: number, counts: boolean) => Taken | Promise<Taken>
  /** Takes back the newest counted call of the key. */
  readonly giveBack: (key: string | number) => void | Promise<void>
  /** The buckets of the key's window, oldest first. */
  readonly buckets: (key: string | number) => readonly Bucket[] | Promise<readonly Bucket[]>
}

/** Every slot the key could use belongs to a window in use. */
export class WindowsFull extends Error {
  override name = 'WindowsFull'
}

/** The counter is unreachable; the message says why. */
export class CounterDown extends Error {
  override name = 'CounterDown'
}

/** Whole seconds until a bucket leaves the window. */
export const waitSeconds = (ms: number, bucketMs: number): number =>
  Math.ceil(Math.min(ms, bucketCount * bucketMs) / 1_000)

/**
 * The window of a key at a bucket, from calls by bucket. Another thread may have counted in the next one already.
 * `shiftMs` is by how much the windows' clock is ahead of the time of day, which the buckets are told in.
 */
export function windowAt(
  calls: ReadonlyMap<number, number>,
  bucket: number,
  bucketMs: number,
  shiftMs: number,
): readonly Bucket[] {
  const first = Math.max(bucket, ...calls.keys()) - bucketCount + 1
  return Array.from({ length: bucketCount }, (_, i) => ({
    start: (first + i) * bucketMs - shiftMs,
    calls: calls.get(first + i) ?? 0,
  }))
}

/**
 * When calls become free if none is made meanwhile: the seconds until the requested number is free at once, null if the
 * limit is lower; and the steps, how many calls are free after how many seconds, from now until the whole limit is.
 */
export function planFor(buckets: readonly Bucket[], limit: number, calls: number, now: number) {
  const bucketMs = buckets[1]!.start - buckets[0]!.start
  let used = buckets.reduce((total, bucket) => total + bucket.calls, 0)
  const steps = [{ seconds: 0, free: Math.max(0, limit - used) }]
  for (const bucket of buckets) {
    used -= bucket.calls
    const free = Math.max(0, limit - used)
    const waitMs = bucket.start + bucketCount * bucketMs - now
    if (free > steps.at(-1)!.free) steps.push({ seconds: waitSeconds(waitMs, bucketMs), free })
  }
  return { seconds: steps.find(({ free }) => free >= calls)?.seconds ?? null, steps }
}
