import { Agent } from 'node:http'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { datasetName } from '../pages/cases.ts'
import { type Answer, read } from './reader.ts'

/** Readers of a whole dataset, in a thread of their own: what they do with the rows does not delay the people measured. */

export const kinds = ['json', 'csv', 'ndjson', 'arrow', 'bulk'] as const
export type Kind = (typeof kinds)[number]
export type StreamOptions = {
  readonly url: string
  readonly kind: Kind
  readonly keys: readonly string[]
  readonly seconds: number
  /** What the line of a reader carries. */
  readonly bytesPerSecond: number
}

/** Reads the dataset again and again until the time is over; returns the bytes. */
async function stream(
  { url, kind, bytesPerSecond }: StreamOptions,
  key: string,
  isOver: () => boolean,
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  let bytes = 0
  while (!isOver()) {
    if (kind === 'bulk') {
      const list = JSON.parse((await read(`${url}/v1/bulk/${datasetName}`, key, agent, true)).text)
      for (const { url: file } of list.files)
        if (!isOver()) bytes += (await read(url + file, key, agent, false, bytesPerSecond)).bytes
      continue
    }
    let path: string | null = `/v1/data/${datasetName}?limit=10000&format=${kind}`
    while (path !== null && !isOver()) {
      const page: Answer = await read(url + path, key, agent, kind === 'json', bytesPerSecond)
      bytes += page.bytes
      const cursor: string | null = kind === 'json' ? JSON.parse(page.text).cursor : page.next
      path = cursor === null ? null : `/v1/data/${datasetName}?cursor=${cursor}`
    }
  }
  agent.destroy()
  return bytes
}

if (parentPort) {
  const options = workerData as StreamOptions
  // Such readers sit at other machines: here they take the time that the service and the people leave.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  const until = performance.now() + options.seconds * 1_000
  const sizes = await Promise.all(options.keys.map((key) => stream(options, key, () => performance.now() > until)))
  parentPort.postMessage(sizes.reduce((sum, size) => sum + size, 0))
}
