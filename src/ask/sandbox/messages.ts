import { tableOf } from '../../catalogue/dataset.ts'
import type { Kind } from '../../fields.ts'
import type { RefusedPart, Tables } from '../guard/rule.ts'

/** What the service and a child say to each other, one JSON text a line; a child is asked one question at a time. */
export type ToChild =
  | {
      readonly kind: 'open'
      /** SQL that makes each table; run before the door is locked. */
      readonly make: readonly MakeTable[]
      /** Where files come to this machine for a question: a table is made for the first one that names it. */
      readonly isLate: boolean
      /** Every file that may be read, and no other. */
      readonly files: readonly string[]
      /** The same as a list in SQL: a process that writes none itself loads less code, and starts sooner. */
      readonly allowed: string
      readonly tables: Tables
      readonly memoryBytes: number
      readonly threads: number
      /** Off only where the walls behind the guard are tested. */
      readonly isGuarded: boolean
    }
  | ({ readonly kind: 'ask' } & Question)

/** A table and the statements that make it under both of its names. */
export type MakeTable = { readonly table: string; readonly sql: readonly string[] }

/** Whether SQL may read a table: its name stands in it. */
export const names = (sql: string, table: string): boolean =>
  new RegExp(`\\b(${table}|${tableOf({ name: table })})\\b`, 'i').test(sql)

/** The datasets that SQL may read. */
export const namedIn = <D extends { readonly name: string }>(sql: string, datasets: readonly D[]): D[] =>
  datasets.filter(({ name }) => names(sql, name))

export type Question = {
  readonly sql: string
  /** Tables that stand in the place of those of the world: SQL that makes each, with the texts that it takes. */
  readonly instead?: readonly { readonly sql: string; readonly texts: readonly string[] }[]
  readonly maxRows: number
  readonly maxBytes: number
  /** Values for the parameters of the SQL, in order. */
  readonly values?: readonly (string | number | boolean | null)[]
  /** Asks for rows as the text of a page with their types, or for the plan, instead of for values. */
  readonly as?: 'page' | 'plan'
  /** True for SQL that the service wrote, which may call a few functions more. */
  readonly isOurs?: boolean
}

export type FromChild =
  /** `isRoot`: it kept the rights of root, as nobody else may read the files. */
  | { readonly kind: 'ready'; readonly isRoot: boolean }
  | ({ readonly kind: 'answer'; readonly rss: number } & Answer)
  | ({ readonly kind: 'fault'; readonly fault: ChildFault; readonly message: string } & FaultPlace)

/** Where in the SQL a fault is, by its byte, and what of it is refused. */
export type FaultPlace = { readonly at?: number | undefined; readonly part?: RefusedPart | undefined }

/** What a child itself can find wrong: SQL the guard refuses, SQL the engine refuses, SQL that fails, too little memory. */
export type ChildFault = 'refused' | 'invalid' | 'failed' | 'memory'

export type Answer = {
  readonly columns: readonly string[]
  /** Values as `/v1/data` sends them. */
  readonly rows: readonly (readonly unknown[])[]
  /** There was more than `maxRows` or `maxBytes` allowed. */
  readonly isTruncated: boolean
  /** Where a page was asked for: its rows are text, and `rows` is empty. */
  readonly page?: SqlPage
  /** Where the plan was asked for. */
  readonly plan?: SqlPlan
}

/** Rows as the text of a page, with a comma and a line feed between two. */
export type SqlPage = { readonly columns: readonly SqlColumn[]; readonly count: number; readonly text: string }
export type SqlColumn = { readonly name: string; readonly kind: SqlKind; readonly scale: number }
/** Kinds of fields, and numbers that are not exact. */
export type SqlKind = Kind | 'double'
/** `scanned`: the rows that the scans are estimated to read; `rows`: those of the result. */
export type SqlPlan = { readonly scanned: number; readonly rows: number }
