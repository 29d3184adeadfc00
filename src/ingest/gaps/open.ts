import { existsSync, readFileSync, statSync } from 'node:fs'
import { DamagedFile, unsealJson } from '../../disk.ts'
import { RecentMap } from '../../recent.ts'
import { type GapsFile, gapsPath } from './gap.ts'

/** Returns the gaps of a version, null if it has none; reads the file on first use and after a change. */
export type OpenGaps = (version: string) => GapsFile | null

export const hasGaps = (root: string, version: string): boolean => existsSync(gapsPath(root, version))

/** The newest version, and one that a cursor still points at. */
const mostOpen = 2

export function openGaps(root: string): OpenGaps {
  const opened = new RecentMap<string, { readonly stamp: string; readonly file: GapsFile }>(mostOpen)

  return (version) => {
    try {
      const path = gapsPath(root, version)
      const { ctimeMs, ino } = statSync(path)
      const stamp = `${ino} ${ctimeMs}`
      const known = opened.get(version)
      if (known?.stamp === stamp) return known.file
      const file = unsealJson<GapsFile>(readFileSync(path, 'utf8'))
      if (!file) throw new DamagedFile(path, 'its checksum is wrong')
      opened.set(version, { stamp, file })
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
