import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Attempt } from './attempts.ts'
import { isAbsent, orNull, statusOf, WrongBody, WrongBytes } from './faults.ts'
import type { Requests } from './requests.ts'
import type { GetOptions, ReadOptions } from './store.ts'

/** Where the bytes of an answer begin, and how many the whole object has. */
function placeOf(header: string | undefined, length: number | undefined): { from: number; total: number } {
  if (header === undefined) return { from: 0, total: length ?? Number.NaN }
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(header) ?? []
  if (from === undefined) throw new WrongBody(`the answer has the range ${header}`)
  return { from: Number(from), total: Number(total) }
}

/** The chunks of a body; an aborted attempt ends it. */
async function* chunksOf(body: Readable, { signal, progress }: Attempt): AsyncGenerator<Buffer> {
  const giveUp = () => body.destroy(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for await (const chunk of body) {
      progress()
      yield chunk
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    body.destroy()
  }
}

/** Reads an object, or a range of it. */
export const getObject = (
  { request, place }: Requests,
  key: string,
  { range, sha256, isWhole = () => true, signal }: GetOptions = {},
) =>
  request({ what: `read ${key} from`, signal }, async (send, sdk, attempt) => {
    if (range && range.to <= range.from) return Buffer.alloc(0)
    const Range = range && `bytes=${range.from}-${range.to - 1}`
    const answer = await send(new sdk.GetObjectCommand({ ...place(key), Range })).catch(orNull)
    if (!answer) return null
    const { from, total } = placeOf(answer.ContentRange, answer.ContentLength)
    const chunks: Buffer[] = []
    for await (const chunk of chunksOf(answer.Body as Readable, attempt)) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const expected = range ? Math.min(range.to, total) - range.from : total
    if (from !== (range?.from ?? 0) || bytes.length !== expected)
      throw new WrongBody(`${bytes.length} bytes came from byte ${from}, not ${expected}`)
    if (sha256 !== undefined && !range && hash('sha256', bytes) !== sha256)
      throw new WrongBytes('its bytes do not have the SHA-256 of its name')
    if (!isWhole(bytes)) throw new WrongBytes('its checksum is wrong')
    return bytes
  })

/** Downloads to a file; an attempt goes on where the last one was cut. */
export async function downloadObject(
  { request, place }: Requests,
  key: string,
  path: string,
  { sha256, signal }: ReadOptions,
): Promise<boolean> {
  const file = await open(path, 'w')
  let digest = createHash('sha256')
  let done = 0
  let etag: string | undefined
  const restart = () => {
    digest = createHash('sha256')
    done = 0
    etag = undefined
  }
  try {
    return await request({ what: `read ${key} from`, signal }, async (send, sdk, attempt) => {
      const rest = done > 0 ? { Range: `bytes=${done}-`, IfMatch: etag } : {}
      const answer = await send(new sdk.GetObjectCommand({ ...place(key), ...rest })).catch((error) => {
        if (isAbsent(error)) return null
        // The object was replaced meanwhile.
        if (done === 0 || ![412, 416].includes(statusOf(error) ?? 0)) throw error
        restart()
        throw new WrongBody('the object was replaced')
      })
      if (!answer) return false
      const { from, total } = placeOf(answer.ContentRange, answer.ContentLength)
      if (from !== done) restart()
      if (from !== done) throw new WrongBody(`the answer begins at byte ${from}`)
      etag = answer.ETag
      for await (const chunk of chunksOf(answer.Body as Readable, attempt)) {
        await file.write(chunk, 0, chunk.length, done)
        digest.update(chunk)
        done += chunk.length
      }
      if (done < total) throw new WrongBody(`${done} of ${total} bytes came`)
      const isWrong = done > total || (sha256 !== undefined && digest.digest('hex') !== sha256)
      if (!isWrong) return true
      restart()
      throw new WrongBytes('its bytes do not have the SHA-256 of its name')
    })
  } finally {
    await file.truncate(done).catch(() => {})
    await file.sync().catch(() => {})
    await file.close()
  }
}
