import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder as sync } from '../../disk.ts'
import { OperatorError } from '../../errors.ts'

/** The place in a download: how much of the partial file counts, and where to read on. */
type Place = {
  /** The query of the download; another query must not be continued with this place. */
  readonly query: Readonly<Record<string, unknown>>
  readonly columns: readonly string[]
  readonly bytes: number
  readonly rows: number
  readonly dataVersion: string
  /** Null when every row is written: only the renaming is left. */
  readonly cursor: string | null
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The JSON in a file; null where the file is missing or cut. */
export function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Opens `FILE.part` and its place `FILE.part.json`, or begins them. */
export function openPartialFile(
  out: string,
  query: Place['query'],
  { isAnew, isConverted }: { readonly isAnew: boolean; readonly isConverted: boolean },
) {
  const part = `${out}.part`
  const note = `${part}.json`
  let place = isAnew ? null : readJson<Place>(note)
  if (place && !isSame(place.query, query))
    throw new OperatorError(
      `${part} belongs to another download, or to an older release: run the same command as before to finish it, or start over with --anew.`,
    )
  const size = existsSync(part) ? statSync(part).size : 0
  // Renamed by a run that was stopped before it could remove the place.
  const isWhole = () => existsSync(out) && (isConverted || statSync(out).size === place!.bytes)
  const isRenamed = place?.cursor === null && !existsSync(part) && isWhole()
  if (place && size < place.bytes && !isRenamed) place = null
  const file = isRenamed ? null : openSync(part, 'a+', 0o644)
  let bytes = place?.bytes ?? 0
  if (file !== null) ftruncateSync(file, bytes)

  return {
    /** Whether a finished file of an earlier download is there, which this one takes the place of. */
    isReplacing: existsSync(out) && !isRenamed,
    /** The place of an earlier run; null where the download begins. */
    place,
    /** Appends text, and then writes down the new place. A crash between the two is cut off by the next run. */
    append(rows: string, now: Omit<Place, 'query' | 'bytes'>) {
      const data = Buffer.from(rows)
      for (let at = 0; at < data.length; ) at += writeSync(file!, data, at)
      fsyncSync(file!)
      bytes += data.length
      const text = `${JSON.stringify({ query, ...now, bytes } satisfies Place)}\n`
      writeFileSync(`${note}.new`, text, { flush: true })
      renameSync(`${note}.new`, note)
    },
    /** Gives the whole file its name; `convert` writes another file of it first, which gets the name instead. */
    async finish(convert?: (from: string, to: string) => Promise<void>) {
      if (file !== null) {
        if (convert) {
          await convert(part, `${part}.new`)
          sync(`${part}.new`)
          renameSync(`${part}.new`, out)
          rmSync(part)
        } else renameSync(part, out)
        sync(dirname(out))
      }
      rmSync(note, { force: true })
    },
    /** Forgets everything so far. */
    restart() {
      rmSync(note, { force: true })
      ftruncateSync(file!, 0)
      bytes = 0
    },
    close() {
      if (file !== null) closeSync(file)
    },
  }
}
