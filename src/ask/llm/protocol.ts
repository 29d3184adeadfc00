import type { Usage } from './budget.ts'

/** What a model is asked, in the words of no protocol. */
export type Request = {
  readonly model: string
  readonly system: string
  readonly user: string
  /** JSON Schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly maxTokens: number
}

type Reply = {
  /** The answer as an object, or the text that may hold one. */
  readonly value: unknown
  readonly isCut: boolean
  /** Null where the other side does not count. */
  readonly usage: Usage | null
}

/** One way of asking a model over HTTP. */
export type Protocol = {
  /** Where the endpoint stands below the address that was configured. */
  readonly path: string
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>
  /** The same request in several forms, the most exact one first: servers refuse what they do not know. */
  readonly bodies: (request: Request) => readonly Readonly<Record<string, unknown>>[]
  /** Undefined where the body is not an answer of this protocol. */
  readonly read: (body: unknown) => Reply | undefined
}

export type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More tokens than any exchange of ours has; a count beyond it is a mistake or a lie. */
const mostTokens = 1_000_000

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostTokens

/**
 * The tokens that a server says it read and wrote; null where it does not count, or says what cannot be: the most that
 * was allowed is charged then. Only parts that not every server tells may be left out.
 */
export function usageOf(input: unknown, output: unknown, more: readonly unknown[] = []): Usage | null {
  const told = more.filter((value) => value !== undefined && value !== null)
  if (!isCount(input) || !isCount(output) || !told.every(isCount)) return null
  const all = told.reduce((sum, value) => sum + value, input)
  // An answer has been read and written.
  return all > 0 && output > 0 && all <= mostTokens ? { input: all, output } : null
}
