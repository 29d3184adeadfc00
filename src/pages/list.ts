import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unsealJson } from '../disk.ts'
import type { Manifest } from '../lake/manifest.ts'
import { formatVersion, type PartPages } from './format.ts'
import type { KnownFile } from './knownFile.ts'

/** The contents of a folder of pages, and the lake version they were made from. */
export type PageList = {
  readonly format: number
  readonly manifest: Manifest
  /** Ids of delisted securities, whose rows are hidden by default. */
  readonly inactive: readonly string[]
  readonly datasets: Readonly<Record<string, readonly ListedPages[]>>
  /** When the rows of each dataset became known. */
  readonly known: Readonly<Record<string, KnownFile>>
}

/** Pages, a hash of their rows, and the SHA-256 of the file of the lake that has them. */
export type ListedPages = PartPages & { readonly key: string; readonly source: string }

export type PageVersion = { readonly list: PageList; readonly folder: string }

/** The list carries a checksum. */
export const listPath = (folder: string): string => join(folder, 'pages.json')

/** Datasets of the version whose pages are still to be made. */
export const missingIn = ({ list }: PageVersion): string[] =>
  Object.keys(list.manifest.datasets).filter((name) => !(name in list.datasets))

/** Reads the list of a folder; null if it is missing, damaged, or of another format. */
export function readPages(folder: string): PageVersion | null {
  try {
    const list = unsealJson<PageList>(readFileSync(listPath(folder), 'utf8'))
    return list?.format === formatVersion ? { folder, list: { ...list, known: list.known ?? {} } } : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
