import { createHash, hash, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DiskError, explain, MissingError } from './errors.ts'

/** A damaged file: truncated, missing or changed. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
  readonly file: string
  /** The damaged block of rows; null where the whole file is damaged. */
  readonly block: number | null

  constructor(file: string, fault: string, block: number | null = null) {
    super(`${file}${block === null ? '' : `, block ${block}`}: ${fault}`)
    this.file = file
    this.block = block
  }
}

/** A file up to this size is read at once, which takes a third of the time of a stream. */
const smallFile = 1 << 20

/** The SHA-256 of a file; `pace` is awaited after each part of it. */
export async function checksum(path: string, pace: (bytes: number) => Promise<void> = async () => {}): Promise<string> {
  const isSmall = (await stat(path)).size <= smallFile
  const digest = createHash('sha256')
  for await (const chunk of isSmall ? [await readFile(path)] : createReadStream(path, { highWaterMark: smallFile })) {
    digest.update(chunk)
    await pace(chunk.length)
  }
  return digest.digest('hex')
}

/** The state of a file that does not have the bytes it should. */
export type Damage = 'missing' | 'damaged'

export const damageFrom = (error: NodeJS.ErrnoException): Damage => (error.code === 'ENOENT' ? 'missing' : 'damaged')

/** Compares a file with its SHA-256; null where it is whole. */
export const fileDamage = (path: string, sha256: string): Promise<Damage | null> =>
  checksum(path).then((found) => (found === sha256 ? null : 'damaged'), damageFrom)

/** Whether there is a file of this size and SHA-256. */
export async function isWhole(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.size === bytes && (await checksum(path)) === sha256
}

const frame = (text: string): string => `{"sha256":"${hash('sha256', text)}","content":${text}}`
const before = frame('').length - 1

/** A JSON text with its checksum, as JSON. */
export const sealJson = (value: unknown): string => frame(JSON.stringify(value))

/** The sealed value; null where the text was changed. */
export function unsealJson<T>(text: string): T | null {
  const content = text.slice(before, -1)
  return text === frame(content) ? (JSON.parse(content) as T) : null
}

/** Gives a file that root has made the owner of its folder: a service that runs as that user must be able to read it. */
export function ownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}

/**
 * Makes a folder and those above it. Node's own recursive `mkdir` never returns where the system denies a folder as
 * missing though the one above it is there, as in /proc; and it reports a read-only disk as a missing folder.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  try {
    try {
      mkdirSync(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
      makeFolder(dirname(folder))
      mkdirSync(folder)
    }
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Returns when the names of the files in a folder are on the disk. */
export function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Makes a file that its owner alone may read, unless there is one: whole or not at all, on the disk when it returns, and
 * never in the place of one that another process has made meanwhile.
 */
export function makePrivate(path: string, text: () => string): void {
  if (existsSync(path)) return
  if (!existsSync(dirname(path))) {
    makeFolder(dirname(path))
    ownLikeFolder(dirname(path))
  }
  // A unique name: a file left by a killed process must not stop the next start.
  const scratch = `${path}.${randomBytes(4).toString('hex')}`
  const fd = openSync(scratch, 'wx', 0o600)
  try {
    writeSync(fd, text())
    fsyncSync(fd)
    ownLikeFolder(scratch)
    linkSync(scratch, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(fd)
    rmSync(scratch)
  }
  syncFolder(dirname(path))
}

/** Puts a file in the place of another: readers see the one or the other, whole. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const scratch = `${path}.${process.pid}`
  await writeFile(scratch, content)
  await rename(scratch, path)
}

/** For `catch`: takes a value in the place of a file or folder that is missing. */
export const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error
    return value
  }

export function explainWrite(error: unknown, path: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return explain(error, `write ${path}`)
  const folder = dirname(path)
  return existsSync(folder)
    ? new DiskError(`Cannot write ${path}: the system makes no files in ${folder}.`, { cause: error })
    : new MissingError(`Cannot write ${path}: there is no such folder.`, { cause: error })
}

/** Bytes that can still be written to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** A folder to write to, and the bytes to keep free for the accounts. */
export type Room = { readonly folder: string; readonly keepFree: number }

const keptOf = (keepFree: number): string =>
  keepFree > 0 ? `, of which ${megabytes(keepFree)} are kept for accounts` : ''

/** Throws where this many bytes do not fit. */
export function assertRoom({ folder, keepFree }: Room, needs: number, action: string): void {
  const free = freeBytes(folder)
  if (needs + keepFree <= free) return
  throw new DiskError(
    `Cannot ${action}: it needs about ${megabytes(needs)}, and the disk of ${folder} has ${megabytes(free)} free${keptOf(keepFree)}. Free some room; nothing was begun.`,
  )
}

const lookMs = 200

/** Polls the disk during a write; calls `onLow` at each poll while less than the kept room is free. */
export function watchRoom({ folder, keepFree }: Room, onLow: () => void) {
  let isLow = false
  const timer = setInterval(() => {
    try {
      isLow ||= freeBytes(folder) < keepFree
    } catch {
      // A missing folder is reported by the writer.
    }
    if (isLow) onLow()
  }, lookMs)
  timer.unref()
  return {
    stop: () => clearInterval(timer),
    /** The error to report: a full disk where that caused the failure. */
    reason: (error: unknown, action: string): unknown =>
      isLow
        ? new DiskError(
            `Cannot ${action}: the disk of ${folder} is full${keepFree > 0 ? ` up to the ${megabytes(keepFree)} kept for accounts` : ''}. What was written is removed; free some room.`,
            { cause: error },
          )
        : error,
  }
}
