import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Used } from '../../../access/meter.ts'
import { openShared, type SharedWindows } from '../../../access/windows/sharedWindows.ts'
import { addDays, dayMs, taipeiDate } from '../../../days.ts'
import { forgetAudit } from '../../../store/auditTrail.ts'
import type { Database } from '../../../store/database.ts'
import { forgetOauth } from '../../../store/oauthTokens.ts'
import { addUsage, forgetUsage, type Use } from '../../../store/usage.ts'

/** Stores the counts of the serving threads, about a second late; those of very many keys up to ten seconds. */
export type UsageWriter = { readonly add: (used: Used) => void; readonly close: () => Promise<void> }

const writeMs = 1_000
const mostWriteMs = 10_000
/** Rows written in a second: each takes about 50 µs. */
const rowsASecond = 150

/** The pause after a write of so many rows; each key in use is one, and writing them all each second slows down requests. */
export const pauseAfter = (rows: number): number =>
  Math.min(mostWriteMs, Math.max(writeMs, (rows / rowsASecond) * 1_000))

/** How much later than a key's last written use another one is written. */
const lastUsedMs = 60_000
const keptDays = 31
/** How long an application is kept that registered and that nobody connected. */
const unusedClientDays = 30

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
  const quota = openQuotaFile(join(home, 'quota.json'), windows)
  quota.read(log)
  const pending = new Map<string, Use>()
  const lastUsed = new Map<number, string>()
  /** When the last use of a key was written. */
  const writtenAt = new Map<number, number>()
  let forgottenOn = ''
  let isFailing = false
  let notBefore = 0
  let writing = Promise.resolve()

  const add = ({ uses, lastUsed: times }: Used): void => {
    for (const use of uses) {
      const name = `${use.day} ${use.keyId} ${use.dataset}`
      pending.set(name, { ...use, calls: use.calls + (pending.get(name)?.calls ?? 0) })
    }
    for (const [keyId, at] of times) lastUsed.set(keyId, at)
  }

  /** Takes the last uses that are due; a key in constant use is written once a minute. */
  function takeLastUsed(isLast: boolean): Map<number, string> {
    const time = Date.now()
    for (const [keyId, at] of writtenAt) if (at <= time - lastUsedMs) writtenAt.delete(keyId)
    const due = new Map([...lastUsed].filter(([keyId]) => isLast || !writtenAt.has(keyId)))
    for (const keyId of due.keys()) lastUsed.delete(keyId)
    return due
  }

  async function write(isLast: boolean): Promise<void> {
    const isDue = isLast || performance.now() >= notBefore
    const held: Used = isDue
      ? { uses: [...pending.values()], lastUsed: takeLastUsed(isLast) }
      : { uses: [], lastUsed: new Map() }
    let isStored = false
    if (isDue) pending.clear()
    try {
      quota.save()
      await addUsage(database, held.uses, held.lastUsed)
      for (const keyId of held.lastUsed.keys()) writtenAt.set(keyId, Date.now())
      // Half a beat of the timer early, so that the pause is not a beat longer.
      if (isDue) notBefore = performance.now() + pauseAfter(held.uses.length) - writeMs / 2
      // A failure below must not add these counts again.
      isStored = true
      const today = taipeiDate(now())
      if (today !== forgottenOn) {
        const ago = (days: number) => new Date(now().getTime() - days * dayMs)
        await forgetUsage(database, addDays(today, -keptDays))
        await forgetAudit(database, {
          linesBefore: ago(auditDays.lines).toISOString(),
          addressesBefore: ago(auditDays.addresses).toISOString(),
        })
        // Tokens expire by the clock of the machine, which the provider reads.
        const unusedSince = new Date(Date.now() - unusedClientDays * dayMs).toISOString()
        await forgetOauth(database, { now: new Date().toISOString(), unusedSince })
        forgottenOn = today
      }
      isFailing = false
    } catch (error) {
      // Kept for the next write; logged once, not every second.
      if (!isStored) add({ ...held, lastUsed: new Map([...held.lastUsed, ...lastUsed]) })
      const what = isStored ? 'old counts and old audit lines could not be removed' : 'counts could not be written'
      if (!isFailing) log.error({ err: error }, `${what}; trying again`)
      isFailing = true
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(() => write(false))
  }, writeMs)

  return {
    add,
    async close() {
      clearInterval(timer)
      await writing
      await write(true)
      await database.close()
    },
  }
}

/** The counts of calls in a file, so that a restart does not reset quotas. */
function openQuotaFile(path: string, windows: SharedWindows) {
  let written = windows.generation()
  return {
    /** Restores the counts of the last run. */
    read(log: Logger): void {
      try {
        windows.restore(JSON.parse(readFileSync(path, 'utf8')))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err: error }, 'the counts of calls are not whole; every user begins a new hour')
      }
      written = windows.generation()
    },
    /** Saves the counts when they have changed, whole or not at all. */
    save(): void {
      const generation = windows.generation()
      if (generation === written) return
      const scratch = `${path}.${process.pid}`
      writeFileSync(scratch, JSON.stringify(windows.snapshot()), { mode: 0o600, flush: true })
      renameSync(scratch, path)
      written = generation
    },
  }
}
