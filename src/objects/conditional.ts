import { randomUUID } from 'node:crypto'
import { OperatorError } from '../errors.ts'
import type { ObjectStore } from './store.ts'

const probePrefix = 'probe/'

const [first, second] = [Buffer.from('first'), Buffer.from('second')]
/** Probes before the answers of a store count as faults; bytes of an answer may be wrong on their way. */
const mostProbes = 3

/** Whether a second conditional write left the object as it was; null where the store answers with neither content. */
async function keepsFirst(store: ObjectStore): Promise<boolean | null> {
  const key = `${probePrefix}${randomUUID()}`
  try {
    await store.put(key, first, { ifAbsent: true })
    if ((await store.put(key, second, { ifAbsent: true })) !== 'exists') return false
    const found = await store.get(key)
    if (found?.equals(first)) return true
    return found?.equals(second) ? false : null
  } finally {
    await store.remove([key])
  }
}

/**
 * Throws where the store overwrites an object although the write asks it not to: two writers could then replace each
 * other's version. Stores that do not know the condition mostly ignore it.
 */
export async function assertConditionalWrites(store: ObjectStore): Promise<void> {
  for (let n = 1; n <= mostProbes; n++) {
    const isKept = await keepsFirst(store)
    if (isKept) return
    if (isKept === false)
      throw new OperatorError(
        `${store.name} does not support conditional writes (If-None-Match: *), without which two writers could replace each other's versions. Nothing was published: use a store that supports them, such as Amazon S3, Cloudflare R2, MinIO or Ceph.`,
      )
  }
  throw new OperatorError(`${store.name} does not return the objects that were written to it. Nothing was published.`)
}
