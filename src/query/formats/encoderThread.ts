import { parentPort } from 'node:worker_threads'
import { encodePage } from './encode.ts'
import type { PageToEncode } from './page.ts'

/** Encodes pages beside a serving thread, which a long one would hold up. */

export type ToEncoder = { readonly id: number; readonly page: PageToEncode }
export type FromEncoder = {
  readonly id: number
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly message?: string
}

parentPort!.on('message', async ({ id, page }: ToEncoder) => {
  try {
    const bytes = new Uint8Array(await encodePage(page))
    parentPort!.postMessage({ id, bytes } satisfies FromEncoder, [bytes.buffer])
  } catch (error) {
    parentPort!.postMessage({ id, message: (error as Error).message } satisfies FromEncoder)
  }
})
