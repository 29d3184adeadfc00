import { copyFile, link, open, readdir, readlink, rename, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explain } from '../errors.ts'

/** Flushes a file or folder to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes that go on at once: one by one, each would wait for the disk. */
const flushedAtOnce = 32

/** Flushes a folder and all in it to the disk, but for links to files of earlier versions, which are there. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))].values()
  const flush = async () => {
    for (const path of paths) {
      const found = await stat(path)
      if (found.isDirectory() || found.nlink === 1) await sync(path)
    }
  }
  await Promise.all(Array.from({ length: flushedAtOnce }, flush))
}

/** Links a file, or copies it if the file system has no links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(from, to)
  }
}

/** The folder of the current version; null before the first. */
export async function currentFolder(root: string, what: 'lake' | 'pages'): Promise<string | null> {
  const target = await readlink(join(root, 'current')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw explain(error, `read the ${what} in ${root}`)
  })
  return target === null ? null : join(root, target)
}

/** Points `path` at `target` atomically. */
export async function pointAt(path: string, target: string, scratch: string): Promise<void> {
  await symlink(target, scratch)
  await rename(scratch, path)
  await sync(dirname(path))
}
