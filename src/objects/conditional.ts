import { randomUUID } from 'node:crypto'
import { OperatorError } from '../errors.ts'
import type { ObjectStore } from './store.ts'

const probePrefix = 'probe/'

/**
 * Throws where the store overwrites an object although the write asks it not to: two writers could then replace each
 * other's version. Stores that do not know the condition mostly ignore it.
 */
export async function assertConditionalWrites(store: ObjectStore): Promise<void> {
  const key = `${probePrefix}${randomUUID()}`
  const first = Buffer.from('first')
  try {
    await store.put(key, first, { ifAbsent: true })
    const outcome = await store.put(key, Buffer.from('second'), { ifAbsent: true })
    if (outcome === 'exists' && (await store.get(key))?.equals(first)) return
    throw new OperatorError(
      `${store.name} does not support conditional writes (If-None-Match: *), without which two writers could replace each other's versions. Nothing was published: use a store that supports them, such as Amazon S3, Cloudflare R2, MinIO or Ceph.`,
    )
  } finally {
    await store.remove([key])
  }
}
