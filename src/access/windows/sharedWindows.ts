import { createTable, openTable } from './slotTable.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { type Bucket, bucketCount, type Taken, waitSeconds, windowAt } from './windows.ts'

/**
 * Words of a slot after its lock: the bucket of its newest call, all calls in the window and the bucket of the first as
 * they were then, so that most calls need not be added up, and the calls by bucket modulo 60.
 */
const newestWord = 1
const usedWord = 2
const oldestWord = 3
const callsWord = 4
/**
 * Words of the head that are ours: how often something changed, the length of a bucket, the bucket numbered 0, by how
 * many milliseconds the clock of the windows is ahead of the time of day, and the latest time on it.
 */
const generationWord = 0
const bucketMsWord = 1
const baseWord = 2
const shiftWord = 4
const latestWord = 6
/** Buckets are numbered from this long before the table was made: positive, and good for years both ways. */
const before = 2 ** 30
const beyond = 2 ** 31

export type SharedWindows = ReturnType<typeof openShared>

type SharedOptions = { readonly slots?: number; readonly bucketMs: number; readonly now: () => Date }

/** Allocates memory for windows; every thread opens it with `openShared`. */
export function createShared({ slots = 2 ** 18, bucketMs, now }: SharedOptions): SharedArrayBuffer {
  if (!(Number.isInteger(bucketMs) && bucketMs >= 1 && bucketMs < beyond))
    throw new RangeError(`a bucket cannot last ${bucketMs} ms`)
  const buffer = createTable(slots)
  const { owner } = openTable(buffer)
  owner[bucketMsWord] = bucketMs
  new DataView(buffer, owner.byteOffset).setFloat64(baseWord * 4, Math.floor(now().getTime() / bucketMs) - before)
  return buffer
}

/**
 * A clock in milliseconds, shared by all threads, that never goes back: it stands where the time of day was set back,
 * and goes on from there. So a call leaves its window an hour later, whatever happens to the time of day.
 */
function createWindowClock(buffer: SharedArrayBuffer, owner: Int32Array, now: () => Date) {
  const shifts = new BigInt64Array(buffer, owner.byteOffset + shiftWord * 4, 1)
  const latest = new BigInt64Array(buffer, owner.byteOffset + latestWord * 4, 1)
  /** The time of day when this thread looked last, and what the clock showed then. */
  let seen = Number.NaN
  let shown = 0
  /** The lower word of the shift then; every correction changes it. */
  let shownShift = 0
  const timeNow = (): number => {
    // Most calls come within the same millisecond as another.
    const time = now().getTime()
    if (time === seen && owner[shiftWord] === shownShift) return shown
    for (;;) {
      // Read before the clock: the time another thread saw is then earlier, unless the clock was set back.
      const shift = Atomics.load(shifts, 0)
      const last = Number(Atomics.load(latest, 0))
      const ms = now().getTime() + Number(shift)
      if (ms >= last) {
        if (ms > last) Atomics.store(latest, 0, BigInt(ms))
        seen = ms - Number(shift)
        shown = ms
        shownShift = Number(BigInt.asIntN(32, shift))
        return ms
      }
      if (Atomics.compareExchange(shifts, 0, shift, shift + BigInt(last - ms)) === shift)
        Atomics.add(owner, generationWord, 1)
    }
  }
  return { timeNow, shiftMs: () => Number(Atomics.load(shifts, 0)) }
}

/** The number of a bucket, as a 32-bit integer. */
function numberFrom(base: number, bucket: number): number {
  const number = bucket - base
  if (!(number > 0 && number < beyond)) throw new RangeError('the clock is too far from where it was at the start')
  return number | 0
}

/** The calls of a slot by bucket. */
function callsIn(words: Int32Array, slot: number, base: number): Map<number, number> {
  const newest = words[slot + newestWord]!
  const calls = new Map<number, number>()
  for (let bucket = newest - bucketCount + 1; bucket <= newest; bucket++) {
    const many = bucket > 0 ? words[slot + callsWord + (bucket % bucketCount)]! : 0
    if (many > 0) calls.set(bucket + base, many)
  }
  return calls
}

/** Takes the newest call of a key back; the sum of its window is made anew with the next look. */
function giveBack({ words, owner, find, release }: ReturnType<typeof openTable>, key: string | number): void {
  const slot = find(key)
  if (slot < 0) return
  const newest = words[slot + newestWord]!
  for (let bucket = newest; bucket > newest - bucketCount; bucket--) {
    const word = slot + callsWord + (bucket % bucketCount)
    if (words[word] === 0) continue
    words[word]!--
    break
  }
  words[slot + oldestWord] = 0
  Atomics.add(owner, generationWord, 1)
  release(slot)
}

