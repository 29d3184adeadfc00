import type { Version } from '../../lake/lake.ts'
import type { Failure, GapsFile } from './gap.ts'

export type GapsOptions = {
  /** `<home>/<origin>/gaps`. */
  readonly root: string
  readonly memory: string
  readonly scratch: string
}

/** Computes the gaps of a version into `<root>/<version>.json`; what the versions no longer kept left is removed. */
export async function publishGaps(
  _options: GapsOptions,
  _version: Version,
  _more: { readonly failures?: readonly Failure[]; readonly anew?: boolean } = {},
): Promise<GapsFile> {
  throw new Error('not written yet')
}
