import type { Variant } from './format.ts'
import type { PageFile } from './rowFile.ts'
import type { Slice } from './slices.ts'

/** The page files of one part of a dataset. */
export type PartPages = {
  readonly part: string
  readonly variant: Variant
  readonly count: number
  readonly groups: readonly { readonly id: string; readonly rows: number }[]
  readonly files: readonly PageFile[]
}

/** SQL condition of rows hidden by default; null if there are none. */
export type HiddenRule = string | null

/** Rows of a file of the lake to encode. */
export type PageSource = Slice & {
  readonly file: string
  /** Number of these rows, of all variants. */
  readonly rows: number
  readonly variant: Variant
  readonly hidden: HiddenRule
  /** The previous state of the part under the same rule, with its pages: unchanged ids are copied. */
  readonly before?: Before
}

export type Before = {
  readonly file: string
  readonly where: string
  /** Folder of its pages. */
  readonly folder: string
  readonly groups: PartPages['groups']
  readonly files: readonly PageFile[]
}
