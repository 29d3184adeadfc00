import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { DamagedError } from '../errors.ts'
import { codeOf, orNull, statusOf } from './faults.ts'
import type { Requests } from './requests.ts'
import type { PutOptions } from './store.ts'
import { type SendPart, sendInParts } from './upload.ts'

/** A body up to this size is sent in one request, a longer one in parts of it. */
const partBytes = 8 << 20
/** The most bytes of a conditional write, which needs one request. */
const mostConditional = 64 << 20

/** Sends a body in one request. */
const putWhole = ({ request, place }: Requests, key: string, body: Buffer, { ifAbsent = false }: PutOptions) =>
  request(
    { what: `write ${key} to`, sent: body.length },
    async (client, sdk, attempt): Promise<'stored' | 'exists'> => {
      try {
        const condition = ifAbsent ? { IfNoneMatch: '*' } : {}
        await client.send(new sdk.PutObjectCommand({ ...place(key), Body: body, ...condition }), {
          abortSignal: attempt.signal,
        })
        return 'stored'
      } catch (error) {
        if (ifAbsent && statusOf(error) === 412) return 'exists'
        throw error
      }
    },
  )

const partsOf = ({ request, place }: Requests, key: string): SendPart => ({
  begin: () =>
    request({ what: `write ${key} to` }, async (client, sdk, attempt) => {
      const begun = new sdk.CreateMultipartUploadCommand(place(key))
      return (await client.send(begun, { abortSignal: attempt.signal })).UploadId!
    }),
  send: (UploadId, PartNumber, Body) =>
    request({ what: `write ${key} to`, sent: Body.length }, async (client, sdk, attempt) => {
      const part = new sdk.UploadPartCommand({ ...place(key), UploadId, PartNumber, Body })
      return (await client.send(part, { abortSignal: attempt.signal })).ETag!
    }),
  complete: (UploadId, etags) =>
    request({ what: `write ${key} to` }, async (client, sdk, attempt) => {
      const Parts = etags.map((ETag, i) => ({ PartNumber: i + 1, ETag }))
      const whole = new sdk.CompleteMultipartUploadCommand({ ...place(key), UploadId, MultipartUpload: { Parts } })
      try {
        await client.send(whole, { abortSignal: attempt.signal })
      } catch (error) {
        // An earlier attempt may have completed it although its answer was lost.
        if (codeOf(error) !== 'NoSuchUpload') throw error
        const there = await client.send(new sdk.HeadObjectCommand(place(key)), { abortSignal: attempt.signal })
        if (!there.ETag?.includes(`-${etags.length}`)) throw error
      }
    }),
  abandon: (UploadId) =>
    request({ what: 'end an upload to' }, async (client, sdk, attempt) => {
      const command = new sdk.AbortMultipartUploadCommand({ ...place(key), UploadId })
      await client.send(command, { abortSignal: attempt.signal }).catch(orNull)
    }),
})

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
    await sendInParts(body, { size, partBytes, key, sha256: options.sha256 }, partsOf(requests, key))
    return 'stored'
  }
  const bytes = isBuffer ? body : await readFile(body.path)
  if (!isBuffer && bytes.length < size)
    throw new DamagedError(`${body.path} is damaged: it was cut short while it was read.`)
  if (options.sha256 !== undefined && hash('sha256', bytes) !== options.sha256)
    throw new DamagedError(`${isBuffer ? key : body.path} is damaged: it does not have its SHA-256.`)
  return putWhole(requests, key, bytes, options)
}
