import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/guard.ts'
import { take } from '../access/quota.ts'
import { DamagedFile } from '../disk.ts'
import { type Problem, problem } from '../errors.ts'
import type { PublishedFile } from '../lake/publishedFiles.ts'
import { notReady } from '../query/answer.ts'
import { formats } from '../query/formats/formats.ts'
import { datasetOf } from './data.ts'
import { failedReply } from './failed.ts'
import { type Counting, quotaRefusal, unidentified, unreadRefusal, withQuota } from './limits.ts'
import { rangeOf } from './range.ts'
import { authorizationOf, collectFaults, decodePath, matches, splitQuery } from './request.ts'
import type { Reply } from './respond.ts'
import type { Services } from './services.ts'
import { assertTier } from './tier.ts'

/** A request for a file: the dataset and the name of the file as they stand in the path, and the query string. */
export type FileRequest = { readonly dataset: string; readonly file: string; readonly query: string }

/**
 * Serves the lake's Parquet files. All requests of a user for one file within an hour are one call, so that a reader
 * may take it in as many ranges as it likes.
 */
export function createBulk(services: Services) {
  const { guard, files, whole, quota, meter } = services

  async function fileReply(request: IncomingMessage, target: FileRequest, caller: Caller) {
    const dataset = datasetOf(target.dataset)
    assertTier(dataset.tier, caller.tier)
    const { faults, strangers } = splitQuery(target.query, [])
    collectFaults(faults, strangers)
    const manifest = services.manifest()
    if (!manifest) throw notReady()
    const found = await files.find(dataset.name, decodePath(target.file))
    if (!found) throw problem('unknown_file', [dataset.name])
    const { part, version } = found
    const { sha256, name } = part
    const headers = [
      ...['Content-Type', formats.parquet.contentType, 'Cache-Control', 'private, no-cache', 'ETag', `"${sha256}"`],
      ...['Accept-Ranges', 'bytes', 'Content-Disposition', `attachment; filename="${dataset.name}-${name}.parquet"`],
      ...['X-Data-Version', version, 'X-Data-Origin', manifest.origin],
    ]
    const callName = `${caller.userId} ${sha256}`
    if (matches(request.headers['if-none-match'], `"${sha256}"`))
      return { reply: { status: 304, headers, body: '' } satisfies Reply, callName, dataset }
    const handle = await openWhole(found)
    try {
      return { reply: await opened(request, handle, sha256, headers), callName, dataset }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Opens a file whose checksum is right; an open file can be read to its end, whatever becomes of its name. */
  async function openWhole(found: PublishedFile) {
    const { path, part } = found
    const release = await files.hold(found)
    try {
      const damage = await whole.check(path, part.sha256)
      if (damage) throw new DamagedFile(path, damage)
      return await open(path)
    } finally {
      release()
    }
  }

  /** Whether a call counts: the first for its file in an hour. Throws where the quota is used up. */
  async function isFirst(caller: Caller, callName: string): Promise<boolean> {
    if (!(await take(quota, callName, 1, false)).isAllowed) return false
    const spent = await quotaRefusal(services, caller)
    if (spent) throw spent
    return (await take(quota, callName, 1, true)).isAllowed
  }

  async function counted(caller: Caller, made: Awaited<ReturnType<typeof fileReply>>, refuse: (e: unknown) => Reply) {
    const { callName, dataset } = made
    let reply: Reply = made.reply
    let counting: Counting = 'looked'
    if (reply.status !== 304)
      try {
        counting = (await isFirst(caller, callName)) ? 'counted' : 'free'
      } catch (error) {
        reply.release?.()
        reply = refuse(error)
      }
    return withQuota(services, caller, reply, counting, refuse, () => meter.count(caller, dataset.name))
  }

  /** Serves a file to a caller whose credentials were checked. */
  async function serve(request: IncomingMessage, target: FileRequest, id: string, caller: Caller): Promise<Reply> {
    const refuse = (error: unknown): Reply => {
      if (error instanceof DamagedFile) services.onDamage(error)
      return failedReply(services, error, request, id)
    }
    let made: Awaited<ReturnType<typeof fileReply>>
    try {
      const refusal = unreadRefusal(services, request, caller)
      if (refusal) throw refusal
      made = await fileReply(request, target, caller)
    } catch (error) {
      const reply = refuse(error)
      const isFree = reply.status === 429 || reply.status === 416 || reply.status >= 500
      return withQuota(services, caller, reply, isFree ? 'looked' : 'counted', refuse, () =>
        meter.count(caller, 'unknown'),
      )
    }
    return counted(caller, made, refuse)
  }

  return {
    serve,
    async answer(request: IncomingMessage, target: FileRequest, id: string): Promise<Reply> {
      let caller: Caller
      try {
        caller = await guard.identify(authorizationOf(request))
      } catch (error) {
        throw unidentified(services, request, error as Problem)
      }
      return serve(request, target, id, caller)
    },
  }
}

/** The whole file, or the range that the request asks for; the file is closed when the answer has left. */
async function opened(
  { headers }: IncomingMessage,
  handle: Awaited<ReturnType<typeof open>>,
  sha256: string,
  own: readonly string[],
): Promise<Reply> {
  const { size } = await handle.stat()
  const isUnchanged = headers['if-range'] === undefined || headers['if-range'] === `"${sha256}"`
  const range = isUnchanged ? rangeOf(headers.range, size) : null
  if (range === 'none')
    throw problem('range_not_satisfiable', [size], { headers: { 'Content-Range': `bytes */${size}` } })
  let isOpen = true
  const close = () => {
    if (isOpen) void handle.close()
    isOpen = false
  }
  const { start, length } = range ?? { start: 0, length: size }
  return {
    status: range ? 206 : 200,
    headers: range ? [...own, 'Content-Range', `bytes ${start}-${start + length - 1}/${size}`] : own,
    body: '',
    file: { handle, start, length },
    isCompressed: true,
    release: close,
    after: close,
  }
}
