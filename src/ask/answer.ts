import type { Declined, ReadBy } from './outcome.ts'
import type { Representation } from './representation.ts'

/** The most rows that an answer can have. */
export const mostRows = 1_000

/** Where an answer comes from: every kind of it can be sent between threads. */
type Made = {
  /** `embedded/<version>` or `llm/<provider>/<model>`. */
  readonly engine: string
  readonly version: string
  /** The operator's model was asked for and gave nothing: what the embedded engine says stands alone. */
  readonly isWithoutModel: boolean
}

/** A column of an answer, in the language of the question; `unit` is null where there is none, or none is known. */
export type AnswerColumn = { readonly name: string; readonly label: string; readonly unit: string | null }

/** What became of a question. */
export type Answer =
  | (Made & {
      readonly kind: 'rows'
      readonly sql: string
      readonly columns: readonly string[]
      /** The same with labels and units; null if the request did not ask for them. */
      readonly described: readonly AnswerColumn[] | null
      readonly rows: readonly (readonly unknown[])[]
      readonly isTruncated: boolean
      /** Ids that the question names and that have no row in the answer. */
      readonly without: readonly string[]
    })
  | (Made & {
      readonly kind: 'explained'
      readonly sql: string
      readonly representation: Representation
      readonly read: ReadBy | null
    })
  | (Made & Declined)
  /** The question asks what was known at the end of a day; `question` is the rest of it. */
  | { readonly kind: 'past'; readonly question: string; readonly at: string }
  /** The query takes more time or memory than a question may. */
  | (Made & { readonly kind: 'expensive'; readonly sql: string })
  | { readonly kind: 'unavailable'; readonly part: Part; readonly retryAfterSeconds: number }
  /** A fault of ours; the log has the rest. */
  | { readonly kind: 'broken'; readonly message: string }

/** What is down: the rows are not there yet, a file of them is damaged, the model, or the processes that run the SQL. */
export type Part = 'rows' | 'files' | 'model' | 'sandbox' | 'queue'
