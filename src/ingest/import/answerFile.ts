import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { explain, OperatorError } from '../../errors.ts'

/** A raw answer that somebody kept: where it stands, and its bytes as the publisher sent them. */
export type KeptAnswer = {
  readonly file: string
  /** Its line in a file of several answers; null where the file is one answer. */
  readonly line: number | null
  readonly bytes: Uint8Array
}

/** Answers are read whole, so that a file is never larger than this once it is unpacked. */
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

/** The lines of a file that has a JSON answer in each; null where it is no such file. */
function linesOf(bytes: Uint8Array): { readonly line: number; readonly text: string }[] | null {
  // Only JSON is kept so: an object or a list that ends where its line does, and another one after it.
  if (!/^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))) return null
  const lines = Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
  return lines.length > 1 && isJson(lines[0]!.text) && isJson(lines[1]!.text) ? lines : null
}

/** The answers in a file: one, or one in each line (ndjson); packed with gzip or not. */
export async function readAnswers(path: string): Promise<KeptAnswer[]> {
  const bytes = await unpacked(path)
  if (bytes.length === 0) throw new OperatorError(`${path} is empty.`)
  const lines = linesOf(bytes)
  if (lines === null) return [{ file: path, line: null, bytes }]
  return lines.map(({ line, text }) => ({ file: path, line, bytes: Buffer.from(text) }))
}
