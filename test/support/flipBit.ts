import { closeSync, openSync, readSync, statSync, utimesSync, writeSync } from 'node:fs'

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
