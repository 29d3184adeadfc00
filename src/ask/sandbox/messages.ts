import type { Tables } from '../guard/rule.ts'

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

/** A table and the SQL that makes it. */
export type MakeTable = { readonly table: string; readonly sql: string }

/** Whether SQL may read a table: its name stands in it. */
export const names = (sql: string, table: string): boolean => new RegExp(`\\b${table}\\b`, 'i').test(sql)

export type Question = {
  readonly sql: string
  /** Tables that stand in the place of those of the world: SQL that makes each, with the texts that it takes. */
  readonly instead?: readonly { readonly sql: string; readonly texts: readonly string[] }[]
  readonly maxRows: number
  readonly maxBytes: number
}

export type FromChild =
  /** `isRoot`: it kept the rights of root, as nobody else may read the files. */
  | { readonly kind: 'ready'; readonly isRoot: boolean }
  | ({ readonly kind: 'answer'; readonly rss: number } & Answer)
  | { readonly kind: 'fault'; readonly fault: ChildFault; readonly message: string }

/** What a child itself can find wrong: SQL the guard refuses, SQL the engine refuses, SQL that fails, too little memory. */
export type ChildFault = 'refused' | 'invalid' | 'failed' | 'memory'

export type Answer = {
  readonly columns: readonly string[]
  /** Values as `/v1/data` sends them. */
  readonly rows: readonly (readonly unknown[])[]
  /** There was more than `maxRows` or `maxBytes` allowed. */
  readonly isTruncated: boolean
}
