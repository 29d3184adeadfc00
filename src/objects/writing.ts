import { createHash, hash } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { DamagedError } from '../errors.ts'
import { codeOf, orNull, statusOf } from './faults.ts'
import type { Requests } from './requests.ts'
import type { PutOptions } from './store.ts'

/** A body up to this size is sent in one request, a longer one in parts of it. */
const partBytes = 8 << 20
/** The most bytes of a conditional write, which needs one request. */
const mostConditional = 64 << 20

/** The most parts that a store takes. */
const mostParts = 10_000

/** Sends a body in one request. */
const putWhole = ({ request, place }: Requests, key: string, body: Buffer, { ifAbsent = false }: PutOptions) =>
  request({ what: `write ${key} to`, sent: body.length }, async (send, sdk): Promise<'stored' | 'exists'> => {
    try {
      const condition = ifAbsent ? { IfNoneMatch: '*' } : {}
      await send(new sdk.PutObjectCommand({ ...place(key), Body: body, ...condition }))
      return 'stored'
    } catch (error) {
      if (ifAbsent && statusOf(error) === 412) return 'exists'
      throw error
    }
  })

/** The requests of an upload in parts. */
const partsOf = ({ request, place }: Requests, key: string) => ({
  begin: () =>
    request({ what: `write ${key} to` }, async (send, sdk) => {
      return (await send(new sdk.CreateMultipartUploadCommand(place(key)))).UploadId!
    }),
  send: (UploadId: string, PartNumber: number, Body: Buffer) =>
    request({ what: `write ${key} to`, sent: Body.length }, async (send, sdk) => {
      return (await send(new sdk.UploadPartCommand({ ...place(key), UploadId, PartNumber, Body }))).ETag!
    }),
  complete: (UploadId: string, etags: readonly string[]) =>
    request({ what: `write ${key} to` }, async (send, sdk) => {
      const Parts = etags.map((ETag, i) => ({ PartNumber: i + 1, ETag }))
      try {
        await send(new sdk.CompleteMultipartUploadCommand({ ...place(key), UploadId, MultipartUpload: { Parts } }))
      } catch (error) {
        // An earlier attempt may have completed it although its answer was lost.
        if (codeOf(error) !== 'NoSuchUpload') throw error
        const there = await send(new sdk.HeadObjectCommand(place(key)))
        if (!there.ETag?.includes(`-${etags.length}`)) throw error
      }
    }),
  abandon: (UploadId: string) =>
    request({ what: 'end an upload to' }, (send, sdk) =>
      send(new sdk.AbortMultipartUploadCommand({ ...place(key), UploadId })).catch(orNull),
    ),
})

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

/** Sends a long body in parts, one at a time in memory; a body without its SHA-256 is not stored. */
async function sendInParts(
  requests: Requests,
  key: string,
  body: Buffer | { readonly path: string },
  size: number,
  sha256: string | undefined,
): Promise<void> {
  const { begin, send, complete, abandon } = partsOf(requests, key)
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

/** Stores a body: in one request, or a long one in parts. */
export async function putObject(
  requests: Requests,
  key: string,
  body: Buffer | { readonly path: string },
  options: PutOptions = {},
): Promise<'stored' | 'exists'> {
  const isBuffer = Buffer.isBuffer(body)
  const size = isBuffer ? body.length : (await stat(body.path)).size
  if (options.ifAbsent && size > mostConditional)
    throw new RangeError(`${key} has ${size} bytes: a conditional write takes at most ${mostConditional}`)
  if (!options.ifAbsent && size > partBytes) {
    await sendInParts(requests, key, body, size, options.sha256)
    return 'stored'
  }
  const bytes = isBuffer ? body : await readFile(body.path)
  if (!isBuffer && bytes.length < size)
    throw new DamagedError(`${body.path} is damaged: it was cut short while it was read.`)
  if (options.sha256 !== undefined && hash('sha256', bytes) !== options.sha256)
    throw new DamagedError(`${isBuffer ? key : body.path} is damaged: it does not have its SHA-256.`)
  return putWhole(requests, key, bytes, options)
}
