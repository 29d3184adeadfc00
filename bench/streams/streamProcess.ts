import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { datasetName } from '../pages/cases.ts'
import { read, type StreamResponse } from './reader.ts'

/** Readers of a whole dataset, or of small pages, in a process of their own (`startReaders`), which ends with the one that started it. */

export const kinds = ['small', 'json', 'csv', 'ndjson', 'arrow', 'bulk'] as const
export type Kind = (typeof kinds)[number]
export type StreamOptions = {
  readonly url: string
  readonly kind: Kind
  readonly keys: readonly string[]
  readonly seconds: number
  /** What the line of a reader carries; null where it takes all that it gets. */
  readonly bytesPerSecond: number | null
}

/** Reads the dataset again and again until the time is over; returns the bytes. */
async function stream(
  { url, kind, bytesPerSecond }: StreamOptions,
  key: string,
  isOver: () => boolean,
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const rate = bytesPerSecond ?? Number.POSITIVE_INFINITY
  let bytes = 0
  while (!isOver()) {
    if (kind === 'small') {
      bytes += (await read(`${url}/v1/data/${datasetName}?stock_id=2330&limit=5`, key, agent, rate)).bytes
      await sleep(1)
      continue
    }
    if (kind === 'bulk') {
      const list = JSON.parse((await read(`${url}/v1/bulk/${datasetName}`, key, agent)).tail)
      for (const { url: file } of list.files) if (!isOver()) bytes += (await read(url + file, key, agent, rate)).bytes
      continue
    }
    let path: string | null = `/v1/data/${datasetName}?limit=10000&format=${kind}`
    while (path !== null && !isOver()) {
      const page: StreamResponse = await read(url + path, key, agent, rate)
      bytes += page.bytes
      // What a reader does with the rows is done at its machine, not here.
      const cursor = kind === 'json' ? (/"cursor":"([\w.-]+)"\}$/.exec(page.tail)?.[1] ?? null) : page.next
      path = cursor === null ? null : `/v1/data/${datasetName}?cursor=${cursor}`
    }
  }
  agent.destroy()
  return bytes
}

process.on('message', async (options: StreamOptions) => {
  const until = performance.now() + options.seconds * 1_000
  const sizes = await Promise.all(options.keys.map((key) => stream(options, key, () => performance.now() > until)))
  process.send!(sizes.reduce((sum, size) => sum + size, 0))
})
process.on('disconnect', () => process.exit())
