import { type FileHandle, open } from 'node:fs/promises'
import { fieldOf, type List, readStruct, type Struct, type Value, withFields, writeStruct } from './thrift.ts'

/** The numbers of the fields that are read, from the definition of the Parquet format. */
const file = { rows: 3, groups: 4 }
const group = { columns: 1, rows: 3, offset: 5 }
const column = { meta: 3 }
const meta = { compressed: 7, data: 9, index: 10, dictionary: 11, filter: 14, filterLength: 15 }

const magic = 'PAR1'

const numberOf = (fields: Struct, id: number): number | null => {
  const value = fieldOf(fields, id)
  return value === undefined ? null : Number(value as bigint)
}
const structsOf = (fields: Struct, id: number): readonly Struct[] => (fieldOf(fields, id) as List).items as Struct[]
const metasOf = (one: Struct): Struct[] =>
  structsOf(one, group.columns).map((chunk) => fieldOf(chunk, column.meta) as Struct)

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
  const fields = readStruct(await readAt(handle, size - 8 - length, length))
  const all = structsOf(fields, file.groups)
  const datas: Extent[] = []
  let at = magic.length
  for (const one of all) {
    const chunks = metasOf(one).map((known) => ({
      start: numberOf(known, meta.dictionary) ?? numberOf(known, meta.data)!,
      length: numberOf(known, meta.compressed)!,
    }))
    const data = together(chunks, at)
    if (!data) return null
    datas.push(data)
    at += data.length
  }
  const groups: RowGroup[] = []
  for (const [i, one] of all.entries()) {
    const found = metasOf(one).flatMap((known) => {
      const start = numberOf(known, meta.filter)
      return start === null ? [] : [{ start, length: numberOf(known, meta.filterLength) ?? Number.NaN }]
    })
    const filters = together(found, at)
    if (!filters) return null
    groups.push({ fields: one, rows: numberOf(one, group.rows)!, data: datas[i]!, filters })
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

/** The row group at another place of a file. */
function moved({ fields, data, filters }: RowGroup, dataAt: number, filtersAt: number): Struct {
  const by = (shift: number) => (value: Value) => (value as bigint) + BigInt(shift)
  const [byData, byFilters] = [by(dataAt - data.start), by(filtersAt - filters.start)]
  const places = { [meta.data]: byData, [meta.index]: byData, [meta.dictionary]: byData, [meta.filter]: byFilters }
  const chunk = (one: Value) =>
    withFields(one as Struct, { [column.meta]: (known) => withFields(known as Struct, places) })
  return withFields(fields, {
    [group.columns]: (columns) => ({ ...(columns as List), items: (columns as List).items.map(chunk) }),
    [group.offset]: byData,
  })
}

/** The footer without what belongs to the rows: schema, writer, order of columns. */
const frameOf = ({ fields }: Footer): Buffer =>
  writeStruct(fields.filter(({ id }) => id !== file.rows && id !== file.groups))

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
    const items = groups.map(({ one }) => {
      const placed = moved(one, dataAt, filtersAt)
      dataAt += one.data.length
      filtersAt += one.filters.length
      return placed
    })
    const footer = writeStruct(withFields(was.fields, { [file.groups]: (known) => ({ ...(known as List), items }) }))
    const tail = Buffer.alloc(8, magic, 'latin1')
    tail.writeUInt32LE(footer.length, 0)
    tail.write(magic, 4, 'latin1')
    await to.writeFile(Buffer.concat([footer, tail]))
    return true
  } finally {
    for (const handle of handles) await handle.close()
  }
}
