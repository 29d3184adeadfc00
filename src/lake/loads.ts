import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../disk.ts'
import { DamagedError } from '../errors.ts'
import type { Manifest } from './manifest.ts'
import type { Days } from './periods.ts'

/**
 * When the rows of a day came into the lake first. Days that had no row before are listed with the time of their load, so
 * that a row needs no time of its own; rows that come to a day later are revisions.
 */

/** Consecutive days, both included; `['', '']` for a dataset whose key has no date. */
export type DayRun = readonly [first: string, last: string]

/** The days that one version added; it may have changed rows alone. */
export type Load = {
  readonly at: string
  readonly version: string
  /** The first of the days that were read on their own evenings although they came together, as of the simulated market. */
  readonly dailyFrom?: string
  readonly days: Readonly<Record<string, readonly DayRun[]>>
}

type LakeVersion = { readonly manifest: Manifest; readonly folder: string }

const yearOf = ({ at }: Load): string => at.slice(0, 4)

/** New days of a dataset as runs, which hold no day that was stored before. */
export function runsOf(days: readonly string[], stored: readonly Days[]): DayRun[] {
  const between = (day: string): number | string =>
    stored.some(({ first, last }) => first <= day && day <= last) ? day : stored.filter(({ last }) => last < day).length
  return [...Map.groupBy(days.toSorted(), between).values()].map((own) => [own[0]!, own.at(-1)!])
}

/** All days of a version as if it had brought them. */
const holdingsOf = ({ written_at, version, datasets }: Manifest): Load => ({
  at: written_at,
  version,
  days: Object.fromEntries(
    Object.entries(datasets).flatMap(([name, { parts }]) => {
      const [first, last] = [parts[0], parts.at(-1)]
      if (!first) return []
      return [[name, [first.name === 'all' ? (['', ''] as const) : ([first.first_date!, last!.last_date!] as const)]]]
    }),
  ),
})

/** Writes the days of a version behind those of its year; the files of other years are kept. */
export async function writeLoads(
  folder: string,
  load: Load | null,
  base: LakeVersion | null,
  keep: (root: string, file: string) => Promise<void>,
): Promise<Manifest['loads']> {
  const before = base?.manifest.loads ?? []
  // A version of release 0.10 or earlier: its days were there when it was written.
  const added = [...(base && before.length === 0 ? [holdingsOf(base.manifest)] : []), ...(load ? [load] : [])]
  if (added.length + before.length === 0) return []
  makeFolder(join(folder, '_loads'))
  const file = added.length === 0 ? null : `_loads/${yearOf(added.at(-1)!)}.json`
  const kept = before.filter((one) => one.file !== file)
  for (const one of kept) await keep(base!.folder, one.file)
  if (file === null) return kept
  const own = before.find((one) => one.file === file)
  const loads = [...(own ? await readLoads(base!.folder, [own]) : []), ...added]
  const text = `[\n${loads.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
  await writeFile(join(folder, file), text)
  return [...kept, { file, sha256: hash('sha256', text) }]
}

/** The loads of a version, oldest first. */
export async function loadsOf({ manifest, folder }: LakeVersion): Promise<Load[]> {
  return manifest.loads.length === 0 ? [holdingsOf(manifest)] : readLoads(folder, manifest.loads)
}

async function readLoads(folder: string, files: Manifest['loads']): Promise<Load[]> {
  const loads: Load[] = []
  for (const { file, sha256 } of files) {
    const text = await readFile(join(folder, file), 'utf8')
    if (hash('sha256', text) !== sha256)
      throw new DamagedError(`${join(folder, file)} is damaged: its checksum is wrong.`)
    loads.push(...(JSON.parse(text) as Load[]))
  }
  return loads
}
