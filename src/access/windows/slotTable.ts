import { randomFillSync } from 'node:crypto'
import { lock, unlock } from './spinLock.ts'
import { hashText } from './textHash.ts'
import { WindowsFull } from './windows.ts'

/*
 * Shared memory, in 32-bit words: a head, the keys of all slots (two words each, close together, since they are what is
 * searched), the slots. A slot is never empty again once it had a key, but another key may take it over.
 */
const head = { magic: 0, slots: 1, seed: 2, tags: 4, inserting: 5, owner: 16, words: 64 }
const magic = 0x464d5357
const slotWords = 64
/** The most slots a key may be away from its place; bounds the search. */
const reach = 256
const twoTo32 = 2 ** 32

export function createTable(slots: number): SharedArrayBuffer {
  if (!(Number.isInteger(Math.log2(slots)) && slots >= 1 && slots <= 2 ** 24))
    throw new RangeError(`the slots must be a power of two up to ${2 ** 24}, not ${slots}`)
  const buffer = new SharedArrayBuffer((head.words + slots * (2 + slotWords)) * 4)
  const words = new Int32Array(buffer)
  words.set(randomFillSync(new Int32Array(2)), head.seed)
  words[head.slots] = slots
  words[head.magic] = magic
  return buffer
}

export function openTable(buffer: SharedArrayBuffer) {
  const all = new Int32Array(buffer)
  if (all[head.magic] !== magic) throw new TypeError('this memory holds no windows')
  const slots = all[head.slots]!
  const keys = all.subarray(head.words, head.words + 2 * slots)
  const words = all.subarray(head.words + 2 * slots)
  const [seed0, seed1] = [all[head.seed]!, all[head.seed + 1]!]
  const mask = slots - 1
  const steps = Math.min(reach, slots)
  // Every holding of a lock has a unique token: the number of the opener and a counter.
  const tag = ((Atomics.add(all, head.tags, 1) & 0x3ff) + 1) << 20
  let turn = 0
  let token = 0
  let insertion = 0
  const nextToken = () => {
    turn = (turn + 1) & 0xfffff
    return tag | turn
  }
  const hash = new Int32Array(2)
  let low = 0
  let high = 0
  let home = 0

  /** Numbers are stored as they are, with a positive upper word; texts as hashes, with a negative one; 0 is no key. */
  function aim(key: string | number): void {
    if (typeof key === 'string') {
      hashText(key, seed0, seed1, hash)
      low = hash[0]!
      high = hash[1]! | 0x80000000
      home = low & mask
      return
    }
    if (!(Number.isSafeInteger(key) && key >= 0)) throw new TypeError(`${key} cannot be a key`)
    low = key | 0
    high = Math.floor(key / twoTo32) + 1
    let mixed = Math.imul(low ^ seed0, 0x9e3779b1) ^ high
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
    home = (mixed ^ (mixed >>> 13)) & mask
  }

  function hold(slot: number): void {
    token = nextToken()
    lock(words, slot, token)
  }
  const release = (slot: number) => unlock(words, slot, token)

  function seek(): number {
    for (let i = 0, n = home; i < steps; i++, n = (n + 1) & mask) {
      const there = keys[2 * n + 1]!
      if (there === 0) return -1
      if (there !== high || keys[2 * n] !== low) continue
      const slot = n * slotWords
      hold(slot)
      if (keys[2 * n + 1] === high && keys[2 * n] === low) return slot
      // Another key has taken it over meanwhile.
      release(slot)
      return -1
    }
    return -1
  }

  /** Only inserts change keys, so that after a second look no key can have two slots. */
  function insert(isFree: (slot: number) => boolean): number {
    const found = seek()
    if (found >= 0) return found
    for (let i = 0, n = home; i < steps; i++, n = (n + 1) & mask) {
      const slot = n * slotWords
      if (keys[2 * n + 1] !== 0 && !isFree(slot)) continue
      hold(slot)
      if (keys[2 * n + 1] === 0 || isFree(slot)) {
        words.fill(0, slot + 1, slot + slotWords)
        keys[2 * n] = low
        keys[2 * n + 1] = high
        return slot
      }
      release(slot)
    }
    return -1
  }

  return {
    /** The words of all slots; a slot begins with its lock. */
    words,
    /** Words in the head for the owner of the slots' content. */
    owner: all.subarray(head.owner, head.words),
    /** Finds the slot of a key and locks it; -1 if there is none. */
    find(key: string | number): number {
      aim(key)
      return seek()
    },
    /** The same for a key that may be new: it takes over a slot for which `isFree` is true. */
    claim(key: string | number, isFree: (slot: number) => boolean): number {
      aim(key)
      insertion = nextToken()
      lock(all, head.inserting, insertion)
      const slot = insert(isFree)
      unlock(all, head.inserting, insertion)
      if (slot < 0) throw new WindowsFull('every slot for this key is in use')
      return slot
    },
    release,
    /** Locks the slots of keys that are numbers, one after the other. */
    each(visit: (key: number, slot: number) => void): void {
      for (let n = 0; n < slots; n++) {
        if (keys[2 * n + 1]! <= 0) continue
        const slot = n * slotWords
        hold(slot)
        const upper = keys[2 * n + 1]!
        if (upper > 0) visit((upper - 1) * twoTo32 + (keys[2 * n]! >>> 0), slot)
        release(slot)
      }
    },
    /** Forgets every key; for a table that nobody else uses yet. */
    clear: () => void keys.fill(0),
    isUnused: () => keys.every((word) => word === 0),
  }
}
