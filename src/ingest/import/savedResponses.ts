import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { explain, OperatorError } from '../../errors.ts'

/** A raw response from a file, with its bytes as the publisher sent them. */
export type SavedResponse = {
  readonly file: string
  /** Its line in a file of several responses; null if the file is one response. */
  readonly line: number | null
  readonly bytes: Uint8Array
}

/** Largest unpacked file; responses are read whole. */
const largest = 512 << 20

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpacked(path: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(path)
    return isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: largest }) : bytes
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new OperatorError(`There is no file ${path}.`)
    if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'ERR_FS_FILE_TOO_LARGE')
      throw new OperatorError(`${path} is larger than ${largest >> 20} MB unpacked: split it.`)
    if (code.startsWith('Z_')) throw new OperatorError(`${path} cannot be unpacked: it is cut or damaged.`)
    throw explain(error, `read ${path}`)
  }
}

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** The lines of a file with one JSON response per line; null for other files. */
function linesOf(bytes: Uint8Array): { readonly line: number; readonly text: string }[] | null {
  // Both of the first two lines must be complete JSON.
  if (!/^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))) return null
  const lines = Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
  return lines.length > 1 && isJson(lines[0]!.text) && isJson(lines[1]!.text) ? lines : null
}

/** Reads the responses in a file: one, or one per line (ndjson); gzipped or not. */
export async function readSavedResponses(path: string): Promise<SavedResponse[]> {
  const bytes = await unpacked(path)
  if (bytes.length === 0) throw new OperatorError(`${path} is empty.`)
  const lines = linesOf(bytes)
  if (lines === null) return [{ file: path, line: null, bytes }]
  return lines.map(({ line, text }) => ({ file: path, line, bytes: Buffer.from(text) }))
}
