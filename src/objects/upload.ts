import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { DamagedError } from '../errors.ts'

/** The requests of an upload in parts. */
export type SendPart = {
  readonly begin: () => Promise<string>
  readonly send: (upload: string, number: number, bytes: Buffer) => Promise<string>
  readonly complete: (upload: string, etags: readonly string[]) => Promise<void>
  readonly abandon: (upload: string) => Promise<void>
}

type UploadOptions = {
  readonly size: number
  readonly partBytes: number
  readonly key: string
  readonly sha256: string | undefined
}

/** The most parts that a store takes. */
const mostParts = 10_000

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

/** Sends a long body in parts, one at a time in memory; a body without its SHA-256 is not stored. */
export async function sendInParts(
  body: Buffer | { readonly path: string },
  { size, partBytes, key, sha256 }: UploadOptions,
  { begin, send, complete, abandon }: SendPart,
): Promise<void> {
  const length = Math.max(partBytes, Math.ceil(size / mostParts))
  const file = Buffer.isBuffer(body) ? null : await open(body.path)
  const upload = await begin().catch(async (error) => {
    await file?.close()
    throw error
  })
  try {
    const digest = createHash('sha256')
    const etags: string[] = []
    for (let at = 0; at < size; at += length) {
      const most = Math.min(length, size - at)
      const part = file ? await readPart(file, at, most) : (body as Buffer).subarray(at, at + most)
      if (part.length !== most) throw new DamagedError(`${key} is damaged: its file was cut short while it was read.`)
      digest.update(part)
      etags.push(await send(upload, etags.length + 1, part))
    }
    if (sha256 !== undefined && digest.digest('hex') !== sha256)
      throw new DamagedError(`${Buffer.isBuffer(body) ? key : body.path} is damaged: it does not have its SHA-256.`)
    await complete(upload, etags)
  } catch (error) {
    // The store keeps the parts of an upload until it is ended; where that fails too, `gc` ends it.
    await abandon(upload).catch(() => {})
    throw error
  } finally {
    await file?.close()
  }
}
