import { find } from '../../catalogue/index.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
import type { QuarantineEntry } from '../rules/quarantine.ts'
import { isSuccess } from '../task.ts'
import type { Archive } from './archive.ts'
import type { Journal } from './journal.ts'
import type { ArchivedResponse } from './journalRecords.ts'

type PruneOptions = {
  readonly journal: Pick<Journal, 'archived' | 'archiveSize' | 'outcomes' | 'prune' | 'prunedFiles'>
  readonly archive: Pick<Archive, 'remove' | 'size'>
  readonly quarantined: readonly QuarantineEntry[]
  /** Responses received before this moment may be pruned. */
  readonly before: Date
  readonly isDry: boolean
}

export type PruneReport = Readonly<Awaited<ReturnType<typeof prune>>>

const reasons = ['not loaded', 'its days are missing or failed', 'in quarantine', 'shares its file'] as const
type KeepReason = (typeof reasons)[number]

type OpenDays = DayRange & { readonly market: string | null }

/** Days of failed tasks, by dataset. */
function failedIn(journal: PruneOptions['journal']): Map<string, OpenDays[]> {
  const open = new Map<string, OpenDays[]>()
  for (const { dataset, market, from, to } of journal.outcomes({ isUnsettled: true }))
    open.set(dataset, [...(open.get(dataset) ?? []), { market, from, to }])
  return open
}

const always: OpenDays = { market: null, from: '', to: '9' }

/** Days with quarantined rows by dataset, and the responses and tasks those rows came from. */
function heldIn(quarantined: readonly QuarantineEntry[]) {
  const days = new Map<string, OpenDays[]>()
  const named = new Set<string>()
  for (const { dataset, key: text, answer: response } of quarantined) {
    const key: Readonly<Record<string, string | null>> = JSON.parse(text)
    if (response !== null) named.add(response)
    if (key.question) named.add(key.question)
    const day = key[find(dataset)?.date ?? ''] ?? key.date ?? null
    // An entry without a date may have come with any response.
    const open =
      day === null ? (key.question || response !== null ? [] : [always]) : [{ market: null, from: day, to: day }]
    days.set(dataset, [...(days.get(dataset) ?? []), ...open])
  }
  return { days, named }
}

const touches = (open: readonly OpenDays[] | undefined, { market, from, to }: ArchivedResponse): boolean =>
  open?.some((one) => one.from <= to && from <= one.to && (one.market === null || one.market === market)) ?? false

/**
 * Removes the bytes of old responses whose rows are published. Responses that may be needed again stay: those no
 * version holds, and those of days that are missing, failed or in quarantine. The journal is marked first, in one
 * transaction, and the files are removed then: a killed process leaves files for the next pruning, never a response
 * without its bytes.
 */
export async function prune({ journal, archive, quarantined, before, isDry }: PruneOptions) {
  const failed = failedIn(journal)
  const held = heldIn(quarantined)
  /** Old responses that were kept, by reason. */
  const kept = Object.fromEntries(reasons.map((reason) => [reason, 0])) as Record<KeepReason, number>
  const keeps = (response: ArchivedResponse): KeepReason | null => {
    if (response.kind === 'rows' && !response.load) return 'not loaded'
    if (!isSuccess(response.end) || touches(failed.get(response.dataset), response))
      return 'its days are missing or failed'
    const isNamed = held.named.has(String(response.id)) || held.named.has(response.key)
    return isNamed || touches(held.days.get(response.dataset), response) ? 'in quarantine' : null
  }
  const files = new Map<string, { readonly ids: number[]; isNeeded: boolean }>()
  const moment = before.toISOString()
  for (const response of journal.archived()) {
    const file = files.get(response.file) ?? { ids: [], isNeeded: false }
    files.set(response.file, file)
    const why = response.askedAt < moment ? keeps(response) : null
    if (why !== null) kept[why]++
    if (why !== null || response.askedAt >= moment) file.isNeeded = true
    else file.ids.push(response.id)
  }
  const going = [...files].filter(([, { isNeeded }]) => !isNeeded)
  const ids = going.flatMap(([, file]) => file.ids)
  // Identical bytes may be the response to several tasks.
  for (const [, { ids: shared, isNeeded }] of files) if (isNeeded) kept['shares its file'] += shared.length
  if (!isDry) {
    journal.prune(ids)
    for (const file of journal.prunedFiles()) await archive.remove(file)
  }
  // The pruned responses, the removed files and the remaining size on disk.
  return { answers: ids.length, files: going.length, kept, left: journal.archiveSize(archive.size, true) }
}
