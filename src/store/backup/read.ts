import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { DamagedError, explain, MissingError, OperatorError } from '../../errors.ts'
import { migrations } from '../migrations.ts'
import { BrokenCipher, createByteReader, decrypt, isEncrypted, magicLength } from './cipher.ts'
import {
  type Cell,
  decodeCell,
  formatVersion,
  type Header,
  type Item,
  isClosing,
  isTable,
  portion,
  type TableItem,
} from './format.ts'
import { shapeOf } from './shape.ts'

/** Longer than any row; bounds the memory for a foreign file without line breaks. */
const mostLine = 16 * 2 ** 20

const foreign = (path: string): OperatorError => new DamagedError(`${path} is not a backup of Formosa.`)
const damaged = (path: string, cause?: unknown): OperatorError =>
  new DamagedError(`${path} is damaged or was cut short; use another backup.`, { cause })

/** Validates the whole file before anything is changed. */
export async function checkBackup(path: string, passphrase: string | null = null) {
  const { header, items } = await openBackup(path, passphrase)
  const counts: Record<string, number> = {}
  const tables: Record<string, readonly string[]> = {}
  let table = ''
  for await (const item of items)
    if (item.kind === 'rows') counts[table]! += item.rows.length
    else {
      table = item.name
      tables[table] = item.columns
      counts[table] = 0
    }
  const expected = (await shapeOf(header.schema)).map(({ name, columns }) => [name, columns] as const)
  if (!isDeepStrictEqual(tables, Object.fromEntries(expected))) throw damaged(path)
  return { header, counts }
}

/** The header, then tables and rows as they are read; an incomplete file throws at the end. */
export async function openBackup(path: string, passphrase: string | null = null) {
  const values = valuesOf(path, passphrase)
  const { value: header } = await values.next()
  return { header: checkedHeader(path, header), items: itemsOf(path, values) }
}

function checkedHeader(path: string, value: unknown): Header {
  const header = value as Header | null | undefined
  if (header?.kind !== 'formosa backup') throw foreign(path)
  const { format, schema, release } = header
  if (!(format <= formatVersion && schema <= migrations.length))
    throw new DamagedError(
      `${path} was made by a newer release (${release}, schema ${schema}): update Formosa to restore it.`,
    )
  return header
}

async function* itemsOf(path: string, values: AsyncGenerator<unknown>): AsyncGenerator<Item> {
  const counts: Record<string, number> = {}
  let table: TableItem | null = null
  let rows: Cell[][] = []
  for await (const value of values) {
    if (Array.isArray(value)) {
      const row = value.map(decodeCell)
      if (row.length !== table?.columns.length || row.includes(undefined)) throw damaged(path)
      rows.push(row as Cell[])
      counts[table.name]!++
      if (rows.length < portion) continue
    }
    if (rows.length > 0) yield { kind: 'rows', rows }
    rows = []
    if (Array.isArray(value)) continue
    if (isClosing(value)) {
      if (!isDeepStrictEqual(value.rows, counts)) throw damaged(path)
    } else if (isTable(value)) {
      table = value
      counts[table.name] = 0
      yield table
    } else throw damaged(path)
  }
}

/** The parsed lines; throws where the closing line is missing or its checksum differs. */
async function* valuesOf(path: string, passphrase: string | null): AsyncGenerator<unknown> {
  const hash = createHash('sha256')
  let sum: string | null = null
  for await (const line of linesOf(path, passphrase)) {
    const value = parsed(line)
    if (sum !== null) throw damaged(path)
    if (isClosing(value)) sum = value.sha256
    else hash.update(`${line}\n`)
    yield value
  }
  if (sum !== hash.digest('hex')) throw damaged(path)
}

/** Undefined where it is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The compressed bytes of a backup, decrypted where it is encrypted. */
async function* packedBytes(path: string, passphrase: string | null): AsyncGenerator<Buffer> {
  const source = createByteReader(createReadStream(path))
  yield* isEncrypted(await source.peek(magicLength)) ? decrypt(source, passphrase, path) : source.rest()
}

async function* linesOf(path: string, passphrase: string | null): AsyncGenerator<string> {
  const unpacked = createGunzip()
  // Errors of either stream are thrown to the reader.
  pipeline(Readable.from(packedBytes(path, passphrase)), unpacked).catch(() => {})
  let rest = Buffer.alloc(0)
  let isFirst = true
  const notWhole = (cause?: unknown) => (isFirst ? foreign(path) : damaged(path, cause))
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk])
      let from = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
        yield rest.toString('utf8', from, end)
        isFirst = false
        from = end + 1
      }
      rest = rest.subarray(from)
      if (rest.length > mostLine) throw notWhole()
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (error instanceof OperatorError) throw error
    if (error instanceof BrokenCipher) throw damaged(path, error)
    if (code === 'ENOENT') throw new MissingError(`There is no file ${path}.`)
    if (code === 'Z_BUF_ERROR') throw damaged(path, error)
    if (code === 'EISDIR' || code.startsWith('Z_')) throw notWhole(error)
    throw explain(error, `read ${path}`)
  }
  if (rest.length > 0) throw notWhole()
}
