import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { DiskError, explain } from '../../errors.ts'
import { inTransaction } from '../inTransaction.ts'
import { type Task, taskKey } from '../task.ts'
import type { ArchiveSize } from './archive.ts'
import type { TaskOutcome } from './finishedTasks.ts'
import type { HeldLoads, HostState, LostLoad, ReceivedResponse, Run, StoredLoad } from './journalRecords.ts'

/** Writes which responses were loaded into which version of the lake. */
function createLoadWriter(database: DatabaseSync, write: <T>(work: () => T) => T) {
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
      write(() => {
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
      write(() => {
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
      write(() => {
        if (outrunUntil !== null) outrun.run(outrunUntil)
        for (const { id, isBeneath, after } of loads) {
          unload.run(isBeneath ? 0 : null, id, after)
          dropLoad.run(id)
        }
      }),
  }
}

/** Counts the files and bytes of the archive. */
function createArchiveCount(database: DatabaseSync, write: <T>(work: () => T) => T) {
  const grow = database.prepare('UPDATE archive SET files = files + 1, bytes = bytes + ?')
  const size = database.prepare('SELECT files, bytes FROM archive')
  const put = database.prepare('INSERT INTO archive (files, bytes) VALUES (?, ?)')
  /** The size of the archive, which is measured once and counted from there on. */
  const archiveSize = (measure: () => ArchiveSize, isAgain = false): ArchiveSize =>
    write(() => {
      const known = isAgain ? undefined : (size.get() as ArchiveSize | undefined)
      if (known) return { ...known }
      const { files, bytes } = measure()
      database.exec('DELETE FROM archive')
      put.run(files, bytes)
      return { files, bytes }
    })
  return { grow: (bytes: number) => void grow.run(bytes), read: { archiveSize } }
}

const reasonOf = (outcome: TaskOutcome): string | null => ('reason' in outcome ? outcome.reason : null)
const waitsForOf = (outcome: TaskOutcome): string | null => ('waitsFor' in outcome ? outcome.waitsFor : null)

const explainWriteError = (error: unknown): unknown =>
  /disk is full|disk I\/O error/.test((error as Error).message)
    ? new DiskError('Cannot write the journal: the disk is full or broken. Free some room and run it again.', {
        cause: error,
      })
    : explain(error, 'write the journal')

/** The outcome of a task without a new response. */
type FinishedWithout = Pick<ReceivedResponse, 'task' | 'run' | 'outcome'> & { readonly responseId: number | null }

export function createJournalWriter(database: DatabaseSync, now: () => Date) {
  const instant = () => now().toISOString()

  function write<T>(work: () => T): T {
    try {
      return inTransaction(database, work)
    } catch (error) {
      throw explainWriteError(error)
    }
  }

  const openRun = database.prepare(
    `SELECT id, started_at AS startedAt FROM runs WHERE kind = ? AND detail = ? AND ended_at IS NULL
     ORDER BY id DESC LIMIT 1`,
  )
  const addRun = database.prepare('INSERT INTO runs (kind, detail, started_at) VALUES (?, ?, ?)')
  const endRun = database.prepare('UPDATE runs SET ended_at = ?, report = ? WHERE id = ?')
  const noteAsking = database.prepare(
    `INSERT INTO hosts (host, refusals, openings, asked_at) VALUES (?, 0, 0, ?)
     ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at`,
  )
  const putHost = database.prepare(
    `INSERT INTO hosts (host, refusals, openings, open_until, reason) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET refusals = excluded.refusals, openings = excluded.openings,
       open_until = excluded.open_until, reason = excluded.reason`,
  )
  const addTask = database.prepare(
    `INSERT INTO tasks (key, publisher, dataset, endpoint, market, "from", "to", subject, run)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const endTask = database.prepare(
    'UPDATE tasks SET run = ?, kind = ?, reason = ?, answer = ?, ended_at = ? WHERE key = ?',
  )
  const addResponse = database.prepare(
    `INSERT INTO answers (key, run, part, host, address, form, asked_at, took_ms, status, location, modified, fault,
       file, sha256, bytes, kind, reason, waits_for, read_at)
     VALUES (:key, :run, :part, :host, :address, :form, :askedAt, :tookMs, :status, :location, :modified, :fault,
       :file, :sha256, :bytes, :kind, :reason, :waitsFor, :readAt)`,
  )
  const reread = database.prepare(
    `UPDATE answers SET kind = ?1, reason = ?2, waits_for = ?3, read_at = ?4,
       load = CASE WHEN ?1 = 'rows' THEN NULL ELSE load END WHERE id = ?5`,
  )
  const endAgain = database.prepare('UPDATE tasks SET kind = ?, reason = ?, ended_at = ? WHERE answer = ? AND key = ?')
  const prune = database.prepare('UPDATE answers SET pruned_at = ? WHERE id = ?')
  const keyById = database.prepare('SELECT key FROM answers WHERE id = ?')

  const archiveCount = createArchiveCount(database, write)

  const saveHost = ({ host, refusals, openings, openUntil, reason }: HostState) =>
    putHost.run(host, refusals, openings, openUntil, reason)

  function saveTask({ feed, from, to, id, ...task }: Task, run: number): string {
    const key = taskKey({ feed, from, to, id, ...task })
    addTask.run(key, feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market, from, to, id, run)
    return key
  }

  function save({ task, archived, outcome, isFinal, ...received }: ReceivedResponse): number {
    const key = saveTask(task, received.run)
    const at = instant()
    const { file = null, sha256 = null, bytes = 0 } = archived ?? {}
    const { kind } = outcome
    const reason = reasonOf(outcome)
    const row = { ...received, key, file, sha256, bytes, kind, reason, waitsFor: waitsForOf(outcome), readAt: at }
    const id = Number(addResponse.run(row).lastInsertRowid)
    if (isFinal) endTask.run(received.run, kind, reason, id, at, key)
    return id
  }

  return {
    /** Begins a run, or resumes the latest killed one of the same kind and detail. */
    beginRun: (kind: string, detail: string): Run & { readonly isResumed: boolean } =>
      write(() => {
        const killed = openRun.get(kind, detail) as { id: number; startedAt: string } | undefined
        const startedAt = killed?.startedAt ?? instant()
        const id = killed?.id ?? Number(addRun.run(kind, detail, startedAt).lastInsertRowid)
        return { id, kind, detail, startedAt, endedAt: null, report: null, isResumed: killed !== undefined }
      }),
    finishRun: (run: number, report: unknown): void =>
      write(() => void endRun.run(instant(), JSON.stringify(report), run)),
    /** Records that a request is about to be sent, so that the host's pace outlives a killed process. */
    noteRequest: (host: string): void => write(() => void noteAsking.run(host, instant())),
    /** Records a response for every task of its request, and the host's state, in one transaction; returns their ids. */
    recordResponses: (received: readonly ReceivedResponse[], host: HostState): number[] =>
      write(() => {
        saveHost(host)
        // Tasks of one request share its file.
        for (const { stored } of new Set(received.flatMap(({ archived }) => archived ?? [])))
          if (stored > 0) archiveCount.grow(stored)
        return received.map(save)
      }),
    recordOutcomes: (finished: readonly FinishedWithout[]): void =>
      write(() => {
        for (const { task, run, outcome, responseId } of finished)
          endTask.run(run, outcome.kind, reasonOf(outcome), responseId, instant(), saveTask(task, run))
      }),
    ...createLoadWriter(database, write),
    /** Records a new reading of a stored response; its rows are then loaded again. */
    reread: (response: number, outcome: TaskOutcome): void =>
      write(() => {
        const at = instant()
        const known = keyById.get(response) as { key: string } | undefined
        if (known === undefined) throw new Error(`there is no answer ${response}`)
        reread.run(outcome.kind, reasonOf(outcome), waitsForOf(outcome), at, response)
        endAgain.run(outcome.kind, reasonOf(outcome), at, response, known.key)
      }),
    ...archiveCount.read,
    /** Records that the bytes of these responses are about to be removed, in one transaction. */
    prune: (answers: readonly number[]): void =>
      write(() => answers.forEach((response) => void prune.run(instant(), response))),
  }
}
