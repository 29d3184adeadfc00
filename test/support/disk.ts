import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'

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

/** Flips one bit of a file in place; keeps its modification time unless `updatesTime`. */
export function flipBit(path: string, share: number, { updatesTime = false } = {}): void {
  const { size, atime, mtime } = statSync(path)
  const fd = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  const at = Math.min(size - 1, Math.floor(size * share))
  readSync(fd, byte, 0, 1, at)
  byte[0]! ^= 1 << Math.floor(Math.random() * 8)
  writeSync(fd, byte, 0, 1, at)
  closeSync(fd)
  if (!updatesTime) utimesSync(path, atime, mtime)
}
