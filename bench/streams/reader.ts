import { type Agent, get } from 'node:http'

export type Answer = { readonly bytes: number; readonly next: string | null; readonly text: string }

/** Reads a response to its end, at most so many bytes a second; the text only where it is asked for. */
export const read = (
  url: string,
  key: string,
  agent: Agent,
  keepText = false,
  bytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (answer) => {
      let bytes = 0
      const begun = performance.now()
      const kept: Buffer[] = []
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (keepText) kept.push(chunk)
        const early = (1_000 * bytes) / bytesPerSecond - (performance.now() - begun)
        if (early < 1) return
        answer.pause()
        setTimeout(() => answer.resume(), early)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`))
        resolve({
          bytes,
          next: (answer.headers['x-next-cursor'] as string) ?? null,
          text: Buffer.concat(kept).toString(),
        })
      })
    }).on('error', reject)
  })
