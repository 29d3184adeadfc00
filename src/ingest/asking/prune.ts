import { find } from '../../catalogue/index.ts'
import type { Quarantined } from '../rules/quarantine.ts'
import { isTold } from '../task.ts'
import type { Archive, Size } from './archive.ts'
import type { Journal, KeptAnswer } from './records.ts'

type Terms = {
  readonly journal: Pick<Journal, 'kept' | 'ends' | 'prune' | 'prunedFiles'>
  readonly archive: Pick<Archive, 'remove' | 'size'>
  /** What stands in quarantine. */
  readonly quarantined: readonly Quarantined[]
  /** Answers asked for before this moment may go. */
  readonly before: Date
  readonly isDry: boolean
}

export type Pruned = {
  /** Answers whose bytes are removed, and the files they were in. */
  readonly answers: number
  readonly files: number
  /** Old answers that stay, by the reason. */
  readonly kept: Readonly<Record<Keeps, number>>
  /** What is left on the disk. */
  readonly left: Size
}

const reasons = ['not loaded', 'its days are missing or failed', 'in quarantine', 'shares its file'] as const
type Keeps = (typeof reasons)[number]

type Open = { readonly market: string | null; readonly from: string; readonly to: string }

/** Questions of each dataset that brought nothing: their days are open. */
function failedIn(journal: Terms['journal']): Map<string, Open[]> {
  const open = new Map<string, Open[]>()
  for (const { dataset, market, from, to, kind } of journal.ends())
    if (!isTold(kind)) open.set(dataset, [...(open.get(dataset) ?? []), { market, from, to }])
  return open
}

const always: Open = { market: null, from: '', to: '9' }

/** Days of each dataset of which something stands in quarantine, and the answers and questions it came with. */
function heldIn(quarantined: readonly Quarantined[]) {
  const days = new Map<string, Open[]>()
  const named = new Set<string>()
  for (const { dataset, key: text, answer } of quarantined) {
    const key: Readonly<Record<string, string | null>> = JSON.parse(text)
    if (answer !== null) named.add(answer)
    if (key.question) named.add(key.question)
    const day = key[find(dataset)?.date ?? ''] ?? key.date ?? null
    // What has no day of its own may have come with any answer.
    const open =
      day === null ? (key.question || answer !== null ? [] : [always]) : [{ market: null, from: day, to: day }]
    days.set(dataset, [...(days.get(dataset) ?? []), ...open])
  }
  return { days, named }
}

const touches = (open: readonly Open[] | undefined, { market, from, to }: KeptAnswer): boolean =>
  open?.some((one) => one.from <= to && from <= one.to && (one.market === null || one.market === market)) ?? false

/**
 * Removes the bytes of old answers whose rows are published; nothing that could still be needed: what no version holds,
 * what is about days that are missing, failed or in quarantine. The journal says so first, in one step, and the files
 * go then: whatever is killed leaves files that the next pruning removes, never an answer whose bytes are missing.
 */
export async function prune({ journal, archive, quarantined, before, isDry }: Terms): Promise<Pruned> {
  const failed = failedIn(journal)
  const held = heldIn(quarantined)
  const kept: Record<Keeps, number> = Object.fromEntries(reasons.map((reason) => [reason, 0])) as Record<Keeps, number>
  const keeps = (answer: KeptAnswer): Keeps | null => {
    if (answer.kind === 'rows' && answer.loadedVersion === null) return 'not loaded'
    if (!isTold(answer.end) || touches(failed.get(answer.dataset), answer)) return 'its days are missing or failed'
    const isNamed = held.named.has(String(answer.id)) || held.named.has(answer.key)
    return isNamed || touches(held.days.get(answer.dataset), answer) ? 'in quarantine' : null
  }
  const files = new Map<string, { readonly ids: number[]; isNeeded: boolean }>()
  const moment = before.toISOString()
  for (const answer of journal.kept()) {
    const file = files.get(answer.file) ?? { ids: [], isNeeded: false }
    files.set(answer.file, file)
    const why = answer.askedAt < moment ? keeps(answer) : null
    if (why !== null) kept[why]++
    if (why !== null || answer.askedAt >= moment) file.isNeeded = true
    else file.ids.push(answer.id)
  }
  const going = [...files].filter(([, { isNeeded }]) => !isNeeded)
  const ids = going.flatMap(([, file]) => file.ids)
  // The same bytes may be the answer to several questions.
  for (const [, { ids: shared, isNeeded }] of files) if (isNeeded) kept['shares its file'] += shared.length
  if (!isDry) {
    journal.prune(ids)
    for (const file of journal.prunedFiles()) await archive.remove(file)
  }
  return { answers: ids.length, files: going.length, kept, left: archive.size() }
}
