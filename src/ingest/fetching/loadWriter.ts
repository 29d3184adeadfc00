import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { HeldLoads, LostLoad, StoredLoad } from './journalRecords.ts'

/** Writes which responses were loaded into which version of the lake. */
export function createLoadWriter(database: DatabaseSync, inTransaction: <T>(work: () => T) => T) {
  const load = database.prepare(
    `UPDATE answers SET load = ?1 WHERE id = ?2
     OR (key = (SELECT key FROM answers WHERE id = ?2) AND id < ?2 AND (load IS NULL OR load = 0))`,
  )
  const addLoad = database.prepare('INSERT INTO loads (line, held) VALUES (?, ?)')
  const doubt = database.prepare(`UPDATE answers SET reason = ? WHERE id = ? AND kind = 'rows'`)
  const endLoad = database.prepare('UPDATE loads SET version = ? WHERE id = ?')
  const lastLine = database.prepare('SELECT id, line FROM loads ORDER BY id DESC LIMIT 1')
  const unload = database.prepare('UPDATE answers SET load = ?1 WHERE load = ?2 AND asked_at > ?3')
  const outrun = database.prepare(`UPDATE answers SET load = 0 WHERE load IS NULL AND kind = 'rows' AND asked_at <= ?`)
  const dropLoad = database.prepare(
    'DELETE FROM loads WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM answers WHERE load = ?1)',
  )

  return {
    /**
     * Begins a load into a version that holds these loads. A journal continues its line, unless the version holds a
     * newer load of it: then a copy of this journal has gone on, and this one begins a line of its own.
     */
    beginLoad: (held: HeldLoads): Pick<StoredLoad, 'id' | 'line'> =>
      inTransaction(() => {
        const last = lastLine.get() as Pick<StoredLoad, 'id' | 'line'> | undefined
        const line = last && (held[last.line] ?? 0) <= last.id ? last.line : randomUUID()
        return { id: Number(addLoad.run(line, JSON.stringify(held)).lastInsertRowid), line }
      }),
    /**
     * Marks responses, and older ones of the same tasks, as loaded into a version, and those that lack many rows with the
     * reason. One transaction.
     */
    endLoad: (
      id: number,
      version: string,
      answers: readonly number[],
      doubts: ReadonlyMap<number, string> = new Map(),
    ): void =>
      inTransaction(() => {
        endLoad.run(version, id)
        for (const response of answers) {
          load.run(id, response)
          doubt.run(doubts.get(response) ?? null, response)
        }
      }),
    /**
     * Counts the responses of these loads as not loaded, and forgets the loads. Rows of another writer are newer than
     * responses from before this moment that have never been loaded. One transaction.
     */
    unload: (loads: readonly LostLoad[], outrunUntil: string | null): void =>
      inTransaction(() => {
        if (outrunUntil !== null) outrun.run(outrunUntil)
        for (const { id, isBeneath, after } of loads) {
          unload.run(isBeneath ? 0 : null, id, after)
          dropLoad.run(id)
        }
      }),
  }
}
