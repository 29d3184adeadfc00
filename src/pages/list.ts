import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unsealJson } from '../disk.ts'
import type { Manifest } from '../lake/manifest.ts'
import { formatVersion } from './format.ts'
import type { PartPages } from './partPages.ts'

/** The contents of a folder of pages, and the lake version they were made from. */
export type PageList = {
  readonly format: number
  readonly manifest: Manifest
  readonly datasets: Readonly<Record<string, readonly ListedPages[]>>
}

/** Pages with a hash of their rows, of the rule for hidden rows, and of the file of the lake that has the rows. */
export type ListedPages = PartPages & { readonly key: string; readonly rule?: string; readonly source?: string }

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
    return list?.format === formatVersion ? { folder, list } : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
