import { openApiTable } from '../openapi.ts'
import { type Outcome, rowsOutcome } from '../outcome.ts'
import { none } from '../servedDays.ts'
import type { statementsOf } from './lists.ts'

/** The kinds of business that have statements of their own: general, banks, brokers, holdings, insurers, mixed. */
export const templates = ['ci', 'basi', 'bd', 'fh', 'ins', 'mim'] as const

/** A list of statements; between two quarters it may hold nothing but its titles. */
export const openApiStatements =
  (statements: ReturnType<typeof statementsOf>) =>
  (bytes: Uint8Array): Outcome => {
    const table = openApiTable(bytes)
    return table === null ? none('an empty list') : rowsOutcome(statements.read(table))
  }
