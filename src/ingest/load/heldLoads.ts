import type { Manifest } from '../../lake/manifest.ts'
import type { HeldLoads, LostLoad, StoredLoad } from '../fetching/journalRecords.ts'

/** Instead of a line: the moment until which a version holds what releases without lines have loaded, in milliseconds. */
const unrecorded = 'before'

/** The line of an import, which has no journal. */
export const imports = ''

/** The loads that a version holds. Every version of live data records them for the next one. */
export function heldLoadsOf(manifest: Pick<Manifest, 'maker' | 'written_at'> | null): HeldLoads {
  if (manifest === null) return {}
  const { loads, live } = manifest.maker
  if (loads !== undefined) return loads as HeldLoads
  return live === 1 ? { [unrecorded]: Date.parse(manifest.written_at) } : {}
}

/** True if another writer has put rows into the lake, which the journal of this line does not know. */
export const hasOtherLines = (held: HeldLoads, own: string): boolean =>
  own !== imports && Object.keys(held).some((line) => line !== own && line !== unrecorded)

/**
 * The loads of the journal that a version does not hold: it was restored from a backup, or another writer has made it
 * from an earlier one.
 */
export function lostLoadsOf(
  loads: readonly StoredLoad[],
  manifest: Pick<Manifest, 'maker' | 'written_at' | 'version'> | null,
): LostLoad[] {
  const held = heldLoadsOf(manifest)
  return loads
    .filter(
      ({ id, line, version }) => !((held[line] ?? 0) >= id || (version !== null && version === manifest?.version)),
    )
    .map(({ id, line, held: before }) => ({
      id,
      isBeneath: Object.entries(held).some(
        ([other, newest]) => other !== line && other !== unrecorded && newest > (before?.[other] ?? 0),
      ),
      after: before === null && unrecorded in held ? new Date(held[unrecorded]!).toISOString() : '',
    }))
}

/** When the version was written, if another writer has gone on since the last load of the journal; otherwise null. */
export function outrunUntil(
  loads: readonly StoredLoad[],
  manifest: Pick<Manifest, 'maker' | 'written_at'> | null,
): string | null {
  const last = loads.at(-1)
  const isOutrun = Object.entries(heldLoadsOf(manifest)).some(
    ([line, newest]) => line !== last?.line && line !== unrecorded && newest > (last?.held?.[line] ?? 0),
  )
  return isOutrun ? manifest!.written_at : null
}

/** Datasets of which rows have been imported, so that no response of a publisher needs to have them. */
export const importedIn = (manifest: Pick<Manifest, 'maker'> | null): readonly string[] =>
  (manifest?.maker.imported as readonly string[] | undefined) ?? []
