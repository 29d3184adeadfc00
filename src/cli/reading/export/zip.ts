import { crc32, deflateRawSync } from 'node:zlib'

/** Midnight of 1980-01-01, the first moment that a ZIP archive can name: the same rows give the same bytes. */
const [noTime, firstDay] = [0, 0x21]

/** A ZIP archive of one file. */
export function zipOf(name: string, text: string): Buffer {
  const [file, content] = [Buffer.from(name), Buffer.from(text)]
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(26)
  for (const [i, value] of [20, 0x800, 8, noTime, firstDay].entries()) head.writeUInt16LE(value, i * 2)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(file.length, 22)
  const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, file, packed])
  const more = Buffer.alloc(14)
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, more, file])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(entry.length, 12)
  return Buffer.concat([entry, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
