import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../../disk.ts'
import { BusyError, explain } from '../../errors.ts'
import { holdLock } from '../../lake/lock.ts'

/*
 * A back-fill may take days, and the lists that publishers serve for one day only must be requested meanwhile. A
 * back-fill therefore opens the journal for a while at a time, and gives it up between two requests once another command
 * takes the turn.
 */

/** Held by every other command while it waits for the journal or has it open. */
const turnIn = (folder: string): string => join(folder, 'turn.sqlite')
/** Held by a back-fill from its start to its end. */
const backfillIn = (folder: string): string => join(folder, 'backfill.sqlite')

/** Interval between two looks at a lock. */
const lookMs = 200

/** True while a process holds the lock. */
function isHeld(path: string): boolean {
  if (!existsSync(path)) return false
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return false
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) return true
    throw error
  } finally {
    database.close()
  }
}

function hold(folder: string, path: string, what: string): () => void {
  try {
    makeFolder(folder)
    // Others look at the lock, which takes them a moment.
    const release = holdLock(path, 1_000)
    if (release) return release
  } catch (error) {
    throw explain(error, `use ${folder}`)
  }
  throw new BusyError(`${what}: wait until it is done and run it again.`)
}

/** Opens the journal in turn: waits for a back-fill to give it up, and for no other command. */
export async function openInTurn<T extends { readonly close: () => void }>(
  folder: string,
  open: () => T,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
): Promise<T> {
  const release = hold(folder, turnIn(folder), 'Another process is asking the publishers')
  try {
    for (let isWaiting = false; ; ) {
      try {
        const opened = open()
        return {
          ...opened,
          close() {
            opened.close()
            release()
          },
        }
      } catch (error) {
        if (!(error instanceof BusyError) || !isHeld(backfillIn(folder))) throw error
      }
      if (!isWaiting) onWait()
      isWaiting = true
      await sleep(lookMs, undefined, { signal })
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Locks the folder for one back-fill. */
export const holdBackfill = (folder: string): (() => void) =>
  hold(folder, backfillIn(folder), 'Another back-fill is under way')

/** Opens the journal for a back-fill, as soon as no other command has it or waits for it. */
async function openAfterOthers<O>(folder: string, signal: AbortSignal, open: () => O): Promise<O> {
  for (;;) {
    while (isHeld(turnIn(folder))) await sleep(lookMs, undefined, { signal })
    try {
      return open()
    } catch (error) {
      // Another command may take the turn after the look.
      if (!(error instanceof BusyError)) throw error
    }
    await sleep(lookMs, undefined, { signal })
  }
}

/** Runs a piece of a back-fill with the journal open; its signal tells it to give the journal up. */
export async function backfillInTurn<O extends { readonly close: () => void }, T>(
  folder: string,
  signal: AbortSignal,
  open: () => O,
  piece: (opened: O, pause: AbortSignal) => Promise<T>,
): Promise<T> {
  const opened = await openAfterOthers(folder, signal, open)
  const pause = new AbortController()
  const look = setInterval(() => isHeld(turnIn(folder)) && pause.abort(), lookMs)
  try {
    return await piece(opened, pause.signal)
  } finally {
    clearInterval(look)
    opened.close()
  }
}
