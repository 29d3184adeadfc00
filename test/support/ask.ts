import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Calendar, createCalendar, frequencyOf } from '../../src/ask/calendar.ts'
import { addDays, addMonths, weekday } from '../../src/ask/dates.ts'
import { type Facts, loadFacts } from '../../src/ask/facts.ts'
import { guard } from '../../src/ask/guard/guard.ts'
import { type Nearest, openNearest } from '../../src/ask/llm/nearest.ts'
import { openGuess } from '../../src/ask/reader/guess.ts'
import type { Run } from '../../src/ask/relation.ts'
import { columnsOf } from '../../src/catalogue/dataset.ts'
import { catalogue, find } from '../../src/catalogue/index.ts'
import { openLake } from '../../src/lake/lake.ts'
import { openReader, type Reader } from '../../src/lake/reader.ts'
import { builtThrough, copyOfLake } from './fixture.ts'
import { shareOnce } from './sharing.ts'

export type AskFixture = {
  readonly facts: Facts
  readonly select: Reader['select']
  /** As the reader of questions runs what they may mean. */
  readonly run: Run
  readonly close: () => void
}

async function openOnce(): Promise<AskFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-ask-'))
  const home = await copyOfLake(join(folder, 'home'))
  const lake = openLake({
    root: join(home, 'demo/lake'),
    origin: 'demo',
    datasets: catalogue,
    now: () => new Date(),
    memory: '512MB',
  })
  const reader = await openReader((await lake.current())!, catalogue, {
    memory: '512MB',
    scratch: join(folder, 'scratch'),
  })
  return {
    facts: await loadFacts(reader.select),
    select: reader.select,
    run: (sql) => reader.select(sql).catch(() => null),
    close() {
      reader.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let opened: Promise<AskFixture> | undefined
let takers = 0

/**
 * The small market as ask sees it: its facts, and a way to run SQL over it. The files of a process share it, and the last
 * one to close it does.
 */
export async function openFixture(): Promise<AskFixture> {
  takers++
  opened ??= openOnce()
  const fixture = await opened
  return {
    ...fixture,
    close() {
      if (--takers > 0) return
      opened = undefined
      fixture.close()
    },
  }
}

let nearest: Nearest | undefined

/** The questions that a model is shown, read once in a process. */
export function sharedNearest(): Nearest {
  nearest ??= openNearest()
  return nearest
}

/** The embedded model, which the files of a process share. */
export const shareGuess = shareOnce(
  async () => openGuess()!,
  ({ close }) => close(),
)

/** The market as ask sees it, and `check`, which refuses SQL as the service does before it runs. */
export async function openGuardedFixture(): Promise<AskFixture & { readonly check: (sql: string) => Promise<void> }> {
  const fixture = await openFixture()
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const tables = Object.fromEntries(
    catalogue.map((dataset) => [dataset.name, columnsOf(dataset).map(([name]) => name)]),
  )
  return {
    ...fixture,
    check: async (sql) => void (await guard(connection, sql, tables)),
    close() {
      connection.closeSync()
      instance.closeSync()
      fixture.close()
    },
  }
}

/** Ten years of dates up to the fixture's newest day, for windows that the small market is too short for. */
export function longCalendar(): Calendar {
  const days: string[] = []
  for (let day = '2016-01-01'; day <= builtThrough; day = addDays(day, 1)) if (weekday(day) <= 5) days.push(day)
  const months = Array.from({ length: 130 }, (_, i) => addMonths('2016-01-01', i))
  const quarters = months
    .map((month) => addDays(month, -1))
    .filter((day) => ['03-31', '06-30', '09-30', '12-31'].includes(day.slice(5)) && day <= '2026-06-30')
  const dates = {
    day: days,
    week: days.filter((day) => weekday(day) === 5),
    month: months,
    quarter: quarters,
    event: days,
  }
  return createCalendar((name) => dates[frequencyOf(find(name)!)])
}
