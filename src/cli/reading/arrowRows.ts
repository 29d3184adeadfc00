import { closeSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Column, Table, tableToIPC } from '@uwdata/flechette'
import type { Dataset } from '../../catalogue/dataset.ts'
import { arrowTable } from '../../query/formats/arrow.ts'
import { type PageColumn, pageColumns, type Row } from '../../query/formats/page.ts'

/** The columns with their types. One that is newer than this release stays text. */
function typedColumns(dataset: Dataset, names: readonly string[]): PageColumn[] {
  const known = new Map(
    pageColumns(dataset, { columns: null, showsKnown: false }, null).map((column) => [column.name, column]),
  )
  return names.map((name) => known.get(name) ?? { name, kind: 'text', scale: 0, isNullable: true, heading: name })
}

/** A message of a stream begins with a mark and the length of its description. */
const descriptionLength = (bytes: Uint8Array): number =>
  8 + new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true)
/** The mark alone, and no length. */
const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0)

/** The parts of an Arrow IPC stream, of which a stream of any number of batches is made. */
type StreamParts = { readonly schema: Uint8Array; readonly batch: Uint8Array }

function streamParts(table: Table): StreamParts {
  const bytes = tableToIPC(table, { format: 'stream' })!
  const start = descriptionLength(bytes)
  return { schema: bytes.subarray(0, start), batch: bytes.subarray(start, bytes.length - endOfStream.length) }
}

/** Makes the parts of a stream: its start, a batch of rows, its end. */
export function arrowStream(dataset: Dataset) {
  const partsOf = (rows: readonly Row[], columns: readonly string[]) =>
    streamParts(arrowTable(rows, typedColumns(dataset, columns)))
  return {
    start: (columns: readonly string[]) => partsOf([], columns).schema,
    rows: (rows: readonly Row[], columns: readonly string[]) => partsOf(rows, columns).batch,
    end: () => endOfStream,
  }
}

/** Where a batch stands in a file. */
type Block = { readonly offset: number; readonly description: number; readonly body: number }

const magic = Buffer.from('ARROW1\0\0')
const trailerLength = 10

/** A block as the footer holds it. */
function blockBytes({ offset, description, body }: Block): Buffer {
  const bytes = Buffer.alloc(24)
  bytes.writeBigInt64LE(BigInt(offset), 0)
  bytes.writeInt32LE(description, 8)
  bytes.writeBigInt64LE(BigInt(body), 16)
  return bytes
}

/**
 * The footer of an IPC file, which says where its batches stand. The library writes one only behind batches that are
 * all in memory: here it writes that of a file with as many batches of one row, whose places are then replaced.
 */
function footerOf(sample: Table, blocks: readonly Block[]): Buffer {
  const repeated = sample.children.map(
    ({ data, type }) =>
      new Column(
        blocks.map(() => data[0]!),
        type,
      ),
  )
  const file = Buffer.from(tableToIPC(new Table(sample.schema, repeated), { format: 'file' })!)
  const length = file.readInt32LE(file.length - trailerLength)
  const footer = file.subarray(file.length - trailerLength - length)
  let offset = magic.length + descriptionLength(file.subarray(magic.length))
  const description = descriptionLength(file.subarray(offset))
  const body = streamParts(sample).batch.length - description
  const places = blocks.map(() => {
    const at = footer.indexOf(blockBytes({ offset, description, body }))
    if (at === -1) throw new Error('the footer of an Arrow file is not as expected')
    offset += description + body
    return at
  })
  for (const [i, block] of blocks.entries()) blockBytes(block).copy(footer, places[i])
  return footer
}

/** Rows of a batch; the bytes of a file do not depend on the size of pages. */
const batchRows = 10_000

async function* batches(path: string): AsyncGenerator<Row[]> {
  const file = await open(path)
  try {
    let rows: Row[] = []
    for await (const line of file.readLines()) {
      rows.push(JSON.parse(line))
      if (rows.length < batchRows) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  } finally {
    await file.close().catch(() => {})
  }
}

/** Writes rows of a dataset, a JSON object a line, as an Arrow IPC file, or as a stream; one batch is in memory. */
export async function writeArrowRows(
  dataset: Dataset,
  names: readonly string[],
  rows: string,
  out: string,
  isStream: boolean,
): Promise<void> {
  const columns = typedColumns(dataset, names)
  const empty = arrowTable([], columns)
  const file = openSync(out, 'w', 0o644)
  let size = 0
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    size += bytes.length
  }
  try {
    if (!isStream) write(magic)
    write(streamParts(empty).schema)
    const blocks: Block[] = []
    let sample: Table | null = null
    for await (const some of batches(rows)) {
      sample ??= arrowTable(some.slice(0, 1), columns)
      const { batch } = streamParts(arrowTable(some, columns))
      const description = descriptionLength(batch)
      blocks.push({ offset: size, description, body: batch.length - description })
      write(batch)
    }
    write(endOfStream)
    if (!isStream) write(footerOf(sample ?? empty, blocks))
  } finally {
    closeSync(file)
  }
}
