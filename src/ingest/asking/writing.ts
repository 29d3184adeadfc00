import type { DatabaseSync } from 'node:sqlite'
import { DiskError, explain } from '../../errors.ts'
import { keyOf, type Task } from '../task.ts'
import type { Ended } from './ended.ts'
import type { Heard, HostState, Journal } from './records.ts'

const reasonOf = (outcome: Ended): string | null => ('reason' in outcome ? outcome.reason : null)

const whyNot = (error: unknown): unknown =>
  /disk is full|disk I\/O error/.test((error as Error).message)
    ? new DiskError('Cannot write the journal: the disk is full or broken. Free some room and run it again.', {
        cause: error,
      })
    : explain(error, 'write the journal')

type Writing = Pick<Journal, 'begin' | 'finish' | 'asking' | 'hear' | 'settle' | 'markLoaded' | 'reread' | 'prune'>

export function writing(database: DatabaseSync, now: () => Date): Writing {
  const instant = () => now().toISOString()

  function together<T>(work: () => T): T {
    database.exec('BEGIN IMMEDIATE')
    try {
      const made = work()
      database.exec('COMMIT')
      return made
    } catch (error) {
      // SQLite has rolled back by itself where the disk was full.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw whyNot(error)
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
  const addAnswer = database.prepare(
    `INSERT INTO answers (key, run, part, host, address, form, asked_at, took_ms, status, location, modified, fault,
       file, sha256, bytes, kind, reason, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const load = database.prepare(
    `UPDATE answers SET loaded_version = ?1 WHERE id = ?2
     OR (key = (SELECT key FROM answers WHERE id = ?2) AND id < ?2 AND loaded_version IS NULL)`,
  )
  const reread = database.prepare(
    `UPDATE answers SET kind = ?1, reason = ?2, read_at = ?3,
       loaded_version = CASE WHEN ?1 = 'rows' THEN NULL ELSE loaded_version END WHERE id = ?4`,
  )
  const endAgain = database.prepare('UPDATE tasks SET kind = ?, reason = ?, ended_at = ? WHERE answer = ? AND key = ?')
  const prune = database.prepare('UPDATE answers SET pruned_at = ? WHERE id = ?')
  const keyById = database.prepare('SELECT key FROM answers WHERE id = ?')

  const saveHost = ({ host, refusals, openings, openUntil, reason }: HostState) =>
    putHost.run(host, refusals, openings, openUntil, reason)

  function saveTask({ feed, from, to, id, ...task }: Task, run: number): string {
    const key = keyOf({ feed, from, to, id, ...task })
    addTask.run(key, feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market, from, to, id, run)
    return key
  }

  function save({ task, kept, outcome, isEnd, ...heard }: Heard): number {
    const key = saveTask(task, heard.run)
    const at = instant()
    const { lastInsertRowid } = addAnswer.run(
      key,
      heard.run,
      heard.part,
      heard.host,
      heard.address,
      heard.form,
      heard.askedAt,
      heard.tookMs,
      heard.status,
      heard.location,
      heard.modified,
      heard.fault,
      kept?.file ?? null,
      kept?.sha256 ?? null,
      kept?.bytes ?? 0,
      outcome.kind,
      reasonOf(outcome),
      at,
    )
    const answer = Number(lastInsertRowid)
    if (isEnd) endTask.run(heard.run, outcome.kind, reasonOf(outcome), answer, at, key)
    return answer
  }

  return {
    begin: (kind, detail) =>
      together(() => {
        const killed = openRun.get(kind, detail) as { id: number; startedAt: string } | undefined
        const startedAt = killed?.startedAt ?? instant()
        const id = killed?.id ?? Number(addRun.run(kind, detail, startedAt).lastInsertRowid)
        return { id, kind, detail, startedAt, endedAt: null, report: null, isResumed: killed !== undefined }
      }),
    finish: (run, report) => together(() => void endRun.run(instant(), JSON.stringify(report), run)),
    asking: (host) => together(() => void noteAsking.run(host, instant())),
    hear: (heard, host) =>
      together(() => {
        saveHost(host)
        return heard.map(save)
      }),
    settle: (settled) =>
      together(() => {
        for (const { task, run, outcome, answerId } of settled)
          endTask.run(run, outcome.kind, reasonOf(outcome), answerId, instant(), saveTask(task, run))
      }),
    markLoaded: (answers, version) => together(() => answers.forEach((answer) => void load.run(version, answer))),
    reread: (answer, outcome) =>
      together(() => {
        const at = instant()
        const known = keyById.get(answer) as { key: string } | undefined
        if (known === undefined) throw new Error(`there is no answer ${answer}`)
        reread.run(outcome.kind, reasonOf(outcome), at, answer)
        endAgain.run(outcome.kind, reasonOf(outcome), at, answer, known.key)
      }),
    prune: (answers) => together(() => answers.forEach((answer) => void prune.run(instant(), answer))),
  }
}
