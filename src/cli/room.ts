import { assertRoom } from '../disk.ts'
import { nextBytes, type Version } from '../lake/lake.ts'
import { currentPages, nextPageBytes } from '../pages/publish.ts'
import type { Context } from './command.ts'

/** Throws where the rows and pages of the next day will not fit on the disk. */
export async function assertRoomForNext({ lake, pages, config }: Context, { manifest }: Version): Promise<void> {
  const made = await currentPages(pages.root)
  const needs = nextBytes(manifest) + (made ? nextPageBytes(made) : 0)
  assertRoom({ folder: lake.root, keepFree: config.reserveBytes }, needs, 'publish the next day')
}
