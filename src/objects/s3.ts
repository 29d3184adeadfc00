import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { orNull } from './faults.ts'
import { inTurns } from './inTurns.ts'
import { downloadObject, getObject } from './reading.ts'
import { prepareRequests, type S3Settings } from './requests.ts'
import type { ObjectHead, ObjectStore } from './store.ts'
import { putObject } from './writing.ts'

/** Where the next page of uploads begins. */
type UploadMarker = { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined }

/** Opens a bucket of an S3-compatible store; nothing is requested before the first use. */
export function openS3(settings: S3Settings): ObjectStore {
  const requests = prepareRequests(settings)
  const { name, bucket, prefix, request, place } = requests
  return {
    name,
    get: (key, options) => getObject(requests, key, options),
    async download(key, path, options = {}) {
      const scratch = `${path}.${randomUUID()}.part`
      try {
        const isThere = await downloadObject(requests, key, scratch, options)
        if (isThere) await rename(scratch, path)
        return isThere
      } finally {
        await rm(scratch, { force: true })
      }
    },
    head: (key) =>
      request({ what: `read ${key} from` }, async (send, sdk): Promise<ObjectHead | null> => {
        const found = await send(new sdk.HeadObjectCommand(place(key))).catch(orNull)
        return found && { bytes: found.ContentLength!, etag: found.ETag!, modified: found.LastModified! }
      }),
    put: (key, body, options) => putObject(requests, key, body, options),
    async *list(below) {
      let token: string | undefined
      do {
        const query = { Bucket: bucket, Prefix: `${prefix}${below}`, ContinuationToken: token }
        const page = await request({ what: 'list' }, (send, sdk) => send(new sdk.ListObjectsV2Command(query)))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { key: Key!.slice(prefix.length), bytes: Size!, modified: LastModified! }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token !== undefined)
    },
    async remove(keys) {
      // One by one: the request for many at once is not the same in all stores.
      await inTurns(keys, 8, (key) =>
        request({ what: `remove ${key} from` }, async (send, sdk) => {
          await send(new sdk.DeleteObjectCommand(place(key)))
        }),
      )
    },
    async abandonUploads(before) {
      let abandoned = 0
      let from: UploadMarker | null = {}
      while (from) {
        const marker: UploadMarker = from
        const page = await request({ what: 'list the uploads of' }, (send, sdk) =>
          send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Initiated || Initiated >= before) continue
          const one = { Bucket: bucket, Key, UploadId }
          await request({ what: 'end an upload to' }, (send, sdk) =>
            send(new sdk.AbortMultipartUploadCommand(one)).catch(orNull),
          )
          abandoned++
        }
        from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
      }
      return abandoned
    },
    close: requests.close,
  }
}
