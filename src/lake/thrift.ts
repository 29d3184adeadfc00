/** Thrift's compact protocol, in which the footer of a Parquet file is written: read into a tree, and written again. */

const [yes, no, byte, double, binary, list, set, map, struct] = [1, 2, 3, 7, 8, 9, 10, 11, 12] as const

type Field = { readonly id: number; readonly type: number; readonly value: Value }
export type Struct = readonly Field[]
export type List = { readonly of: number; readonly items: readonly Value[] }
/** Integers of every width are bigint. */
export type Value = bigint | boolean | Buffer | List | Struct

/** Reads a structure at the beginning of these bytes. */
export function readStruct(bytes: Buffer): Struct {
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const next = bytes[at++]
      if (next === undefined) throw new Error('a footer ends within a number')
      value |= BigInt(next & 0x7f) << shift
      if (next < 0x80) return value
      shift += 7n
    }
  }
  const integer = (): bigint => {
    const value = varint()
    return (value >> 1n) ^ -(value & 1n)
  }
  const take = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const read = (type: number): Value => {
    if (type === yes || type === no) return type === yes
    if (type === byte) return BigInt(take(1)[0]!)
    if (type === double) return take(8)
    if (type === binary) return take(Number(varint()))
    if (type === struct) return fields()
    if (type === list || type === set) {
      const head = bytes[at++]!
      const size = head >> 4 === 15 ? Number(varint()) : head >> 4
      const of = head & 0x0f
      // In a list, a truth value is a byte.
      const items = Array.from({ length: size }, () => (of <= no ? take(1)[0] === yes : read(of)))
      return { of, items }
    }
    if (type === map) throw new Error('a footer with a map is not known')
    return integer()
  }
  const fields = (): Struct => {
    const found: Field[] = []
    for (let id = 0; ; ) {
      const head = bytes[at++]
      if (head === undefined) throw new Error('a footer ends within a structure')
      if (head === 0) return found
      id = head >> 4 === 0 ? Number(integer()) : id + (head >> 4)
      const type = head & 0x0f
      found.push({ id, type, value: read(type) })
    }
  }
  return fields()
}

/** Writes a structure as the engine does. */
export function writeStruct(top: Struct): Buffer {
  const out: Buffer[] = []
  const put = (...bytes: readonly number[]) => out.push(Buffer.from(bytes))
  const varint = (value: bigint) => {
    const bytes: number[] = []
    let rest = value
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
    put(...bytes, Number(rest))
  }
  const integer = (value: bigint) => varint(value < 0n ? -value * 2n - 1n : value * 2n)
  const write = (type: number, value: Value): void => {
    if (type === yes || type === no) return
    if (type === byte) put(Number(value))
    else if (type === double) out.push(value as Buffer)
    else if (type === binary) {
      varint(BigInt((value as Buffer).length))
      out.push(value as Buffer)
    } else if (type === struct) fields(value as Struct)
    else if (type === list || type === set) {
      const { of, items } = value as List
      if (items.length < 15) put((items.length << 4) | of)
      else {
        put(0xf0 | of)
        varint(BigInt(items.length))
      }
      for (const item of items) {
        if (of <= no) put(item === true ? yes : no)
        else write(of, item)
      }
    } else integer(value as bigint)
  }
  const fields = (all: Struct): void => {
    let last = 0
    for (const { id, type, value } of all) {
      if (id > last && id - last <= 15) put(((id - last) << 4) | type)
      else {
        put(type)
        integer(BigInt(id))
      }
      write(type, value)
      last = id
    }
    put(0)
  }
  fields(top)
  return Buffer.concat(out)
}

/** A field of a structure. */
export const fieldOf = (fields: Struct, id: number): Value | undefined => fields.find((one) => one.id === id)?.value

/** The structure with other values of some of its fields. */
export const withFields = (fields: Struct, values: Readonly<Record<number, (value: Value) => Value>>): Struct =>
  fields.map((one) => ({ ...one, value: values[one.id]?.(one.value) ?? one.value }))
