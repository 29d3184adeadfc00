import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

/** Mounts a file system of so many megabytes on a folder; returns why it cannot, null where it could. */
export function mountSmall(folder: string, megabytes: number): string | null {
  if (process.getuid?.() !== 0) return 'needs root to mount a small file system'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine does not let a small file system be mounted'
  }
}

/** Ends the file system and removes its folder. */
export function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

const pieces = [1 << 16, 1 << 12, 1]

/** Writes to a file until the disk has no byte left, or so many are written. */
export function fillDisk(path: string, most = Number.POSITIVE_INFINITY): void {
  const fd = openSync(path, 'a')
  let left = most
  try {
    for (const size of pieces)
      try {
        while (left >= size) {
          const written = writeSync(fd, Buffer.alloc(size, 1))
          left -= written
          if (written < size) break
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
  } finally {
    closeSync(fd)
  }
}
