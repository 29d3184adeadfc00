import { crc32, deflateRawSync } from 'node:zlib'

/** An archive of files, for tests: packed, under names that nobody reads. */
export function archived(files: readonly Uint8Array[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const file of files) {
    const packed = deflateRawSync(file)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(file), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(file.length, 8)
    const name = Buffer.from([0xb4, 0xba])
    const lengths = Buffer.from([name.length, 0, 0, 0])
    const local = Buffer.concat([Buffer.from('504b03041400000008000000000000', 'hex').subarray(0, 14), sizes, lengths])
    const entry = Buffer.alloc(46)
    entry.write('504b01021400140000000800', 0, 'hex')
    sizes.copy(entry, 16)
    lengths.copy(entry, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, name, packed)
    directory.push(entry, name)
    at += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
