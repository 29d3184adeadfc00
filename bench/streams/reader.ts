import { type Agent, get } from 'node:http'

export type Answer = { readonly bytes: number; readonly next: string | null; readonly text: string }

/** Reads a response to its end; the text only where it is asked for. */
export const read = (url: string, key: string, agent: Agent, keepText = false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (answer) => {
      let bytes = 0
      const kept: Buffer[] = []
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (keepText) kept.push(chunk)
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
