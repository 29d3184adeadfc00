import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Engine, type EngineOptions, openEngine } from './engine.ts'
import { sync } from './files.ts'
import type { Version } from './lake.ts'
import { writeAlone } from './lock.ts'
import { versionIn } from './manifest.ts'

type BesideOptions = Omit<EngineOptions, 'scratch'> & {
  /** A folder beside the lake, with one file per version. */
  readonly root: string
  /** The work, for messages. */
  readonly what: string
}

/** Computes the content of a file and puts it in its place. */
type Replace = <T>(path: string, compute: (engine: Engine) => Promise<T>, encode: (made: T) => string) => Promise<T>

/** Removes the files of versions that the lake no longer keeps, and those of a killed writer. */
export async function sweepBeside(root: string, versions: string): Promise<void> {
  const kept = (await readdir(versions)).map(versionIn)
  for (const name of await readdir(root))
    if (!['lock', ...kept].includes(name.split('.')[0]!)) await rm(join(root, name), { recursive: true, force: true })
}

/** Does the work on the file of a version while no other process does, then removes those of versions that are gone. */
export function publishBeside<T>(
  { root, what, ...engineOptions }: BesideOptions,
  version: Version,
  work: (replace: Replace) => Promise<T>,
): Promise<T> {
  const scratch = join(root, 'tmp')
  return writeAlone(root, what, {}, async () => {
    const made = await work(async (path, compute, encode) => {
      await rm(scratch, { recursive: true, force: true })
      await mkdir(scratch)
      const engine = await openEngine({ ...engineOptions, scratch: join(scratch, 'spill') })
      try {
        const content = await compute(engine)
        const written = join(scratch, 'next')
        await writeFile(written, encode(content), { flush: true })
        await rename(written, path)
        await sync(root)
        return content
      } finally {
        engine.close()
        // Errors while cleaning up must not hide the first cause.
        await rm(scratch, { recursive: true, force: true }).catch(() => {})
      }
    })
    await sweepBeside(root, dirname(version.folder))
    return made
  })
}
