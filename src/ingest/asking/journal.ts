import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BusyError, DamagedError, explain } from '../../errors.ts'
import { reading } from './reading.ts'
import type { Journal, JournalReader } from './records.ts'
import { format, tables, upgrades } from './schema.ts'
import { writing } from './writing.ts'

const fileIn = (folder: string) => join(folder, 'journal.sqlite')

/** The lock is SQLite's own on a file beside the journal: the system lets it go with the process, however that ends. */
function lock(folder: string): DatabaseSync {
  const held = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    held.exec('BEGIN EXCLUSIVE')
    return held
  } catch (error) {
    held.close()
    if (!/locked|busy/i.test((error as Error).message)) throw error
    throw new BusyError('Another process is asking the publishers: wait until it is done and run it again.')
  }
}

function checkFormat(database: DatabaseSync, path: string): number {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > format)
    throw new DamagedError(`${path} was written by a newer release of this program: use that one, or a copy of it.`)
  return found
}

/** Opens the journal for the one process that writes; a second one is refused with a sentence. */
export function openJournal(folder: string, now: () => Date): Journal {
  const path = fileIn(folder)
  try {
    mkdirSync(folder, { recursive: true })
    const held = lock(folder)
    try {
      const database = new DatabaseSync(path)
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
      // Made in one transaction: a kill leaves a journal with all its tables or with none.
      const found = checkFormat(database, path)
      const steps =
        found === 0
          ? [tables]
          : Object.keys(upgrades).flatMap((of) => (Number(of) >= found ? [upgrades[Number(of)]] : []))
      if (found < format) database.exec(`BEGIN; ${steps.join(' ')} PRAGMA user_version = ${format}; COMMIT`)
      return {
        ...reading(database, folder),
        ...writing(database, now),
        close() {
          database.close()
          held.close()
        },
      }
    } catch (error) {
      held.close()
      throw error
    }
  } catch (error) {
    throw explain(error, `open ${path}`)
  }
}

/** Opens the journal to look at, also while another process writes; null where nothing was ever asked. */
export function readJournal(folder: string): JournalReader | null {
  const path = fileIn(folder)
  if (!existsSync(path)) return null
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  const found = checkFormat(database, path)
  if (found === 0) {
    database.close()
    return null
  }
  return reading(database, folder, found)
}
