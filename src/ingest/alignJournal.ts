import type { Lake } from '../lake/lake.ts'
import type { Archive } from './fetching/archive.ts'
import type { TaskOutcome } from './fetching/finishedTasks.ts'
import type { Journal } from './fetching/journal.ts'
import type { StoredResponse } from './fetching/journalRecords.ts'
import { bytesOf, lostEntry, lostOutcome } from './fetching/storedResponses.ts'
import { lostLoadsOf, outrunUntil } from './load/heldLoads.ts'
import type { Quarantine } from './rules/quarantine.ts'

type AlignInputs = {
  readonly lake: Pick<Lake, 'current'>
  readonly journal: Pick<Journal, 'loads' | 'responses' | 'reread' | 'unload'>
  readonly archive: Pick<Archive, 'read'>
  readonly quarantine: Pick<Quarantine, 'put'>
  readonly now: () => Date
}

/** Puts a response into quarantine whose bytes are gone, so that it is asked for again. */
export function putAside(
  { journal, quarantine, now }: Pick<AlignInputs, 'journal' | 'quarantine' | 'now'>,
  response: StoredResponse,
  outcome: Extract<TaskOutcome, { kind: 'lost' }>,
): void {
  quarantine.put([lostEntry(response, outcome.reason)], now())
  journal.reread(response.id, outcome)
}

/**
 * Makes the journal count as loaded exactly what the current version holds. Responses that it lacks are loaded again;
 * those whose bytes are gone are put into quarantine and asked for again.
 */
export async function alignJournal(inputs: AlignInputs): Promise<void> {
  const { lake, journal, archive } = inputs
  const version = await lake.current()
  const loads = journal.loads()
  journal.unload(lostLoadsOf(loads, version?.manifest ?? null), outrunUntil(loads, version?.manifest ?? null))
  const checked = new Set<number>()
  // Without the newest response of a task, the one before is loaded until it is asked for again.
  for (let hasNew = true; hasNew; ) {
    hasNew = false
    for (const response of journal.responses({ isWaiting: true, newest: true })) {
      if (checked.has(response.id)) continue
      checked.add(response.id)
      const bytes = await bytesOf(response, archive)
      if (typeof bytes !== 'string') continue
      putAside(inputs, response, lostOutcome(response, bytes))
      hasNew = true
    }
  }
}