export function openShared(buffer: SharedArrayBuffer, now: () => Date) {
  const table = openTable(buffer)
  const { words, owner } = table
  const bucketMs = owner[bucketMsWord]!
  const base = new DataView(buffer, owner.byteOffset).getFloat64(baseWord * 4)
  const numberOf = (bucket: number) => numberFrom(base, bucket)
  const { timeNow, shiftMs } = createWindowClock(buffer, owner, now)
  let current = 0
  const isFree = (slot: number) => words[slot + newestWord]! <= current - bucketCount
  /** Results of `look`: the calls in the window and the bucket of the first. */
  let used = 0
  let oldest = 0

  function look(slot: number): void {
    const newest = words[slot + newestWord]!
    const from = Math.max(newest, current) - bucketCount + 1
    used = words[slot + usedWord]!
    oldest = words[slot + oldestWord]!
    if (oldest < from) addUp(slot, from, newest)
  }

  function addUp(slot: number, from: number, newest: number): void {
    used = 0
    oldest = 0
    for (let bucket = from, i = from % bucketCount; bucket <= newest; bucket++) {
      const calls = words[slot + callsWord + i]!
      if (calls > 0 && used === 0) oldest = bucket
      used += calls
      if (++i === bucketCount) i = 0
    }
  }

  /** Makes the window end with the current bucket and adds a call. */
  function count(slot: number): void {
    const newest = words[slot + newestWord]!
    const first = slot + callsWord
    let last = newest
    if (current > newest) {
      if (current - newest >= bucketCount) words.fill(0, first, first + bucketCount)
      else for (let bucket = newest + 1; bucket <= current; bucket++) words[first + (bucket % bucketCount)] = 0
      last = current
    }
    if (used === 0) oldest = last
    used++
    words[slot + newestWord] = last
    words[slot + oldestWord] = oldest
    // Before the bucket: a thread that dies in between has not answered yet, and the next sum corrects it.
    words[slot + usedWord] = used
    words[first + (last % bucketCount)]!++
    Atomics.add(owner, generationWord, 1)
  }

  return {
    take(key: string | number, limit: number, counts: boolean): Taken {
      const ms = timeNow()
      current = numberOf(Math.floor(ms / bucketMs))
      let slot = table.find(key)
      if (slot < 0) {
        if (!counts || !(limit > 0)) return { isAllowed: limit > 0, used: 0, resetSeconds: 0 }
        slot = table.claim(key, isFree)
      }
      // From here to the release nothing can throw.
      look(slot)
      const isAllowed = used < limit
      if (isAllowed && counts) count(slot)
      table.release(slot)
      const resetSeconds = used === 0 ? 0 : waitSeconds((oldest + base + bucketCount) * bucketMs - ms, bucketMs)
      return { isAllowed, used, resetSeconds }
    },
    giveBack: (key: string | number): void => giveBack(table, key),
    buckets(key: string | number): readonly Bucket[] {
      const bucket = Math.floor(timeNow() / bucketMs)
      const shift = shiftMs()
      const slot = table.find(key)
      if (slot < 0) return windowAt(new Map(), bucket, bucketMs, shift)
      const calls = callsIn(words, slot, base)
      table.release(slot)
      return windowAt(calls, bucket, bucketMs, shift)
    },
    /** Changes after every counted call. */
    generation: () => Atomics.load(owner, generationWord),
    /** Reads the clock, to notice early that it was set back. */
    tick: () => void timeNow(),
    snapshot(): Snapshot {
      const gone = Math.floor(timeNow() / bucketMs) - bucketCount
      // Rounded so that no call leaves its window early after a restart.
      const shift = Math.floor(shiftMs() / bucketMs)
      const windows: { key: number; calls: [number, number][] }[] = []
      table.each((key, slot) => {
        const within = [...callsIn(words, slot, base)].filter(([bucket]) => bucket > gone)
        const calls = within.map(([bucket, many]): [number, number] => [bucket - shift, many])
        if (calls.length > 0) windows.push({ key, calls })
      })
      return { bucketMs, windows }
    },
    /** Restores a snapshot into an unused table; throws and changes nothing where the data is invalid. */
    restore(data: unknown): void {
      const { windows } = readSnapshot(data, bucketMs)
      if (!table.isUnused()) throw new Error('windows can only be restored before any call is counted')
      current = numberOf(Math.floor(timeNow() / bucketMs))
      try {
        for (const { key, calls } of windows) {
          // The clock may have been set back meanwhile: calls in the future count as made now.
          const kept = calls
            .map(([bucket, many]) => [Math.min(numberOf(bucket), current) + base, many] as const)
            .filter(([bucket]) => bucket > current + base - bucketCount)
          if (kept.length === 0) continue
          const number = numberOf(Math.max(...kept.map(([bucket]) => bucket)))
          const slot = table.claim(key, isFree)
          words[slot + newestWord] = number
          for (const [bucket, many] of kept) words[slot + callsWord + (numberOf(bucket) % bucketCount)]! += many
          table.release(slot)
        }
      } catch (error) {
        table.clear()
        throw error
      }
    },
  }
}
