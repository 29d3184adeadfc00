import { type Agent, get } from 'node:http'

export type StreamResponse = {
  readonly bytes: number
  readonly next: string | null
  /** The end of the body. */
  readonly tail: string
}

/** A cursor of JSON stands in the last bytes of a body; the list of a dataset's files is shorter than that. */
const tailBytes = 16 << 10

/** Reads a response to its end, at most so many bytes a second. */
export const read = (
  url: string,
  key: string,
  agent: Agent,
  bytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<StreamResponse> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
      let bytes = 0
      const begun = performance.now()
      let kept: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        kept = chunk.length >= tailBytes ? [chunk] : [...kept, chunk].slice(-64)
        const early = (1_000 * bytes) / bytesPerSecond - (performance.now() - begun)
        if (early < 1) return
        response.pause()
        setTimeout(() => response.resume(), early)
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`))
        const next = (response.headers['x-next-cursor'] as string) ?? null
        resolve({ bytes, next, tail: Buffer.concat(kept).toString() })
      })
    }).on('error', reject)
  })
