import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedError } from '../errors.ts'

/** How long a version stays readable after a newer one: the lifetime of a cursor. */
export const keptMs = 24 * 3_600_000

/** One Parquet file of a version: the rows of a period. */
export type Part = {
  /** `all` where the key has no date; else as `divide` names periods. */
  readonly name: string
  /** Path inside the version's folder. */
  readonly file: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly first_date: string | null
  readonly last_date: string | null
  /** The SHA-256 of earlier parts, if this one has exactly their rows: what was derived from those holds still. */
  readonly of?: readonly string[]
}

/** Rows that a version changed in a dataset. */
export type Change = { readonly added: number; readonly changed: number; readonly removed: number }

/** Revised rows of a dataset and a year (`revisions.ts`). */
export type RevisionFile = { readonly file: string; readonly rows: number; readonly sha256: string }

export type Holding = {
  readonly rows: number
  readonly first_date: string | null
  readonly last_date: string | null
  /** From the oldest days to the newest. */
  readonly parts: readonly Part[]
  /** The rows that were changed, withdrawn or inserted later so far, by years. */
  readonly revisions: readonly RevisionFile[]
  readonly change: Change
}

export type Manifest = {
  /**
   * Format 1 had two parts: the closed years, and the years from that of `through` on. Up to format 2 a dataset had one file
   * of revisions or null, and there were no loads.
   */
  readonly format: 1 | 2 | 3
  /** Increases by one with each version. */
  readonly number: number
  /** A hash of the rows, equal on every machine that holds the same rows. */
  readonly version: string
  readonly origin: 'demo' | 'live'
  /** The newest trading day the version is complete for. */
  readonly through: string
  readonly written_at: string
  /** The properties of the program that wrote the version, for the next writer. */
  readonly maker: Readonly<Record<string, unknown>>
  readonly datasets: Readonly<Record<string, Holding>>
  /** When days came first, by years (`loads.ts`). */
  readonly loads: readonly { readonly file: string; readonly sha256: string }[]
}

/** A manifest of any format as one of the present one. */
function upToDate(manifest: Manifest): Manifest {
  if (manifest.format > 2) return manifest
  const holdings = Object.entries(manifest.datasets).map(([name, holding]): [string, Holding] => {
    const { revisions } = holding as { readonly revisions: unknown }
    return [name, { ...holding, revisions: revisions === null ? [] : [revisions as RevisionFile] }]
  })
  return { ...manifest, datasets: Object.fromEntries(holdings), loads: [] }
}

/** Hashes the rows alone, without times and history. */
export function versionOf({ origin, datasets }: Pick<Manifest, 'origin' | 'datasets'>): string {
  const rows = Object.entries(datasets)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { parts }]) => [name, ...parts.map(({ name: part, sha256 }) => `${part}:${sha256}`)])
  return hash('sha256', JSON.stringify([origin, rows])).slice(0, 16)
}

/** Reads a version; null where it was removed. */
export async function readVersion(
  folder: string,
): Promise<{ readonly manifest: Manifest; readonly folder: string } | null> {
  try {
    return { folder, manifest: upToDate(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (error instanceof SyntaxError)
      throw new DamagedError(`The manifest in ${folder} is damaged: restore the lake from a backup or build it anew.`)
    throw error
  }
}

/** The name of a version's folder; names sort as the versions do. */
export const folderName = ({ number, version }: Pick<Manifest, 'number' | 'version'>): string =>
  `${String(number).padStart(8, '0')}-${version}`

/** The version in the name of its folder. */
export const versionIn = (folder: string): string => folder.split('-').at(-1)!

export const noChange: Change = { added: 0, changed: 0, removed: 0 }

export const sumOf = (a: Change, b: Change): Change => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  removed: a.removed + b.removed,
})

export const unchanged = ({ added, changed, removed }: Change): boolean => added + changed + removed === 0

/**
 * The versions that no reader may use any more once the last of these is current; oldest first. The time is that of the
 * last one, so that its tables name exactly the versions that stay.
 */
export function outlived(manifests: readonly Manifest[]): Manifest[] {
  const current = manifests.at(-1)
  if (!current) return []
  const newer = new Date(Date.parse(current.written_at) - keptMs).toISOString()
  return manifests.filter((_, i) => i + 1 < manifests.length && manifests[i + 1]!.written_at < newer)
}
