import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { leastCompressed } from '../../query/answer.ts'
import { RecentMap, remembering } from '../../recent.ts'
import { bytesOf, type Reply } from '../reply.ts'
import { mostItems, mostParameters } from '../request/accept.ts'

const inThread = promisify(gzip)

/** A body up to this size is compressed at once; a larger one in another thread, so that no request waits for it. */
const mostAtOnce = 16 << 10
/** A larger body that one client gets is sent as it is: its compression would cost 30 ms and the memory of both. */
export const mostOnce = 512 << 10
/** Compressing a body for one request: more effort would cost more time than it saves on a network. */
const once = { level: 1 }

/** Compresses a body to the bytes that a single request would get. */
export const compressOnce = (bytes: Buffer): Promise<Buffer> => inThread(bytes, once)

/** Compressing a body for many requests. */
const often = { level: 9 }
const mostKept = 64

/** Whether `Accept-Encoding` allows gzip (RFC 9110); a client that sends none gets the bytes as they are. */
function allowsGzip(header: string): boolean {
  let any = false
  for (const item of header.toLowerCase().split(',', mostItems)) {
    const [coding = '', ...parameters] = item.split(';', mostParameters).map((word) => word.trim())
    const weight = parameters.find((word) => word.startsWith('q='))
    const isAllowed = weight === undefined || Number(weight.slice(2)) > 0
    if (coding === 'gzip' || coding === 'x-gzip') return isAllowed
    if (coding === '*') any = isAllowed
  }
  return any
}

/** Clients send the same few texts again and again. */
const knownToAllow = remembering(mostKept, allowsGzip)

export const acceptsGzip = (header: string | undefined): boolean => header !== undefined && knownToAllow(header)

/** The compressed form of bodies that do not change, by ETag. */
export function createCompression() {
  const kept = new RecentMap<string, Promise<Buffer>>(mostKept)

  function compressed({ body, isBytes, etag }: Reply): Buffer | Promise<Buffer> {
    const bytes = typeof body === 'string' ? Buffer.from(body, isBytes ? 'latin1' : 'utf8') : body
    if (etag === undefined) return bytes.length <= mostAtOnce ? gzipSync(bytes, once) : inThread(bytes, once)
    const ready = kept.get(etag) ?? inThread(bytes, often)
    // A failure is not kept.
    ready.catch(() => kept.delete(etag))
    kept.set(etag, ready)
    return ready
  }

  /** Compresses the body of a reply to a client that accepts it, unless it is too short or is compressed already. */
  return (reply: Reply, header: string | undefined): Reply | Promise<Reply> => {
    const { status, isGzip = false, isCompressed = false } = reply
    const hasBody = status !== 204 && status !== 304
    if (isGzip) return reply
    const size = bytesOf(reply)
    const isTooLong = reply.etag === undefined && size > mostOnce
    if (!hasBody || isCompressed || size < leastCompressed || isTooLong || !acceptsGzip(header)) return reply
    const encode = (body: Buffer): Reply => ({ ...reply, body, isBytes: false, isGzip: true })
    const made = compressed(reply)
    return made instanceof Promise ? made.then(encode) : encode(made)
  }
}
