import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { dayOf } from '../../days.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import { replaceFile } from '../../disk.ts'
import { readColumns } from '../../lake/duck.ts'
import type { Version } from '../../lake/lake.ts'
import { fileList } from '../../lake/schema.ts'
import type { FetchFailure, RunsFile } from './gap.ts'
import { type ExpectedDataset, numberedSql, periodsWithRowsSql } from './periods.ts'

/**
 * The periods that each subject has rows for, as runs by part of the lake. The runs of a part hold as long as its file
 * does, so that a version reads the parts that are new; those of the others come from a file beside the gaps of an
 * earlier version.
 */

/** The runs of a part: the number of each one's subject, then each first period, then each last one. */
export type PartRuns = Int32Array

/** What is known of the parts of a version; `subjects` are numbered. */
export type KnownRuns = {
  readonly subjects: readonly string[]
  readonly parts: ReadonlyMap<string, PartRuns>
  /** Reports that wait for a quarter, and the parts that tell so. */
  readonly waiting: { readonly parts: string; readonly failures: readonly FetchFailure[] }
}

export const noRuns: KnownRuns = { subjects: [], parts: new Map(), waiting: { parts: '', failures: [] } }

/** The runs of a version's parts. */
export function openRuns({ manifest, folder }: Version, calendar: readonly number[], known: KnownRuns) {
  const subjects = [...known.subjects]
  const numbers = new Map(subjects.map((subject, i) => [subject, i]))
  const parts = new Map<string, PartRuns>()
  const calendars = new Map<string, string>()
  const numberOf = (subject: string): number => {
    const number = numbers.get(subject) ?? subjects.push(subject) - 1
    numbers.set(subject, number)
    return number
  }
  /** Runs of trading days hold as long as the days up to the last one do. */
  const calendarUntil = (last: string): string => {
    const end = dayOf(last)
    if (!calendars.has(last)) calendars.set(last, hash('sha256', calendar.filter((day) => day <= end).join()))
    return calendars.get(last)!
  }
  const keyOf = ({ name, complete }: ExpectedDataset, sha256: string, last: string | null): string =>
    [name, sha256, ...(complete.every === 'trading_day' ? [calendarUntil(last ?? '9999-12-31')] : [])].join(' ')

  return {
    subjects: subjects as readonly string[],
    parts: parts as ReadonlyMap<string, PartRuns>,

    /** The runs of a dataset's parts, from the oldest to the newest; reads those that are not known yet. */
    async of(connection: DuckDBConnection, dataset: ExpectedDataset): Promise<PartRuns[]> {
      const held = manifest.datasets[dataset.name]?.parts ?? []
      const keyed = held.map(({ file, sha256, last_date }) => {
        return { path: join(folder, file), key: keyOf(dataset, sha256, last_date) }
      })
      const unread = keyed.filter(({ key }) => !known.parts.has(key)).map(({ path }) => path)
      const read = unread.length > 0 ? await readRuns(connection, dataset, unread, numberOf) : null
      return keyed.map(({ path, key }) => {
        const runs = known.parts.get(key) ?? read!.get(path)!
        parts.set(key, runs)
        return runs
      })
    },
  }
}

async function readRuns(
  connection: DuckDBConnection,
  dataset: ExpectedDataset,
  paths: readonly string[],
  numberOf: (subject: string) => number,
): Promise<Map<string, PartRuns>> {
  const { complete } = dataset
  const numbered = numberedSql(complete, periodsWithRowsSql(dataset, fileList(paths)))
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ends AS SELECT path, subject, min(period) AS first, max(period) AS last,
       count(*) = max(o) - min(o) + 1 AS is_run FROM (${numbered}) WHERE subject IS NOT NULL GROUP BY path, subject`,
  )
  const runs = [
    'FROM ends WHERE is_run',
    `SELECT path, subject, min(period) AS first, max(period) AS last FROM (
       SELECT *, o - row_number() OVER (PARTITION BY path, subject ORDER BY o) AS island
       FROM (${numbered}) SEMI JOIN (FROM ends WHERE NOT is_run) USING (path, subject))
     GROUP BY path, subject, island`,
  ].map((sql) =>
    readColumns(
      connection,
      `SELECT path, subject, ${dayNumberSql('first')} AS first, ${dayNumberSql('last')} AS last FROM (${sql}) ORDER BY path, subject, first`,
    ),
  )
  const found = new Map(paths.map((path) => [path, [[], [], []] as [number[], number[], number[]]]))
  for (const { path, subject, first, last } of await Promise.all(runs))
    for (const [at, its] of path!.entries()) {
      const [subjects, firsts, lasts] = found.get(its as string)!
      subjects.push(numberOf(subject![at] as string))
      firsts.push(first![at] as number)
      lasts.push(last![at] as number)
    }
  return new Map([...found].map(([path, columns]) => [path, Int32Array.from(columns.flat())]))
}

/** Writes what is known for the next version. */
export async function writeRuns(folder: string, file: string, known: KnownRuns): Promise<RunsFile> {
  const bytes = zstdCompressSync(serialize(known))
  await replaceFile(join(folder, file), bytes)
  return { file, sha256: hash('sha256', bytes) }
}

/** Reads what was known of an earlier version; nothing if the file is gone or damaged. */
export async function readKnownRuns(folder: string, { file, sha256 }: RunsFile): Promise<KnownRuns> {
  const bytes = await readFile(join(folder, file)).catch(() => null)
  return bytes && hash('sha256', bytes) === sha256 ? deserialize(zstdDecompressSync(bytes)) : noRuns
}
