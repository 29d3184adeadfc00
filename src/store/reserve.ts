import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes } from '../disk.ts'

/**
 * A file that reserves disk space for the accounts when everything else has used up the rest. It is removed before a
 * write to a full disk, and made again when there is room.
 */
const pathOf = (home: string): string => join(home, 'reserve')

/** With less free space than this a change to an account may fail. */
const leastBytes = 1 << 20
const pieceBytes = 1 << 20

/** Removes the reserve where the disk is full; called before every change to the accounts. */
export function makeRoom(home: string): void {
  if (freeBytes(home) < leastBytes) rmSync(pathOf(home), { force: true })
}

const heldBytes = (home: string): number => statSync(pathOf(home), { throwIfNoEntry: false })?.size ?? 0

/** Makes the reserve where it is missing and there is room for it twice over. */
export function keepReserve(home: string, bytes: number): void {
  const held = heldBytes(home)
  if (held === bytes || (held === 0 && freeBytes(home) < bytes * 2 + leastBytes)) return
  if (held > 0 || bytes === 0) rmSync(pathOf(home), { force: true })
  if (bytes === 0) return
  const scratch = `${pathOf(home)}.new`
  const fd = openSync(scratch, 'w', 0o600)
  try {
    // A file system that compresses would give no room to zeros.
    for (let at = 0; at < bytes; at += pieceBytes) writeSync(fd, randomBytes(Math.min(pieceBytes, bytes - at)))
    fsyncSync(fd)
    closeSync(fd)
    renameSync(scratch, pathOf(home))
  } catch (error) {
    closeSync(fd)
    rmSync(scratch, { force: true })
    throw error
  }
}

/** The state of the disk for `/readyz`, with the free bytes. */
export function diskState(home: string, reserve: number): string {
  const free = freeBytes(home)
  const isHeld = reserve === 0 || heldBytes(home) === reserve
  if (free < leastBytes && (!isHeld || reserve === 0))
    return `failing: ${free} bytes free; accounts cannot be changed and no new version is made`
  if (free < reserve || !isHeld)
    return `degraded: ${free} bytes free, and ${reserve} are kept for accounts; no new version is made until there is more room`
  return `ok: ${free} bytes free`
}
