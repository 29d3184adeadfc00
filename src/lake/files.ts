import { createHash, hash as hashOf } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, open, readFile, rename, stat, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Flushes a file or folder to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file up to this size is read at once, which takes a third of the time of a stream. */
const smallFile = 1 << 20

export async function checksum(path: string): Promise<string> {
  if ((await stat(path)).size <= smallFile) return hashOf('sha256', await readFile(path))
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

/** Links a file, or copies it if the file system has no links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(from, to)
    await sync(to)
  }
}

/** Points `path` at `target` atomically. */
export async function pointAt(path: string, target: string, scratch: string): Promise<void> {
  await symlink(target, scratch)
  await rename(scratch, path)
  await sync(dirname(path))
}
