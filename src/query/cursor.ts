import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { problem } from '../errors.ts'
import type { Position } from '../pages/select.ts'
import { type Form, printForm, readForm } from './formats/formats.ts'
import type { Query } from './parameters.ts'

/** A reader's position: query, version of the data, and last row. */
export type Cursor = {
  readonly origin: string
  readonly version: string
  readonly dataset: string
  readonly query: Query
  readonly position: Position
  /** The encoding of the first request; null for plain JSON. */
  readonly form: Form | null
}

const changed = {
  en: 'it was changed or cut on its way; take it from the previous answer as it is',
  zh: '內容在途中被更動或截斷，請照前一次回應原樣使用',
}

const macBytes = 16
/** Imported keys; importing a key for every cursor costs six times as much. */
const read = new WeakMap<Buffer, KeyObject>()

function mac(key: Buffer, body: Buffer): Buffer {
  const known = read.get(key) ?? createSecretKey(key)
  read.set(key, known)
  return createHmac('sha256', known).update(body).digest().subarray(0, macBytes)
}

/** Short texts are stored uncompressed, in a deflate block. */
const shortBytes = 256
const storedHead = 5

function pack(text: string): Buffer {
  const size = Buffer.byteLength(text)
  if (size > shortBytes) return deflateRawSync(text)
  const packed = Buffer.allocUnsafe(storedHead + size)
  packed[0] = 1
  packed.writeUInt16LE(size, 1)
  packed.writeUInt16LE(size ^ 0xffff, 3)
  packed.write(text, storedHead)
  return packed
}

const unpack = (packed: Buffer): string =>
  packed[0] === 1 ? packed.toString('utf8', storedHead) : inflateRawSync(packed).toString()

/** The keys of cursors: the first writes them, each of them reads them. */
export type CursorKeys = readonly [Buffer, ...Buffer[]]

const leastFields = 11

function placeOf(position: Position): readonly unknown[] {
  if ('next' in position) return [position.next]
  if ('key' in position) return [position.key]
  if ('day' in position) return [position.day, null]
  return [position.date, position.stream, position.row]
}

function positionOf([first, stream, row]: readonly [number | string, number | null, number]): Position {
  if (typeof first === 'string') return { key: first }
  if (stream === undefined) return { next: first }
  return stream === null ? { day: first } : { date: first, stream, row }
}

/** Writes an opaque, authenticated cursor. */
export function writeCursor(keys: CursorKeys, { origin, version, dataset, query, position, form }: Cursor): string {
  const { ids, from, to, period, includeHidden, ascending, limit, columns, asOf, knownBy, showsKnown } = query
  const { filters, dateColumn, latest, wide } = query
  const flags = (includeHidden ? 1 : 0) + (ascending ? 2 : 0) + (showsKnown ? 4 : 0) + (latest ? 8 : 0)
  const fields = [
    ...[
      origin,
      version,
      dataset,
      flags,
      limit,
      placeOf(position),
      from,
      to,
      period,
      ids?.join(','),
      columns?.join(','),
    ],
    ...[form === null ? null : printForm(form), asOf, knownBy?.join(','), filters, dateColumn, wide],
  ]
  // Most cursors say nothing of the last ones.
  while (fields.length > leastFields && fields.at(-1) == null) fields.pop()
  return seal(keys, fields)
}

/** Encodes and authenticates values. */
export function seal([key]: CursorKeys, fields: readonly unknown[]): string {
  const body = pack(JSON.stringify(fields))
  return Buffer.concat([mac(key, body), body]).toString('base64url')
}

/** Returns sealed values; throws 400 `invalid_cursor` for anything else. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows the types it sealed
export function unseal(keys: CursorKeys, text: string): any[] {
  const bytes = Buffer.from(text, 'base64url')
  const body = bytes.subarray(macBytes)
  const isOurs =
    bytes.length > macBytes &&
    bytes.toString('base64url') === text &&
    keys.some((key) => timingSafeEqual(bytes.subarray(0, macBytes), mac(key, body)))
  if (!isOurs) throw problem('invalid_cursor', [changed])
  return JSON.parse(unpack(body))
}

/** Reads a cursor; throws 400 `invalid_cursor` for anything that `writeCursor` did not write. */
export function readCursor(keys: CursorKeys, text: string): Cursor {
  const [origin, version, dataset, flags, limit, place, from, to, period, ids, columns, ...more] = unseal(keys, text)
  const [form, asOf, knownBy, filters, dateColumn, wide] = more
  return {
    origin,
    version,
    dataset,
    query: {
      ids: ids?.split(',') ?? null,
      from,
      to,
      period,
      includeHidden: (flags & 1) === 1,
      ascending: (flags & 2) === 2,
      limit,
      columns: columns?.split(',') ?? null,
      asOf: asOf ?? null,
      knownBy: knownBy?.split(',') ?? null,
      showsKnown: (flags & 4) === 4,
      filters: filters ?? null,
      dateColumn: dateColumn ?? null,
      latest: (flags & 8) === 8,
      wide: wide ?? null,
    },
    position: positionOf(place),
    form: form == null ? null : readForm(form),
  }
}
