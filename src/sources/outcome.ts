/** A cell of a row, as the lake takes it: text, a day number, a whole number of the field's smallest unit, or null. */
export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** Rows of the response that the dataset does not take, by rule: totals, warrants, repeats. */
export type Left = { readonly why: string; readonly rows: number }

/** Nothing where no row was left out for the reason. */
export const leftOut = (why: string, rows: number): Left[] => (rows > 0 ? [{ why, rows }] : [])

/** A row that could not be read, and why: it goes to quarantine, never into the lake. */
export type Rejected = {
  readonly column: string
  readonly why: string
  readonly cells: readonly string[]
  /** The rule that refused a row which can be read; such rows do not make the response one of another shape. */
  readonly refusedBy?: Refusal
}

/** Rules by which a row is refused, with their messages about the column. */
export const refusals = { unknown_code: 'is a code that no coding rule of the exchanges covers' } as const
export type Refusal = keyof typeof refusals

export type ParsedRows = {
  readonly rows: readonly Row[]
  /** Titles of unknown columns. */
  readonly unread: readonly string[]
  readonly left: readonly Left[]
  readonly rejected: readonly Rejected[]
}

/**
 * The outcome of one response. An empty day is never assumed: where a publisher says that it has nothing, the calendar
 * decides whether the market was closed or the response is still to come.
 */
export type Outcome =
  | ({ readonly kind: 'rows' } & ParsedRows)
  /** There are no rows, and there will be none: the market was closed. */
  | { readonly kind: 'closed'; readonly reason: string }
  /** There are no rows yet: request again later, or read the response again once the calendar knows more days. */
  | { readonly kind: 'not_yet'; readonly reason: string; readonly waitsFor?: 'calendar' }
  /** The response is about other days than those requested; `served` names them. */
  | { readonly kind: 'other_day'; readonly reason: string; readonly served: string }
  /** The publisher did not give its response: refused, throttled, an error page, or cut short. Ask again, slower. */
  | { readonly kind: 'blocked'; readonly reason: string; readonly evidence: string }
  /** The response is not as it is known here: the reader must be mended, and the response read again. */
  | ({ readonly kind: 'changed'; readonly reason: string; readonly evidence: string } & Mistaken)

/** How a response is known to belong to another request: by its id, or as an object where a list is expected or the reverse. */
type Mistaken = { readonly servedId?: string; readonly isOtherShape?: true }

/** Thrown where a response cannot be read further; `read` turns it into its outcome, with the evidence. */
export class Unexpected extends Error {
  override name = 'Unexpected'
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('reason' in outcome ? outcome.reason : outcome.kind)
    this.outcome = outcome
  }
}

export const changed = (reason: string, mistaken: Mistaken = {}): Unexpected =>
  new Unexpected({ kind: 'changed', reason, evidence: '', ...mistaken })
export const blocked = (reason: string): Unexpected => new Unexpected({ kind: 'blocked', reason, evidence: '' })
export const notYet = (reason: string): Unexpected => new Unexpected({ kind: 'not_yet', reason })

/** An outcome that depends on a trading day which is not known yet. */
export const withoutCalendar = (subject: string): Unexpected =>
  new Unexpected({ kind: 'not_yet', reason: `the calendar does not know ${subject}`, waitsFor: 'calendar' })

export const otherDay = (request: string, served: string): Unexpected =>
  new Unexpected({ kind: 'other_day', reason: `asked for ${request}, answered with ${served}`, served })

export const noRows: ParsedRows = { rows: [], unread: [], left: [], rejected: [] }

/** The results of several tables, one behind the other. */
export const allOf = (parts: readonly ParsedRows[]): ParsedRows => ({
  rows: parts.flatMap(({ rows }) => rows),
  unread: parts.flatMap(({ unread }) => unread),
  left: parts.flatMap(({ left }) => left),
  rejected: parts.flatMap(({ rejected }) => rejected),
})

/** A few bad rows are bad rows; many are a shape that is not known here. */
const mostRejected = 0.05
const fewRejected = 2

export function rowsOutcome(parsed: ParsedRows): Outcome {
  const { rows, rejected, unread } = parsed
  const unreadable = rejected.filter(({ refusedBy }) => refusedBy === undefined)
  const isMany = unreadable.length > fewRejected && unreadable.length > mostRejected * (rows.length + unreadable.length)
  if (rejected.length > 0 && (isMany || rows.length === 0)) {
    const { column, why, cells } = unreadable[0] ?? rejected[0]!
    const unknown = unread.length > 0 ? `; nobody knows the columns ${unread.join(', ')}` : ''
    const first = `${column}: ${why} (${cells.join(' | ')})`
    throw changed(`${(isMany ? unreadable : rejected).length} rows cannot be read, the first at ${first}${unknown}`)
  }
  return { kind: 'rows', ...parsed }
}
