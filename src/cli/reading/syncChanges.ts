import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, type BulkDataset, type BulkFile, type Client } from '../../../sdk/index.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { type Engine, hasEngine, openEngine } from '../../lake/engine.ts'
import { inOrder, onDays } from '../../lake/merge.ts'
import { writeParquet } from '../../lake/parquet.ts'
import { daysIn } from '../../lake/periods.ts'
import { fileList, literal, quote, sqlColumns } from '../../lake/schema.ts'
import { once } from '../../once.ts'
import { notice } from '../output.ts'

/** A compressed change takes up to as many bytes as this many rows of a file. */
const rowsOfChange = 4
/** Most changes that are worth more than the files: those of one request. */
const mostChanges = 10_000

type Row = Readonly<Record<string, unknown>>
/** What became of each changed key: its row, and whether it is gone. */
type Changes = ReadonlyMap<string, { readonly row: Row; readonly isGone: boolean }>

/** What became of the changed keys since a version; null where the changes are too many or do not tell. */
async function changesOf(client: Client, held: BulkDataset, since: string, version: string, limit: number) {
  const changed = new Map<string, { row: Row; isGone: boolean }>()
  try {
    for await (const page of client
      .changes(held.dataset as Parameters<Client['changes']>[0], { since, limit })
      .pages()) {
      if (page.cursor !== null || page.dataVersion !== version) return null
      for (const { before, after } of page.rows) {
        const row = (after ?? before)!
        changed.set(JSON.stringify(held.key.map((name) => row[name])), { row, isGone: after === null })
      }
    }
  } catch (error) {
    // A version that the service does not know.
    if (error instanceof ApiError && error.status === 422) return null
    throw error
  }
  return changed
}

type Target = { readonly file: BulkFile; readonly partial: string }

/** Writes files as the service does, from those of an earlier version and what changed; true for each with the right bytes. */
async function write(
  { connection }: Engine,
  dataset: Dataset,
  old: readonly string[],
  changes: Changes,
  { targets, scratch }: { readonly targets: readonly Target[]; readonly scratch: string },
): Promise<boolean[]> {
  const columns = sqlColumns(dataset)
  const names = columns.map(([name]) => quote(name)).join(', ')
  const rows = join(scratch, 'changes.ndjson')
  writeFileSync(rows, [...changes.values()].map(({ row, isGone }) => `${JSON.stringify({ row, isGone })}\n`).join(''))
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE changes AS SELECT isGone AS __gone, ${columns
      .map(([name, type]) => `CAST(json_extract_string("row", ${literal(`$."${name}"`)}) AS ${type}) AS ${quote(name)}`)
      .join(', ')}
     FROM read_json(${literal(rows)}, format = 'newline_delimited', columns = {"row": 'JSON', "isGone": 'BOOLEAN'})`,
  )
  const onKey = dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')
  const all = `SELECT ${names} FROM read_parquet(${fileList(old)}) e ANTI JOIN changes s ON ${onKey}
    UNION ALL SELECT ${names} FROM changes WHERE NOT __gone`
  const right: boolean[] = []
  for (const { file, partial } of targets) {
    const days = daysIn(dataset, { ...file, name: file.part, file: '' })
    const own = `SELECT * FROM (${all}) WHERE ${onDays(dataset, days)}`
    const written = await writeParquet(connection, inOrder(dataset, own), partial, dataset.date)
    right.push(written?.sha256 === file.sha256)
    if (!right.at(-1)) rmSync(partial, { force: true })
  }
  return right
}

/** Makes files of a mirror from what changed since its version, where that is less to transfer; the hash of a file decides. */
export function createMaker(client: Client, version: string, scratch: string) {
  const engine = once(() => openEngine({ memory: '1GB', scratch: join(scratch, 'spill') }))
  let isOpen = false
  return {
    /** Writes those of the files that come out right to their partial names; returns how many. */
    async make(
      held: BulkDataset,
      {
        since,
        old,
        targets,
      }: { readonly since: string; readonly old: readonly string[]; readonly targets: readonly Target[] },
    ): Promise<number> {
      const dataset = find(held.dataset)
      const due = targets.filter(({ partial }) => !existsSync(partial))
      const limit = Math.floor(due.reduce((sum, { file }) => sum + file.rows, 0) / rowsOfChange)
      if (!dataset || !held.changes || old.length === 0 || limit === 0) return 0
      // Without the engine changed files are fetched whole.
      if (!(await hasEngine())) return 0
      const changes = await changesOf(client, held, since, version, Math.min(limit, mostChanges))
      if (!changes) return 0
      isOpen = true
      try {
        const right = await write(await engine(), dataset, old, changes, { targets: due, scratch })
        const wrong = due.filter((_, i) => !right[i])
        if (wrong.length > 0)
          notice(
            `Other bytes came of the changes of ${held.dataset}: ${wrong.map(({ file }) => file.part).join(', ')}.`,
          )
        return due.length - wrong.length
      } catch (error) {
        notice(`The changes of ${held.dataset} could not be applied: ${(error as Error).message.split('\n')[0]}`)
        for (const { partial } of due) rmSync(partial, { force: true })
        return 0
      }
    },
    async close(): Promise<void> {
      if (isOpen) (await engine()).close()
    },
  }
}
