import type { Logger } from 'pino'
import { taipeiDay, type Used } from '../access/meter.ts'
import { openShared } from '../access/windows/sharedWindows.ts'
import { forgetAudit } from '../store/auditTrail.ts'
import type { Database } from '../store/database.ts'
import { addUsage, forgetUsage, type Use } from '../store/usage.ts'
import { keepQuota, readQuota } from './quotaFile.ts'

/** Stores the counts of the serving threads, about a second late. */
export type UsageWriter = { readonly add: (used: Used) => void; readonly close: () => Promise<void> }

const writeMs = 1_000
const keptDays = 31

export function createUsageWriter({
  database,
  memory,
  home,
  auditDays,
  now,
  log,
}: {
  readonly database: Database
  readonly memory: SharedArrayBuffer
  readonly home: string
  /** How long lines of the audit trail are kept, and the addresses in them. */
  readonly auditDays: { readonly lines: number; readonly addresses: number }
  readonly now: () => Date
  readonly log: Logger
}): UsageWriter {
  const windows = openShared(memory, now)
  readQuota(home, windows, log)
  const saveQuota = keepQuota(home, windows)
  const pending = new Map<string, Use>()
  const lastUsed = new Map<number, string>()
  let forgottenOn = ''
  let isFailing = false
  let writing = Promise.resolve()

  const add = ({ uses, lastUsed: times }: Used): void => {
    for (const use of uses) {
      const name = `${use.day} ${use.keyId} ${use.dataset}`
      pending.set(name, { ...use, calls: use.calls + (pending.get(name)?.calls ?? 0) })
    }
    for (const [keyId, at] of times) lastUsed.set(keyId, at)
  }

  async function write(): Promise<void> {
    const held: Used = { uses: [...pending.values()], lastUsed: new Map(lastUsed) }
    pending.clear()
    lastUsed.clear()
    try {
      saveQuota()
      await addUsage(database, held.uses, held.lastUsed)
      const today = taipeiDay(now())
      if (today !== forgottenOn) {
        const ago = (days: number) => new Date(now().getTime() - days * 86_400_000)
        await forgetUsage(database, taipeiDay(ago(keptDays)))
        await forgetAudit(database, {
          linesBefore: ago(auditDays.lines).toISOString(),
          addressesBefore: ago(auditDays.addresses).toISOString(),
        })
        forgottenOn = today
      }
      isFailing = false
    } catch (error) {
      // Kept for the next write; logged once, not every second.
      add(held)
      if (!isFailing) log.error({ err: error }, 'the counts of calls could not be written; trying again')
      isFailing = true
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, writeMs)

  return {
    add,
    async close() {
      clearInterval(timer)
      await writing
      await write()
      await database.close()
    },
  }
}
