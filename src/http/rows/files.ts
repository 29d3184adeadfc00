import { open } from 'node:fs/promises'
import type { Caller } from '../../access/guard.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { DamagedFile } from '../../disk.ts'
import { notReady, problem } from '../../errors.ts'
import type { PublishedFile } from '../../lake/publishedFiles.ts'
import { formats } from '../../query/formats/formats.ts'
import type { Reply } from '../reply.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { collectFaults, matches, splitQuery } from '../request/query.ts'
import type { Services } from '../services.ts'
import { rangeOf } from './range.ts'

/** The name under which a user's calls for one file count as one. */
export const onceOf = ({ userId }: Caller, dataset: string, file: string): string =>
  `${userId} ${dataset} ${file.slice(0, 100)}`

/**
 * Serves a Parquet file of the lake. All requests of a user for one file within an hour are one call, so that a reader
 * may take it in as many ranges as it likes.
 */
export async function openFile(
  request: ApiRequest,
  dataset: Dataset,
  file: string,
  services: Services,
): Promise<Reply> {
  const { faults, strangers } = splitQuery(request.query, [])
  collectFaults(faults, strangers)
  const { files } = services
  const manifest = services.manifest()
  if (!manifest) throw notReady()
  const found = await files.find(dataset.name, file)
  if (!found) throw problem('unknown_file', [dataset.name])
  const { part, version } = found
  const { sha256, name } = part
  const headers = [
    ...['Content-Type', formats.parquet.contentType, 'Cache-Control', 'private, no-cache', 'ETag', `"${sha256}"`],
    ...['Accept-Ranges', 'bytes', 'Content-Disposition', `attachment; filename="${dataset.name}-${name}.parquet"`],
    ...['X-Data-Version', version, 'X-Data-Origin', manifest.origin],
  ]
  if (matches(request.headers['if-none-match'], `"${sha256}"`)) return { status: 304, headers, body: '' }
  const handle = await openWhole(found, services)
  try {
    return await opened(request, handle, sha256, headers)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Opens a file whose checksum is right; an open file can be read to its end, whatever becomes of its name. */
async function openWhole(found: PublishedFile, { files, whole }: Services) {
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

/** The whole file, or the range that the request asks for; the file is closed when the answer has left. */
async function opened(
  { headers }: ApiRequest,
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
