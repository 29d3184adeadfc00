import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { find } from '../catalogue/index.ts'
import { DamagedFile } from '../disk.ts'
import type { HiddenFile, Order, PageFile, PartPages } from './format.ts'
import { isHiddenById } from './hidden.ts'
import type { KnownFile } from './knownFile.ts'
import { missingIn, type PageVersion } from './list.ts'

/** A page file that can be read; its index is read when a request needs it. */
export type OpenFile = PageFile & {
  readonly dataset: string
  readonly path: string
  readonly count: number
  /** Day numbers of the newest and the oldest row. */
  readonly newest: number
  readonly oldest: number
  /** The days with hidden rows, for the by-date order; null for the other, and where every row is shown. */
  readonly hidden: (HiddenFile & { readonly path: string }) | null
  /** Ids of delisted securities; null where no row is hidden: a request reads the rows of a hidden id only if it asks so. */
  readonly inactive: ReadonlySet<string> | null
}

/** Consecutive rows of a file, and the number of the first in their stream. */
export type FileRows = { readonly file: OpenFile; readonly from: number; readonly to: number; readonly number: number }

export type OpenKnown = Pick<KnownFile, 'bytes' | 'modified'> & { readonly path: string }

export type OpenPart = Pick<PartPages, 'part' | 'variant' | 'count' | 'newest' | 'oldest'> & {
  /** The part of the lake that this one is a range of ids of; null for a whole part. */
  readonly rangeOf: string | null
  readonly byId: OpenFile | null
  readonly byDate: OpenFile
}

/** The pages of one version, shareable between threads. */
export type OpenPages = {
  readonly folder: string
  readonly version: string
  readonly origin: string
  /** The last day that the version covers. */
  readonly through: string
  /** Parts of each dataset, newest rows first. */
  readonly datasets: Readonly<Record<string, readonly OpenPart[]>>
  /** Ids of delisted securities. */
  readonly inactive: ReadonlySet<string>
  /** When rows became known, by dataset. */
  readonly known: Readonly<Record<string, OpenKnown>>
  /** Datasets whose pages are still to be made. */
  readonly missing: readonly string[]
}

/** Opens the pages of a part; `place` finds a file. */
export function openPart(
  dataset: Dataset,
  { part, variant, count, newest, oldest, files, hidden, isRange }: PartPages,
  inactive: ReadonlySet<string>,
  place: (name: string) => string,
): OpenPart {
  const open = (order: Order): OpenFile => {
    const file = files.find((one) => one.order === order) ?? files[0]!
    const isShown = hidden === null || (order === 'id' && isHiddenById(dataset))
    return {
      ...{ ...file, order, dataset: dataset.name, path: place(file.name), count, newest, oldest },
      hidden: isShown || order === 'id' ? null : { ...hidden, path: place(hidden.name) },
      inactive: isShown ? null : inactive,
    }
  }
  const rangeOf = isRange ? part.slice(0, part.indexOf('@')) : null
  const byId = dataset.id === null ? null : open('id')
  return { part, variant, count, newest, oldest, rangeOf, byId, byDate: open('date') }
}

/** Throws if a file of a version is missing or has another length. */
function assertFiles({ list, folder }: PageVersion): void {
  const parts = Object.values(list.datasets).flat()
  const files = parts.flatMap(({ files, hidden }): readonly KnownFile[] => (hidden ? [...files, hidden] : files))
  for (const { name, bytes } of [...files, ...Object.values(list.known)]) {
    const path = join(folder, name)
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size !== bytes) throw new DamagedFile(path, size === undefined ? 'it is missing' : 'its length is wrong')
  }
}

const known = new WeakMap<PageVersion['list'], OpenPages>()

/**
 * Opens a version: its list says all that is needed until a request reads rows. `pathOf` finds a file that is kept in
 * segments. Throws `DamagedFile` where a file of this machine is missing or cut.
 */
export function openPages(version: PageVersion, pathOf: ((name: string) => string) | null = null): OpenPages {
  const { list, folder } = version
  const found = known.get(list)
  if (found) return found
  const place = pathOf ?? ((name: string) => join(folder, name))
  if (!pathOf) assertFiles(version)
  const datasets: Record<string, readonly OpenPart[]> = {}
  const inactive = new Set(list.inactive)
  for (const [name, parts] of Object.entries(list.datasets)) {
    const dataset = find(name)
    if (!dataset) continue
    const opened = parts.flatMap((part) => (part.count === 0 ? [] : [openPart(dataset, part, inactive, place)]))
    datasets[name] = opened.sort((a, b) => b.newest - a.newest || (a.part < b.part ? -1 : 1))
  }
  const { version: name, origin, through } = list.manifest
  const knownFiles = Object.entries(list.known).map(([one, { name, ...file }]) => [one, { ...file, path: place(name) }])
  const opened = {
    ...{ folder, version: name, origin, through, datasets, inactive, missing: missingIn(version) },
    known: Object.fromEntries(knownFiles) as OpenPages['known'],
  }
  known.set(list, opened)
  return opened
}
