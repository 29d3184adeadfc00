import { keyOf, type Task } from '../task.ts'
import type { Asking } from './attempt.ts'
import type { Ended } from './ended.ts'
import type { JournalReader, StoredAnswer } from './records.ts'
import { readAgain } from './replay.ts'

type Terms = {
  readonly journal: Pick<JournalReader, 'lastRead'>
  /** The run that asks; null before it began. */
  readonly run: number | null
  readonly since: (task: Task) => string | null
}

/** The answer that does for a task without asking, as far as the journal tells. */
export function answerFor({ journal, run, since }: Terms, task: Task): StoredAnswer | null {
  const stored = journal.lastRead(keyOf(task))
  if (stored === null || stored.run === run) return stored
  const from = since(task)
  // What could not be read may be readable now; what was not there yet must be asked for.
  const isKept = ['rows', 'closed', 'changed'].includes(stored.kind)
  return from !== null && stored.askedAt >= from && isKept ? stored : null
}

/** The same answer read again: what the feed of today makes of it decides. */
export async function reusable(
  terms: Terms & Pick<Asking, 'journal' | 'archive' | 'calendar' | 'run'>,
  task: Task,
): Promise<{ readonly answerId: number; readonly outcome: Ended } | null> {
  const { journal, archive, calendar, run } = terms
  const stored = answerFor(terms, task)
  if (stored === null) return null
  const outcome = await readAgain(archive, stored, task.feed, calendar)
  if (outcome.kind === 'blocked') return null
  if (stored.run !== run && outcome.kind !== 'rows' && outcome.kind !== 'closed') return null
  if (outcome.kind !== stored.kind) journal.reread(stored.id, outcome)
  const end = journal.end(keyOf(task))
  if (end?.answerId !== stored.id || end.kind !== outcome.kind)
    journal.settle([{ task, run, outcome, answerId: stored.id }])
  return { answerId: stored.id, outcome }
}
