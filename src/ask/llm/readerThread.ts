import { parentPort } from 'node:worker_threads'
import { type Provider, type Read, readReply } from './reply.ts'

/** Reads what a model's server answered, in a thread that may be ended at any moment. */

export type ToReader = { readonly id: number; readonly provider: Provider; readonly body: Uint8Array }
export type FromReader = { readonly id: number; readonly read: Read }

parentPort!.on('message', ({ id, provider, body }: ToReader) => {
  parentPort!.postMessage({ id, read: readReply(provider, Buffer.from(body).toString()) } satisfies FromReader)
})
