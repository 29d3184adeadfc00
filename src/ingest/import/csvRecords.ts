import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { DamagedError } from '../../errors.ts'
import { createEncodingDetector } from '../../sources/sniffed.ts'

/** A record: the number of its first line, and its cells. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** Reads the bytes of a file, gzipped or not. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path)
  const raw = handle.createReadStream({ start: 0, autoClose: false })
  try {
    const start = Buffer.alloc(2)
    await handle.read(start, 0, 2, 0)
    const bytes = start[0] === 0x1f && start[1] === 0x8b ? raw.pipe(createGunzip()) : raw
    raw.on('error', (error) => bytes.destroy(error))
    yield* bytes as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_')) throw new DamagedError(`${path} cannot be unpacked: it is cut or damaged.`)
    throw error
  } finally {
    raw.destroy()
    await handle.close()
  }
}

/** Reads the text of a file in UTF-8 or Big5; reads the file twice. */
async function* textOf(path: string): AsyncGenerator<string> {
  const detector = createEncodingDetector()
  for await (const chunk of bytesOf(path)) detector.add(chunk)
  const decoder = new TextDecoder(detector.end())
  for await (const chunk of bytesOf(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const quotes = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++
  return count
}

/** Splits a record; quoted cells may hold commas, line breaks and doubled quotes. */
function cellsOf(text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    if (text[at] === '=' && text[at + 1] === '"') at++
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (text[end + 1] === '"') end = text.indexOf('"', end + 2)
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      const comma = text.indexOf(',', end)
      at = comma < 0 ? text.length + 1 : comma + 1
    } else {
      const comma = text.indexOf(',', at)
      const end = comma < 0 ? text.length : comma
      cells.push(text.slice(at, end))
      at = end + 1
    }
  }
  return cells
}

/** Reads the records of a CSV file, without blank lines. */
export async function* csvRecords(path: string): AsyncGenerator<CsvRecord> {
  let rest = ''
  let [line, first, open] = [0, 1, false]
  const finish = (text: string): CsvRecord | null => {
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    return whole.trim() === '' ? null : { line: first, cells: cellsOf(whole) }
  }
  let pending = ''
  for await (const piece of textOf(path)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const text of lines) {
      line++
      if (!open) first = line
      pending = open ? `${pending}\n${text}` : text
      if (text.includes('"') && quotes(text) % 2 === 1) open = !open
      if (open) continue
      const record = finish(pending)
      if (record) yield record
    }
  }
  if (!open) first = line + 1
  if (open !== (quotes(rest) % 2 === 1))
    throw new DamagedError(`${path} breaks off inside a quoted cell of the row that begins in line ${first}.`)
  const last = finish(open ? `${pending}\n${rest}` : rest)
  if (last) yield last
}
