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

export type Reply = {
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

export const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
