import type { Feed } from '../feed.ts'
import { type listsOf, openApiTable } from '../openapi.ts'
import { type Outcome, rowsOutcome } from '../outcome.ts'
import { none } from '../servedDays.ts'
import type { statementsOf } from './lists.ts'

/** The kinds of business that have statements of their own: general, banks, brokers, holdings, insurers, mixed. */
const templates = ['ci', 'basi', 'bd', 'fh', 'ins', 'mim'] as const

type Statements = ReturnType<typeof statementsOf>
type Recorded = Partial<Record<(typeof templates)[number], '.json' | '.json.gz'>>

/** A list of statements; between two quarters it may hold nothing but its titles. */
export const openApiStatements =
  (statements: Statements) =>
  (bytes: Uint8Array): Outcome => {
    const table = openApiTable(bytes)
    return table === null ? none('an empty list') : rowsOutcome(statements.read(table))
  }

/** One list per kind of business; `recorded` has the endings of the recorded ones. */
export const statementLists = (
  { list }: ReturnType<typeof listsOf>,
  path: string,
  statements: Statements,
  { role = 'rows', recorded = {} }: { readonly role?: Feed['role']; readonly recorded?: Recorded } = {},
): readonly Feed[] =>
  templates.map((template) =>
    list(statements, `${path}_${template}`, openApiStatements(statements), { role, recorded: recorded[template] }),
  )
