import { constants, setPriority } from 'node:os'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { encodePage } from './encode.ts'
import { type EncodingSlots, releaseSlot, takeSlot } from './encodingSlots.ts'
import type { PageToEncode } from './page.ts'

/** Encodes pages beside a serving thread, which a long one would hold up. */

export type ToEncoder = { readonly id: number; readonly page: PageToEncode }
export type FromEncoder = {
  readonly id: number
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly message?: string
}

// Where all cores are busy, the serving threads go first. On Linux this is the priority of this thread alone.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const slots = workerData as EncodingSlots
/** Shorter pages take a few milliseconds and need no slot. */
const longBytes = 128 << 10

async function encode(page: PageToEncode): Promise<Uint8Array> {
  if (page.rows.length < longBytes) return encodePage(page)
  takeSlot(slots, threadId)
  try {
    return await encodePage(page)
  } finally {
    releaseSlot(slots, threadId)
  }
}

parentPort!.on('message', async ({ id, page }: ToEncoder) => {
  try {
    const encoded = await encode(page)
    // A small result may lie in memory that Node shares among buffers, which cannot be handed over.
    const bytes = (
      encoded.buffer.byteLength > 2 * encoded.byteLength ? new Uint8Array(encoded) : encoded
    ) as Uint8Array<ArrayBuffer>
    parentPort!.postMessage({ id, bytes } satisfies FromEncoder, [bytes.buffer])
    // Frees the rows now: left to the collector, those of many pages would pile up.
    if (!page.rows.buffer.detached) page.rows.buffer.transfer(0)
  } catch (error) {
    parentPort!.postMessage({ id, message: (error as Error).message } satisfies FromEncoder)
  }
})
