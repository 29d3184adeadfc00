import { crc32, inflateRawSync } from 'node:zlib'
import { blocked, changed } from './outcome.ts'

/** No file that is read here is larger than this once it is unpacked. */
const largest = 64 * 1024 * 1024

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

/** The files of an archive. Their names are left alone: some publishers write them in Big5 and do not say so. */
export function unzipped(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cut = () => blocked('the archive breaks off')
  const directoryEnd = lastMark(view)
  if (directoryEnd < 0) throw cut()
  const count = view.getUint16(directoryEnd + 10, true)
  let at = view.getUint32(directoryEnd + 16, true)
  const files: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) throw cut()
    const [method, sum] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)]
    const packed = view.getUint32(at + 20, true)
    const local = view.getUint32(at + 42, true)
    if (local + 30 > bytes.length || view.getUint32(local, true) !== localMark) throw cut()
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const data = bytes.subarray(start, start + packed)
    if (data.length < packed) throw cut()
    const file = method === 0 ? data : method === 8 ? inflated(data) : null
    if (file === null) throw changed(`the archive is packed in a way that is not known here: ${method}`)
    if (crc32(file) !== sum) throw blocked('a file of the archive is damaged')
    files.push(file)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

function inflated(data: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: largest })
  } catch {
    throw blocked('a file of the archive cannot be unpacked')
  }
}

/** The directory ends the archive, but for a remark of up to 64 KB. */
function lastMark(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--)
    if (view.getUint32(at, true) === endMark) return at
  return -1
}
