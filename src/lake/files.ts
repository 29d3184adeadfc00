import { copyFile, link, open, readlink, rename, symlink } from 'node:fs/promises'
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
