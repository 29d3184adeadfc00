import type { Feed } from '../feed.ts'
import type { listsOf } from '../openapi.ts'
import type { Reading } from '../reading.ts'

/** The kinds of business that have statements of their own: general, banks, brokers, holdings, insurers, mixed. */
const templates = ['ci', 'basi', 'bd', 'fh', 'ins', 'mim'] as const

type Recorded = Partial<Record<(typeof templates)[number], '.json' | '.json.gz'>>

/**
 * One list per kind of business, which between two quarters may hold nothing but its titles; `recorded` has the endings
 * of the recorded ones.
 */
export const statementLists = (
  { events }: ReturnType<typeof listsOf>,
  path: string,
  statements: Reading,
  { role = 'rows', recorded = {} }: { readonly role?: Feed['role']; readonly recorded?: Recorded } = {},
): readonly Feed[] =>
  templates.map((template) => events(statements, `${path}_${template}`, { role, recorded: recorded[template] }))
