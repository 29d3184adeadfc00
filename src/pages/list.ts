import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unsealJson } from '../disk.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { PartPages } from './write.ts'

/** What a folder of pages holds, and the version of the lake it was made from. */
export type PageList = {
  readonly format: number
  readonly manifest: Manifest
  readonly datasets: Readonly<Record<string, readonly Made[]>>
}

/** Pages, what they were made from, and by which rule rows are hidden in them. */
export type Made = PartPages & { readonly key: string; readonly rule?: string }

export type PageVersion = { readonly list: PageList; readonly folder: string }

/** The list is sealed: a changed digit of it would be believed otherwise. */
export const listPath = (folder: string): string => join(folder, 'pages.json')

/** The pages of a folder; null where their list is missing or damaged. */
export function readPages(folder: string): PageVersion | null {
  try {
    const list = unsealJson<PageList>(readFileSync(listPath(folder), 'utf8'))
    return list && { folder, list }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
