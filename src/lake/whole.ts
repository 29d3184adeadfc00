import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checksum, type Damage, damageFrom, fileDamage } from '../disk.ts'
import { DamagedError } from '../errors.ts'
import type { Manifest } from './manifest.ts'

/** Called with the bytes read and awaited. */
type Pace = (bytes: number) => Promise<void>

type Folder = { readonly manifest: Manifest; readonly folder: string }
type Listed = { readonly file: string; readonly sha256: string }

/** Files of the named datasets of a version, or of all. */
export const filesOf = ({ manifest }: Folder, names?: readonly string[]): Listed[] =>
  Object.entries(manifest.datasets)
    .filter(([name]) => names?.includes(name) ?? true)
    .flatMap(([, { parts }]) => parts)

/** Throws if a file of these datasets is damaged. */
export async function assertWhole(version: Folder, names?: readonly string[]): Promise<void> {
  for (const { file, sha256 } of filesOf(version, names)) await assertFileWhole(join(version.folder, file), sha256)
}

export async function assertFileWhole(path: string, sha256: string): Promise<void> {
  const damage = await fileDamage(path, sha256)
  if (damage !== null)
    throw new DamagedError(
      `${path} is ${damage}: its checksum is not the one in the manifest. Run "formosa verify" for a full list, then build the lake anew ("formosa market build --again") or restore it from a backup.`,
    )
}

/** How long an unchanged file is trusted. */
const trustedMs = 600_000
/** Within this time of a change, a second change may leave the same timestamp. */
const settledMs = 100

type Known = { readonly stamp: string; readonly at: number; readonly what: Damage | null }

/** Remembers which files were found whole, so that they are not read for every query. */
export type WholeFiles = ReturnType<typeof createWholeFiles>

export function createWholeFiles() {
  const known = new Map<string, Known>()
  const looking = new Map<string, Promise<Damage | null>>()

  /** The time of a file's last change (`ctime`) cannot be set back. */
  const stampOf = async (path: string) => {
    const { ino, size, ctimeMs } = await stat(path)
    return { stamp: `${ino} ${size} ${ctimeMs}`, changed: ctimeMs }
  }

  /** Reads one file again. */
  async function look(path: string, sha256: string, pace?: Pace): Promise<Damage | null> {
    try {
      for (let tries = 0; tries < 3; tries++) {
        const before = await stampOf(path)
        const what = (await checksum(path, pace)) === sha256 ? null : 'damaged'
        const after = await stampOf(path)
        if (after.stamp !== before.stamp) continue
        if (Date.now() - after.changed < settledMs) known.delete(path)
        else known.set(path, { stamp: after.stamp, at: Date.now(), what })
        return what
      }
      // A file that changes while it is read was not published by us.
      return 'damaged'
    } catch (error) {
      known.delete(path)
      return damageFrom(error as NodeJS.ErrnoException)
    }
  }

  /** The state of one file; null where it is whole. */
  async function stateOf(path: string, sha256: string): Promise<Damage | null> {
    const last = known.get(path)
    if (last && Date.now() - last.at < trustedMs) {
      const now = await stampOf(path).catch(() => null)
      if (now?.stamp === last.stamp) return last.what
    }
    const running = looking.get(path) ?? look(path, sha256).finally(() => looking.delete(path))
    looking.set(path, running)
    return running
  }

  return {
    check: stateOf,
    look,
    /** The damaged files of these datasets. */
    async damaged(version: Folder, names: readonly string[]) {
      const found = await Promise.all(
        filesOf(version, names).map(async ({ file, sha256 }) => ({
          file,
          what: await stateOf(join(version.folder, file), sha256),
        })),
      )
      return found.flatMap(({ file, what }) => (what === null ? [] : [{ file, what }]))
    },
  }
}
