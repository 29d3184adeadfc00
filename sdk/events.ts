import { ApiError, ConnectionError, type FormosaError } from './errors.ts'
import type { EventData } from './eventTypes.ts'
import type { CallOptions } from './query.ts'
import { delayBefore, type RetryOptions, retriedStatuses, wait } from './retry.ts'
import type { RetryEvent, Transport } from './transport.ts'
import type { ServiceEvent } from './types.ts'

/** The blocks of a stream of events, each as its fields; one that was cut is left out. */
async function* blocksOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Readonly<Record<string, string>>, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of chunks) {
    const blocks = (text + decoder.decode(bytes, { stream: true })).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const lines = block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
      yield Object.fromEntries(lines)
    }
  }
}

type Options = Pick<CallOptions, 'signal' | 'onWarning'> & {
  readonly query: URLSearchParams
  readonly retry: RetryOptions
  readonly onRetry: (event: RetryEvent) => void
}

/** Events as they happen. Once a stream has begun, it is opened again from the last id for as long as that may work. */
export async function* readEvents<T extends keyof EventData>(
  transport: Transport,
  { query, signal, onWarning, retry, onRetry }: Options,
): AsyncGenerator<ServiceEvent<T>, void, undefined> {
  let retrySeconds: number | null = null
  let [lastId, failures, hasBegun] = ['', 0, false]
  while (!signal?.aborted)
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) }
      const path = '/v1/events'
      const { chunks, context } = await transport.send({ path, query, headers, signal, onWarning, isStream: true })
      hasBegun = true
      for await (const { id, retry: ms, data } of blocksOf(chunks)) {
        if (ms !== undefined) retrySeconds = Number(ms) / 1_000
        if (id !== undefined) lastId = id
        failures = 0
        if (data !== undefined) yield JSON.parse(data) as ServiceEvent<T>
        if (signal?.aborted) return
      }
      throw new ConnectionError(`The stream of events ended. [GET ${context.url}]`, context)
    } catch (error) {
      if (signal?.aborted) return
      const mayWork = error instanceof ConnectionError || retriedStatuses.has((error as ApiError).status)
      if (!hasBegun || !mayWork) throw error
      const asked = error instanceof ApiError ? error.retryAfterSeconds : null
      const delayMs = delayBefore(++failures, asked ?? retrySeconds, retry)
      onRetry({ attempt: failures, delayMs, error: error as FormosaError })
      await wait(delayMs, signal).catch(() => {})
    }
}
