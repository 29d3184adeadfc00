import { publishers } from '../../catalogue/publishers.ts'
import { taipeiDate } from '../../days.ts'
import { records } from '../csvTable.ts'
import type { Feed } from '../feed.ts'
import { type Check, listsOf, openApiRows, openApiTable } from '../openapi.ts'
import { notYet } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { newestDay } from '../servedDays.ts'
import { sniffed } from '../sniffed.ts'
import { type Table, tableOf } from '../tables.ts'
import { completeDays } from './complete.ts'

/** Lists that take no parameters, made anew early every morning. */
export const { list } = listsOf(publishers.taifexOpenApi, null, 'taifex-openapi')

/** The table of a list, which some endpoints serve as a file on some days. */
function listTable(bytes: Uint8Array): Table | null {
  const first = bytes.find((byte) => byte > 0x20)
  if (first === undefined || '[{<'.includes(String.fromCharCode(first))) return openApiTable(bytes)
  const [titles = [], ...rows] = records(sniffed(bytes))
  return rows.length === 0 ? null : tableOf('', titles, rows)
}

/** The newest trading day, which must be the requested one. */
export const ofTheDay: Check = (parsed, request) => newestDay(parsed, 'trade_date', request)
/** The same, once its day session and open interest are there. */
export const completeDay: Check = (parsed, request, table) => completeDays(ofTheDay(parsed, request, table), table)

/** A list of events or rules in force; its only day is the one on which it was made. */
export const asMade: Check = (parsed, { modified, to }) => {
  if (modified !== null && taipeiDate(modified) < to) throw notYet(`made on ${taipeiDate(modified)}, asked for ${to}`)
  return parsed
}

/** Rows of a list that is never empty; `use` may correct its table first. */
export const listRows = (reading: Reading, check: Check, use: (table: Table) => Table = (table) => table) =>
  openApiRows(reading, check, (bytes) => {
    const table = listTable(bytes)
    return table && use(table)
  })

/** The feed of a list that is never empty. */
export const taifexList = (
  reading: Reading,
  endpoint: string,
  check: Check,
  options?: Parameters<typeof list>[3],
): Feed => list(reading, `/${endpoint}`, listRows(reading, check), options)
