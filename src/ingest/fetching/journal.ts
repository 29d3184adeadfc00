import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../disk.ts'
import { BusyError, DamagedError, explain } from '../../errors.ts'
import { holdLock } from '../../lake/lock.ts'
import { openReadOnly } from '../openReadOnly.ts'
import { createJournalReader, type JournalReader } from './journalReader.ts'
import { journalFormat, journalTables, journalUpgrades } from './journalSchema.ts'
import { createJournalWriter } from './journalWriter.ts'

const fileIn = (folder: string) => join(folder, 'journal.sqlite')

function checkFormat(database: DatabaseSync, path: string): number {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > journalFormat)
    throw new DamagedError(`${path} was written by a newer release of this program: use that one, or a copy of it.`)
  return found
}

export type Journal = ReturnType<typeof openJournal>

/** Opens the journal for writing; throws `BusyError` if another process has it open. */
export function openJournal(folder: string, now: () => Date) {
  const path = fileIn(folder)
  try {
    makeFolder(folder)
    const release = holdLock(join(folder, 'lock.sqlite'))
    if (!release)
      throw new BusyError('Another process is asking the publishers: wait until it is done and run it again.')
    try {
      const database = new DatabaseSync(path)
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
      // One transaction: a killed process leaves a journal with all tables or none.
      const found = checkFormat(database, path)
      const steps =
        found === 0
          ? [journalTables]
          : Object.keys(journalUpgrades).flatMap((of) => (Number(of) >= found ? [journalUpgrades[Number(of)]] : []))
      if (found < journalFormat)
        database.exec(`BEGIN; ${steps.join(' ')} PRAGMA user_version = ${journalFormat}; COMMIT`)
      const close = () => {
        database.close()
        release()
      }
      return {
        ...createJournalReader(database, folder),
        ...createJournalWriter(database, now),
        close,
        [Symbol.dispose]: close,
      }
    } catch (error) {
      release()
      throw error
    }
  } catch (error) {
    throw explain(error, `open ${path}`)
  }
}

/** Opens the journal read-only, even while another process writes; null if there is no journal yet. */
export function readJournal(folder: string): JournalReader | null {
  const path = fileIn(folder)
  const database = openReadOnly(path)
  if (!database) return null
  const found = checkFormat(database, path)
  if (found > 0) return createJournalReader(database, folder, found)
  database.close()
  return null
}
