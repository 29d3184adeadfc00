import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DamagedFile } from '../../../disk.ts'
import type { Version } from '../../../lake/lake.ts'
import { filesOf, type WholeFiles } from '../../../lake/whole.ts'
import { damageOf, type Pace } from '../../../pages/damage.ts'
import type { PageVersion } from '../../../pages/list.ts'
import type { Metrics } from '../metrics.ts'

/** A watched file. */
type Watched = { readonly path: string; readonly read: (pace: Pace) => Promise<void>; stamp: string }

type ScrubberOptions = {
  readonly bytesPerSecond: number
  readonly whole: WholeFiles
  readonly onDamage: (damage: DamagedFile) => void
  /** Called for every Parquet file read; `damage` is null where it is whole. */
  readonly onLakeFile: (path: string, damage: 'missing' | 'damaged' | null) => void
  readonly metrics: Pick<Metrics, 'scrubbed' | 'scrubRound'> | null
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Interval between two looks at the files' times; a changed file is read first. */
const lookMs = 5_000

/** The wait after a file without bytes. Without it, rounds over missing files alone would never pause. */
const goneMs = 100

function stampOf({ path }: Pick<Watched, 'path'>): string {
  const { ino, size, ctimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return `${ino} ${size} ${ctimeMs}`
}

/** Reads all served files and Parquet files in rounds, slowly, and compares their checksums. */
export function startScrubber(options: ScrubberOptions) {
  const { bytesPerSecond, whole, onDamage, onLakeFile, metrics, log, signal } = options
  let files: Watched[] = []
  let next = 0
  let lookedAt = 0

  let paced = 0
  /** Waits as long as the bytes take at the given rate. */
  const pace: Pace = async (bytes) => {
    paced += bytes
    metrics?.scrubbed(bytes)
    await sleep((bytes / bytesPerSecond) * 1_000, undefined, { signal, ref: false })
  }

  /** A file that has changed, or else the next one. */
  function choose(): Watched | undefined {
    if (Date.now() - lookedAt > lookMs) {
      lookedAt = Date.now()
      const changed = files.find((file) => stampOf(file) !== file.stamp)
      // Other files may have changed too: look again next time.
      if (changed) lookedAt = 0
      if (changed) return changed
    }
    if (next >= files.length) {
      if (files.length > 0) metrics?.scrubRound()
      next = 0
    }
    return files[next++]
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const file = choose()
      if (!file) {
        await sleep(1_000, undefined, { signal, ref: false })
        continue
      }
      file.stamp = stampOf(file)
      paced = 0
      try {
        await file.read(pace)
        // A missing file has no bytes to wait for.
        if (paced === 0) await sleep(goneMs, undefined, { signal, ref: false })
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error, file: file.path }, 'a file could not be checked')
        await sleep(1_000, undefined, { signal, ref: false })
      }
    }
  }
  if (bytesPerSecond > 0)
    run().catch((error) => {
      if (!signal.aborted) log.error({ err: error }, 'files are no longer checked')
    })

  return {
    /** Reads the files of these pages and of this version of the lake from now on. */
    follow(pages: PageVersion | null, lake: Version | null) {
      const ofPages = Object.values(pages?.list.datasets ?? {}).flatMap((parts) =>
        parts.flatMap(({ files: made }) =>
          made.map((file) => ({
            path: join(pages!.folder, file.name),
            async read(pace: Pace) {
              const damage = await damageOf(pages!.folder, file, pace)
              if (damage) onDamage(damage)
            },
          })),
        ),
      )
      const ofLake = (lake ? filesOf(lake) : []).map(({ file, sha256 }) => {
        const path = join(lake!.folder, file)
        const read = async (pace: Pace) =>
          onLakeFile(path, await whole.look(path, sha256, async (bytes) => pace(bytes)))
        return { path, read }
      })
      files = [...ofPages, ...ofLake].map((file) => ({ ...file, stamp: stampOf(file) }))
      next = 0
    },
  }
}

export type Scrubber = ReturnType<typeof startScrubber>
