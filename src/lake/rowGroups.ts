import { type FileHandle, open } from 'node:fs/promises'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'

/** The fields that are read; their numbers are those of the definition of the Parquet format. */
const file = { rows: 'field_3', groups: 'field_4' } as const
const group = { columns: 'field_1', rows: 'field_3', offset: 'field_5' } as const
const column = { meta: 'field_3' } as const
const meta = {
  compressed: 'field_7',
  data: 'field_9',
  index: 'field_10',
  dictionary: 'field_11',
  filter: 'field_14',
  filterLength: 'field_15',
} as const

const magic = 'PAR1'

/** A structure of the footer in order of its fields; numbers of 64 bits are bigint. */
type Struct = ReturnType<typeof deserializeTCompactProtocol>

function writeStruct(fields: Struct): Buffer {
  const writer = new ByteWriter()
  serializeTCompactProtocol(writer, fields)
  return Buffer.from(writer.getBytes())
}

const metasOf = (one: Struct): Struct[] => one[group.columns].map((chunk: Struct) => chunk[column.meta])

/** Bytes of a file. */
type Extent = { readonly start: number; readonly length: number }

/** A row group with the place of its columns, and those of the filters of its columns. */
type RowGroup = { readonly fields: Struct; readonly rows: number; readonly data: Extent; readonly filters: Extent }

type Footer = { readonly fields: Struct; readonly groups: readonly RowGroup[] }

/** Adjacent places as one; null if they do not follow one another. */
function together(extents: readonly Extent[], start: number): Extent | null {
  let end = start
  for (const one of extents) {
    if (one.start !== end) return null
    end += one.length
  }
  return { start, length: end - start }
}

/** Reads a footer; null if the file does not consist of all row groups, then all filters, then the footer. */
async function readFooter(handle: FileHandle): Promise<Footer | null> {
  const { size } = await handle.stat()
  const tail = await readAt(handle, size - 8, 8)
  const length = tail.readUInt32LE(0)
  if (tail.toString('latin1', 4) !== magic) return null
  const footer = await readAt(handle, size - 8 - length, length)
  const fields = deserializeTCompactProtocol({
    view: new DataView(footer.buffer, footer.byteOffset, length),
    offset: 0,
  })
  // A footer that would be written in another way is left to the engine too.
  if (!writeStruct(fields).equals(footer)) return null
  const all: Struct[] = fields[file.groups]
  const datas: Extent[] = []
  let at = magic.length
  for (const one of all) {
    const chunks = metasOf(one).map((known) => ({
      start: Number(known[meta.dictionary] ?? known[meta.data]),
      length: Number(known[meta.compressed]),
    }))
    const data = together(chunks, at)
    if (!data) return null
    datas.push(data)
    at += data.length
  }
  const groups: RowGroup[] = []
  for (const [i, one] of all.entries()) {
    const found = metasOf(one)
      .filter((known) => meta.filter in known)
      .map((known) => ({ start: Number(known[meta.filter]), length: Number(known[meta.filterLength]) }))
    const filters = together(found, at)
    if (!filters) return null
    groups.push({ fields: one, rows: Number(one[group.rows]), data: datas[i]!, filters })
    at += filters.length
  }
  return at === size - 8 - length ? { fields, groups } : null
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, position + at)
    if (bytesRead === 0) throw new Error('a Parquet file ends before its footer')
    at += bytesRead
  }
  return bytes
}

const bytesAtOnce = 4 << 20

async function copy(from: FileHandle, { start, length }: Extent, to: FileHandle): Promise<void> {
  for (let at = 0; at < length; at += bytesAtOnce)
    await to.writeFile(await readAt(from, start + at, Math.min(bytesAtOnce, length - at)))
}

/** The structure with those of its offsets that it has moved. */
const shifted = (fields: Struct, offsets: readonly (keyof Struct)[], by: number): Struct => {
  const known = offsets.filter((offset) => offset in fields)
  return { ...fields, ...Object.fromEntries(known.map((offset) => [offset, fields[offset] + BigInt(by)])) }
}

/** The row group at another place of a file. */
function moved({ fields, data, filters }: RowGroup, dataAt: number, filtersAt: number): Struct {
  const [byData, byFilters] = [dataAt - data.start, filtersAt - filters.start]
  const columns = fields[group.columns].map((chunk: Struct) => {
    const known = shifted(chunk[column.meta], [meta.data, meta.index, meta.dictionary], byData)
    return { ...chunk, [column.meta]: shifted(known, [meta.filter], byFilters) }
  })
  return { ...shifted(fields, [group.offset], byData), [group.columns]: columns }
}

/** The footer without the fields of the rows: schema, writer, order of columns. */
const frameOf = ({ fields }: Footer): Buffer =>
  writeStruct({ ...fields, [file.rows]: undefined, [file.groups]: undefined })

/**
 * Writes a file again with some row groups replaced, in order, by those of another file of the same columns. The others
 * are copied as bytes, and the result is the file that the engine writes from the same rows. False, and no use of the
 * target, where the files are not laid out as the engine does or a row group has another number of rows.
 */
export async function replaceRowGroups(
  old: string,
  replaced: readonly number[],
  by: string,
  target: string,
): Promise<boolean> {
  const handles: FileHandle[] = []
  try {
    for (const path of [old, by]) handles.push(await open(path, 'r'))
    const [before, after] = handles as [FileHandle, FileHandle]
    const [was, is] = [await readFooter(before), await readFooter(after)]
    if (!was || !is || is.groups.length !== replaced.length || !frameOf(was).equals(frameOf(is))) return false
    if (replaced.some((at, i) => was.groups[at]?.rows !== is.groups[i]!.rows)) return false
    const groups = was.groups.map((one, at) => {
      const i = replaced.indexOf(at)
      return i < 0 ? { one, from: before } : { one: is.groups[i]!, from: after }
    })
    const to = await open(target, 'w')
    handles.push(to)
    await to.writeFile(magic)
    for (const { one, from } of groups) await copy(from, one.data, to)
    for (const { one, from } of groups) await copy(from, one.filters, to)
    let dataAt = magic.length
    let filtersAt = groups.reduce((sum, { one }) => sum + one.data.length, dataAt)
    const placed = groups.map(({ one }) => {
      const fields = moved(one, dataAt, filtersAt)
      dataAt += one.data.length
      filtersAt += one.filters.length
      return fields
    })
    const footer = writeStruct({ ...was.fields, [file.groups]: placed })
    const tail = Buffer.alloc(8, magic, 'latin1')
    tail.writeUInt32LE(footer.length, 0)
    tail.write(magic, 4, 'latin1')
    await to.writeFile(Buffer.concat([footer, tail]))
    return true
  } finally {
    for (const handle of handles) await handle.close()
  }
}
